package import Resources

/// Takes a multipart body apart without copying any of it: a form (RFC 7578), strictly; a mail
/// (RFC 2046 §5.1), forgivingly.
package struct MultipartReader {
    private let body: [UInt8]
    private let delimiter: ByteSearch
    private let limits: MultipartLimits
    private let allowance: Allowance

    /// The parts of a body whose type gave this boundary, in order, as far as the work may go on.
    package static func parts(
        of body: [UInt8], boundary: String?, limits: MultipartLimits = MultipartLimits(),
        allowance: Allowance = .unlimited
    ) throws(MultipartFault) -> [MultipartPart] {
        let bytes = try characters(of: boundary)
        let reader = MultipartReader(
            body: body, delimiter: ByteSearch(Array("\r\n--".utf8) + bytes), limits: limits,
            allowance: allowance)
        return try reader.parts()
    }

    /// RFC 2046 §5.1.1: 1 to 70 characters, not ending in a space.
    static func characters(of boundary: String?) throws(MultipartFault) -> [UInt8] {
        guard let bytes = boundary.map({ Array($0.utf8) }), (1...70).contains(bytes.count),
            bytes.last != ASCII.space, !bytes.contains(where: ASCII.isControl)
        else { throw .boundary }
        return bytes
    }

    private func parts() throws(MultipartFault) -> [MultipartPart] {
        var parts: [MultipartPart] = []
        var names: Set<String> = []
        guard var position = try firstPart() else { return [] }
        while true {
            guard parts.count < limits.parts else { throw .tooManyParts(limit: limits.parts) }
            let part = try part(at: position)
            guard names.insert(part.name).inserted else { throw .duplicateName(part.name) }
            parts.append(part)
            guard let next = try afterDelimiter(at: part.content.upperBound + delimiter.count)
            else { return parts }
            position = next
        }
    }

    /// The first delimiter has no line end of its own when nothing stands before it. A preamble is
    /// legal and nobody sends one; searching for the first boundary in a body of another kind would
    /// only blur the error.
    private func firstPart() throws(MultipartFault) -> Int? {
        let opening = delimiter.needle.dropFirst(2)
        let start = body.starts(with: [ASCII.carriageReturn, ASCII.lineFeed]) ? 2 : 0
        guard body.count >= start + opening.count,
            body[start..<(start + opening.count)].elementsEqual(opening)
        else { throw .delimiter(offset: start) }
        return try afterDelimiter(at: start + opening.count)
    }

    /// The start of the part after a boundary; nil after the last one.
    private func afterDelimiter(at start: Int) throws(MultipartFault) -> Int? {
        if body[start...].starts(with: [ASCII.hyphen, ASCII.hyphen]) { return nil }
        var position = start
        // RFC 2046 lets a transport pad the boundary line with blanks.
        while position < body.count, ASCII.isBlank(body[position]) { position += 1 }
        guard position + 2 <= body.count else { throw .unfinished }
        guard body[position] == ASCII.carriageReturn, body[position + 1] == ASCII.lineFeed else {
            throw .delimiter(offset: position)
        }
        return position + 2
    }

    private func part(at start: Int) throws(MultipartFault) -> MultipartPart {
        let (headers, contentStart) = try headers(at: start)
        // An empty part may end with the very line end that closed its header block.
        guard let end = try delimiter(from: max(start, contentStart - 2)) else {
            throw .unfinished
        }
        guard let disposition = headers.disposition, disposition.type == "form-data",
            let name = disposition.name, !name.isEmpty
        else { throw .unnamed(offset: start) }
        if headers.type?.type == "multipart" { throw .nested(offset: start) }
        return MultipartPart(
            name: name, filename: disposition.filename, contentType: headers.type,
            content: min(contentStart, end)..<end)
    }

    /// Bytes that are searched at once: a tenth of a millisecond to four.
    private static let pieceBytes = 4 << 20

    private func delimiter(from start: Int) throws(MultipartFault) -> Int? {
        var start = start
        while start < body.count {
            guard allowance.goesOn else { throw .stopped }
            let end = min(body.count, start + MultipartReader.pieceBytes)
            if let found = delimiter.first(in: body[..<end], from: start) { return found }
            guard end < body.count else { return nil }
            // It may lie across the edge.
            start = end - delimiter.count + 1
        }
        return nil
    }

    private struct PartHeaders {
        var disposition: ContentDisposition?
        var type: MediaType?
    }

    private func headers(at start: Int) throws(MultipartFault) -> (PartHeaders, Int) {
        var headers = PartHeaders()
        var lineStart = start
        while true {
            let end = try lineEnd(from: lineStart, headersAt: start)
            let line = body[lineStart..<end]
            if line.isEmpty { return (headers, end + 2) }
            guard let field = try? FieldLine(line) else { throw .header(offset: lineStart) }
            if ASCII.matches(body[field.name], "content-disposition") {
                guard headers.disposition == nil else { throw .header(offset: lineStart) }
                headers.disposition = ContentDisposition(body[field.value])
            } else if ASCII.matches(body[field.name], "content-type") {
                guard headers.type == nil else { throw .header(offset: lineStart) }
                headers.type = MediaType(bytes: body[field.value])
            }
            lineStart = end + 2
        }
    }

    /// The offset of the CRLF that ends the line.
    private func lineEnd(
        from lineStart: Int, headersAt start: Int
    ) throws(MultipartFault) -> Int {
        let limit = start + limits.headerBytes
        let stop = min(body.count, limit)
        var index = lineStart
        while index < stop {
            if body[index] == ASCII.lineFeed {
                guard index > lineStart, body[index - 1] == ASCII.carriageReturn else {
                    throw .header(offset: lineStart)
                }
                return index - 1
            }
            index += 1
        }
        if body.count < limit { throw .unfinished }
        throw .headersTooLarge(offset: start, limit: limits.headerBytes)
    }
}

/// Why a `multipart/form-data` body cannot be read.
package enum MultipartFault: Error, Sendable, Equatable {
    /// No `boundary` parameter, an empty one, or one longer than RFC 2046 allows.
    case boundary
    /// The body does not begin with the boundary, or what follows a boundary is neither a line end
    /// nor `--`.
    case delimiter(offset: Int)
    /// The body ends before the final boundary.
    case unfinished
    case headersTooLarge(offset: Int, limit: Int)
    case header(offset: Int)
    /// A part without a `Content-Disposition: form-data` with a name.
    case unnamed(offset: Int)
    case tooManyParts(limit: Int)
    case duplicateName(String)
    /// A part that is itself a multipart body.
    case nested(offset: Int)
    /// The work has ended.
    case stopped
}

/// The limits of a form, except for its size in bytes.
package struct MultipartLimits: Sendable, Equatable {
    package var parts = 1000
    /// For one part's header block.
    package var headerBytes = 8 << 10

    package init() {}
}

/// One part of a form. Its content stays where it lies in the body.
package struct MultipartPart: Sendable, Equatable {
    package let name: String
    /// The file name without its path; nil for a plain field. It is only a label for lookups, and
    /// never becomes a path.
    package let filename: String?
    package let contentType: MediaType?
    /// The range of the content in the body.
    package let content: Range<Int>
}

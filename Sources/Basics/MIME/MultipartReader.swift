/// Splits a multipart body without copying: forms (RFC 7578) strictly, mails (RFC 2046 §5.1)
/// leniently.
package struct MultipartReader {
    private let body: [UInt8]
    private let delimiter: ByteSearch
    private let limits: MultipartLimits
    /// The names that several parts may have.
    private let repeatable: Set<String>
    private let budget: WorkBudget

    /// In order. Throws if the budget runs out.
    package static func parts(
        of body: [UInt8], boundary: String?, limits: MultipartLimits = MultipartLimits(),
        repeatable: Set<String> = [], budget: WorkBudget = .unlimited
    ) throws(MultipartFault) -> [MultipartPart] {
        let bytes = try characters(of: boundary)
        let reader = MultipartReader(
            body: body, delimiter: ByteSearch(Array("\r\n--".utf8) + bytes), limits: limits,
            repeatable: repeatable, budget: budget)
        return try reader.parts()
    }

    /// Validates a boundary (RFC 2046 §5.1.1): 1 to 70 characters, not ending in a space.
    private static func characters(of boundary: String?) throws(MultipartFault) -> [UInt8] {
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
            guard names.insert(part.name).inserted || repeatable.contains(part.name) else {
                throw .duplicateName(part.name)
            }
            parts.append(part)
            guard let next = try afterDelimiter(at: part.content.upperBound + delimiter.count)
            else { return parts }
            position = next
        }
    }

    /// The first delimiter has no line end if nothing precedes it. A preamble is legal, but no
    /// client sends one. Searching for the boundary in a body of another kind would only obscure
    /// the error.
    private func firstPart() throws(MultipartFault) -> Int? {
        let opening = delimiter.needle.dropFirst(2)
        let start = body.starts(with: [ASCII.carriageReturn, ASCII.lineFeed]) ? 2 : 0
        guard body.count >= start + opening.count,
            body[start..<(start + opening.count)].elementsEqual(opening)
        else { throw .delimiter(offset: start) }
        return try afterDelimiter(at: start + opening.count)
    }

    private func afterDelimiter(at start: Int) throws(MultipartFault) -> Int? {
        if body[start...].starts(with: [ASCII.hyphen, ASCII.hyphen]) { return nil }
        var position = start
        // RFC 2046 lets a transport pad the boundary line with whitespace.
        while position < body.count, ASCII.isBlank(body[position]) { position += 1 }
        guard position + 2 <= body.count else { throw .unfinished }
        guard body[position] == ASCII.carriageReturn, body[position + 1] == ASCII.lineFeed else {
            throw .delimiter(offset: position)
        }
        return position + 2
    }

    private func part(at start: Int) throws(MultipartFault) -> MultipartPart {
        let (headers, contentStart) = try headers(at: start)
        // The line end of the header block may also begin the delimiter, if the part is empty.
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

    /// The number of bytes searched at a time, which takes 0.1 to 4 milliseconds.
    private static let pieceBytes = 4 << 20

    private func delimiter(from start: Int) throws(MultipartFault) -> Int? {
        var start = start
        while start < body.count {
            guard budget.mayContinue else { throw .stopped }
            let end = min(body.count, start + MultipartReader.pieceBytes)
            if let found = delimiter.first(in: body[..<end], from: start) { return found }
            guard end < body.count else { return nil }
            // The delimiter may cross the boundary of two pieces.
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

    /// Returns the ranges of a mail's parts, each with its header fields (RFC 2046 §5.1).
    ///
    /// Many programs may have modified the files of mails: lines may end with only LF, text may
    /// precede the first boundary, and the last boundary may be missing.
    package static func parts(
        ofMail bytes: [UInt8], in range: Range<Int>, boundary: String,
        limits: MultipartLimits = MultipartLimits()
    ) throws(MultipartFault) -> [Range<Int>] {
        let search = ByteSearch([ASCII.hyphen, ASCII.hyphen] + (try characters(of: boundary)))
        var parts: [Range<Int>] = []
        var start: Int?
        var index = range.lowerBound
        while let found = search.first(in: bytes[..<range.upperBound], from: index) {
            index = found + search.count
            let isAtLineStart = found == range.lowerBound || bytes[found - 1] == ASCII.lineFeed
            guard isAtLineStart,
                let end = lineEnd(after: index, in: bytes[..<range.upperBound])
            else { continue }
            if let start { parts.append(start..<content(of: bytes, from: start, to: found)) }
            guard parts.count < limits.parts else { throw .tooManyParts(limit: limits.parts) }
            start = end.isLast ? nil : end.next
            index = max(index, end.next)
            if end.isLast { return parts }
        }
        if let start { parts.append(start..<range.upperBound) }
        return parts
    }

    /// Nil for text that only begins like a boundary.
    private static func lineEnd(
        after start: Int, in bytes: ArraySlice<UInt8>
    ) -> (next: Int, isLast: Bool)? {
        let isLast = bytes[start...].starts(with: [ASCII.hyphen, ASCII.hyphen])
        var index = isLast ? start + 2 : start
        while index < bytes.endIndex, ASCII.isBlank(bytes[index]) { index += 1 }
        if index < bytes.endIndex, bytes[index] == ASCII.carriageReturn { index += 1 }
        guard index < bytes.endIndex else { return (index, isLast) }
        return bytes[index] == ASCII.lineFeed ? (index + 1, isLast) : nil
    }

    /// The line end before a boundary belongs to the boundary.
    private static func content(of bytes: [UInt8], from start: Int, to end: Int) -> Int {
        var end = end
        if end > start, bytes[end - 1] == ASCII.lineFeed { end -= 1 }
        if end > start, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
        return end
    }
}

package enum MultipartFault: Error, Sendable, Equatable {
    /// The `boundary` parameter is missing or invalid (RFC 2046 §5.1.1).
    case boundary
    /// The body does not begin with the boundary, or a boundary is followed by neither a line end
    /// nor `--`.
    case delimiter(offset: Int)
    /// The body ends before the final boundary.
    case unfinished
    case headersTooLarge(offset: Int, limit: Int)
    case header(offset: Int)
    /// A part has no `Content-Disposition: form-data` with a name.
    case unnamed(offset: Int)
    case tooManyParts(limit: Int)
    case duplicateName(String)
    /// A part is itself a multipart body.
    case nested(offset: Int)
    case stopped
}

extension MultipartFault {
    package var explanation: Explanation {
        Explanation(.badMultipart, sentence, status: status, limit: partLimit)
    }

    /// A form with too many parts gets 413, like any body that is too large.
    private var status: Int? {
        switch self {
        case .tooManyParts: 413
        case .stopped: 503
        case .boundary, .delimiter, .unfinished, .headersTooLarge, .header, .unnamed,
            .duplicateName, .nested:
            nil
        }
    }

    private var partLimit: Int? {
        if case .tooManyParts(let limit) = self { limit } else { nil }
    }

    private var sentence: Explanation.Sentence {
        switch self {
        case .boundary: "The Content-Type needs a boundary of 1 to 70 characters."
        case .delimiter(let offset): "No boundary line at byte \(offset)."
        case .unfinished: "The body ends before the final boundary."
        case .headersTooLarge(let offset, let limit):
            "The part at byte \(offset) has more than \(limit) bytes of header fields."
        case .header(let offset): "The header fields at byte \(offset) are malformed."
        case .unnamed(let offset): "The part at byte \(offset) has no name."
        case .tooManyParts(let limit): "There are more than \(limit) parts."
        case .duplicateName(let name): "Two parts are named \"\(name.shortened)\"."
        case .nested(let offset): "The part at byte \(offset) is itself a multipart body."
        case .stopped: "Reading it took too long."
        }
    }
}

/// The limits of a form, except for its size in bytes.
package struct MultipartLimits: Sendable, Equatable {
    var parts = 1000
    /// Of one part's header block.
    var headerBytes = 8 << 10

    init() {}
}

/// The content is a range in the body.
package struct MultipartPart: Sendable, Equatable {
    package let name: String
    /// The file name without its path, or nil for a plain field. The name is only used as a label
    /// in lookups, and never as a path.
    package let filename: String?
    package let contentType: MediaType?
    package let content: Range<Int>
}

/// Finds a byte sequence by examining only every n-th byte (Boyer-Moore-Horspool): a form's
/// boundary of 40 bytes is found in 32 MiB of pictures without reading most of them.
struct ByteSearch {
    let needle: [UInt8]
    private let shifts: [Int]

    var count: Int { needle.count }

    init(_ needle: [UInt8]) {
        self.needle = needle
        var shifts = [Int](repeating: needle.count, count: 256)
        for (index, byte) in needle.dropLast().enumerated() {
            shifts[Int(byte)] = needle.count - 1 - index
        }
        self.shifts = shifts
    }

    func first(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        guard let last = needle.last else { return start }
        var end = start + needle.count - 1
        while end < bytes.endIndex {
            let byte = bytes[end]
            if byte == last, matches(bytes, at: end - needle.count + 1) {
                return end - needle.count + 1
            }
            end += shifts[Int(byte)]
        }
        return nil
    }

    private func matches(_ bytes: ArraySlice<UInt8>, at start: Int) -> Bool {
        for index in needle.indices where bytes[start + index] != needle[index] { return false }
        return true
    }
}

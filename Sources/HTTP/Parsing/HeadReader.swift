import Basics

/// Collects the lines of one head and validates each when it ends.
struct HeadReader: Sendable {
    private let limits: MessageLimits
    private var bytes: [UInt8] = []
    private var entries: [HeaderFields.Entry] = []
    private var line: RequestLine?
    private var lineStart = 0
    private var endedInReturn = false
    private var blankLines = 0

    init(limits: MessageLimits) {
        self.limits = limits
    }

    var hasBegun: Bool { !bytes.isEmpty || endedInReturn }

    var heldBytes: Int { bytes.capacity }

    /// The number of bytes of the unfinished head.
    var count: Int { bytes.count }

    var isHeadRequest: Bool { bytes.starts(with: "HEAD ".utf8) }

    mutating func read(
        _ input: ArraySlice<UInt8>, _ position: inout Int
    ) throws(HTTPFault) -> RequestHead? {
        while position < input.endIndex {
            if bytes.isEmpty { try checkFirst(input[position]) }
            guard let feed = try lineFeed(in: input, from: position) else {
                bytes.append(contentsOf: input[position...])
                position = input.endIndex
                try checkUnfinishedLine()
                return nil
            }
            bytes.append(contentsOf: input[position...feed])
            position = feed + 1
            if let head = try endLine() { return head }
        }
        return nil
    }

    /// Finds the LF that ends the line. A CR without LF and an LF without CR are rejected
    /// immediately (RFC 9112 §2.2): parsers disagree on whether they end a line, which enables
    /// smuggling.
    private mutating func lineFeed(
        in input: ArraySlice<UInt8>, from start: Int
    ) throws(HTTPFault) -> Int? {
        var afterReturn = endedInReturn
        for index in start..<input.endIndex {
            let byte = input[index]
            if byte == ASCII.lineFeed {
                guard afterReturn else { throw .lineEnding }
                endedInReturn = false
                return index
            }
            if afterReturn { throw .lineEnding }
            afterReturn = byte == ASCII.carriageReturn
        }
        endedInReturn = afterReturn
        return nil
    }

    private mutating func endLine() throws(HTTPFault) -> RequestHead? {
        let content = bytes[lineStart..<(bytes.count - 2)]
        guard let line else {
            if content.isEmpty { return try skipBlankLine() }
            line = try RequestLine(content, limits: limits)
            lineStart = bytes.count
            return nil
        }
        try checkSize(ofLine: content.count)
        if content.isEmpty {
            return try RequestHead(
                line, HeaderFields(bytes: bytes, entries: entries), size: bytes.count)
        }
        guard entries.count < limits.fieldCount else {
            throw .tooManyFields(limit: limits.fieldCount)
        }
        let field: FieldLine
        do { field = try FieldLine(content) } catch { throw .field(error) }
        entries.append(HeaderFields.Entry(name: field.name, value: field.value))
        lineStart = bytes.count
        return nil
    }

    /// Accepts empty lines before a request line, because some clients send one after a body (RFC
    /// 9112 §2.2), but only a limited number.
    private mutating func skipBlankLine() throws(HTTPFault) -> RequestHead? {
        blankLines += 1
        guard blankLines <= 2 else { throw .requestLine }
        bytes.removeAll(keepingCapacity: true)
        return nil
    }

    /// A TLS handshake begins with 0x16, so it is rejected without waiting for a line end that
    /// never comes.
    private func checkFirst(_ byte: UInt8) throws(HTTPFault) {
        if ASCII.isToken(byte) || byte == ASCII.carriageReturn || byte == ASCII.lineFeed { return }
        throw ASCII.isBlank(byte) ? .requestLine : .garbage
    }

    private func checkUnfinishedLine() throws(HTTPFault) {
        // A CR that waits for its LF is not part of the line.
        let ending = endedInReturn ? 1 : 0
        if line != nil { return try checkSize(ofLine: bytes.count - lineStart - ending) }
        guard let space = bytes.prefix(limits.methodBytes + 1).firstIndex(of: ASCII.space) else {
            if bytes.count > limits.methodBytes { throw .method }
            return
        }
        if bytes.count - space > limits.targetBytes + " HTTP/1.1\r\n".utf8.count {
            throw .targetTooLong(limit: limits.targetBytes)
        }
    }

    private func checkSize(ofLine count: Int) throws(HTTPFault) {
        if count > limits.fieldBytes { throw .fieldTooLarge(limit: limits.fieldBytes) }
        if bytes.count > limits.headBytes { throw .headTooLarge(limit: limits.headBytes) }
    }
}

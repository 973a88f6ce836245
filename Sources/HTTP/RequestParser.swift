import Basics

/// Parses requests from bytes in any number of pieces. Pass in the received bytes and take events
/// until there is none.
///
/// Every line is validated as soon as it is complete, and every limit as soon as it is exceeded. A
/// hostile head is therefore rejected before its rest is received. After a fault the parser cannot
/// continue, because the start of the next request is unknown.
struct RequestParser: Sendable {
    enum Event: Sendable, Equatable {
        case head(RequestHead)
        /// A piece of the body, as a range of the bytes passed in.
        case body(Range<Int>)
        case end
    }

    private enum Phase {
        case head
        case length(Int)
        case chunked
    }

    private let limits: MessageLimits
    private var phase = Phase.head
    private var head: HeadReader
    private var decoder: ChunkedDecoder

    init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
        head = HeadReader(limits: limits)
        decoder = ChunkedDecoder(limits: limits)
    }

    var isInsideHead: Bool { head.hasBegun }

    var heldBytes: Int { head.heldBytes }

    var headBytes: Int { head.count }

    /// Whether the current or last request line begins with HEAD.
    var isHeadRequest: Bool { head.isHeadRequest }

    /// Advances `position`. Nil if more bytes are needed.
    mutating func next(
        _ bytes: ArraySlice<UInt8>, _ position: inout Int
    ) throws(HTTPFault) -> Event? {
        switch phase {
        case .head:
            guard let found = try head.read(bytes, &position) else { return nil }
            switch found.framing {
            case .none: phase = .length(0)
            case .length(let count): phase = .length(count)
            case .chunked:
                phase = .chunked
                decoder = ChunkedDecoder(limits: limits)
            }
            return .head(found)
        case .length(0):
            return finish()
        case .length(let left):
            let end = position + min(left, bytes.endIndex - position)
            guard end > position else { return nil }
            defer { position = end }
            phase = .length(left - (end - position))
            return .body(position..<end)
        case .chunked:
            guard let piece = try decoder.next(bytes, &position) else { return nil }
            switch piece {
            case .data(let range): return .body(range)
            case .end: return finish()
            }
        }
    }

    private mutating func finish() -> Event {
        phase = .head
        head = HeadReader(limits: limits)
        return .end
    }
}

/// Collects the lines of one head and validates each when it ends.
private struct HeadReader: Sendable {
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

    /// A CR without LF and an LF without CR are rejected immediately (RFC 9112 §2.2): parsers
    /// disagree on whether they end a line, which enables smuggling.
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

    /// A TLS handshake begins with 0x16, and its line end may never come.
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

/// A request line `METHOD SP target SP HTTP/x.y` (RFC 9112 §3).
struct RequestLine {
    let method: Method
    let target: RequestTarget
    let version: Version

    init(_ line: ArraySlice<UInt8>, limits: MessageLimits) throws(HTTPFault) {
        guard let space = line.firstIndex(of: ASCII.space) else {
            throw line.count > limits.methodBytes ? .method : .requestLine
        }
        let name = line[..<space]
        try Self.checkMethod(name, limits: limits)
        let rest = line[(space + 1)...]
        guard let end = rest.firstIndex(of: ASCII.space) else { throw .requestLine }
        let target = rest[..<end]
        guard !target.isEmpty else { throw .requestLine }
        // The version is checked first, so that the HTTP/2 preface `PRI * HTTP/2.0` gets a version
        // error instead of a target error.
        version = try Self.version(rest[(end + 1)...])
        guard target.count <= limits.targetBytes else {
            throw .targetTooLong(limit: limits.targetBytes)
        }
        method = Method(String(decoding: name, as: UTF8.self))
        self.target = try RequestTarget(target, method: method)
    }

    /// Methods are case-sensitive and all registered ones are in upper case, so `get` is invalid.
    private static func checkMethod(
        _ name: ArraySlice<UInt8>, limits: MessageLimits
    ) throws(HTTPFault) {
        guard !name.isEmpty else { throw .requestLine }
        guard name.count <= limits.methodBytes,
            name.allSatisfy({ ASCII.isToken($0) && $0 &- 0x61 >= 26 })
        else { throw .method }
    }

    private static func version(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> Version {
        let start = bytes.startIndex
        guard bytes.count == 8, bytes.prefix(5).elementsEqual("HTTP/".utf8),
            ASCII.isDigit(bytes[start + 5]), bytes[start + 6] == ASCII.dot,
            ASCII.isDigit(bytes[start + 7])
        else { throw .requestLine }
        let (major, minor) = (bytes[start + 5], bytes[start + 7])
        guard major == ASCII.zero + 1 else {
            throw .version(String(decoding: bytes, as: UTF8.self))
        }
        return minor == ASCII.zero ? .http10 : .http11
    }
}

extension RequestHead {
    init(_ line: borrowing RequestLine, _ fields: HeaderFields, size: Int) throws(HTTPFault) {
        method = line.method
        target = line.target
        version = line.version
        self.fields = fields
        self.size = size
        framing = try Self.framing(fields, line.version)
        authority = try Self.authority(fields, line.target, line.version)
        expectsContinue = try Self.expectsContinue(fields, line.version)
        keepsAlive = Self.keepsAlive(fields, line.version)
    }

    /// RFC 9112 §6.3 without its lenient alternatives: an ambiguous length is rejected.
    private static func framing(
        _ fields: HeaderFields, _ version: Version
    ) throws(HTTPFault) -> BodyFraming {
        let lengths = fields.slices(of: "content-length")
        let codings = fields.slices(of: "transfer-encoding")
        if !codings.isEmpty {
            guard lengths.isEmpty else { throw .framing(.lengthAndCoding) }
            // RFC 9112 §6.1: a server must treat Transfer-Encoding in HTTP/1.0 as faulty framing.
            guard version == .http11 else { throw .framing(.codingInOldVersion) }
            try checkCodings(codings)
            return .chunked
        }
        guard let length = lengths.first else { return .none }
        // Equal duplicates could be merged (§6.3), but no legitimate client sends them.
        guard lengths.count == 1 else { throw .framing(.lengthRepeated) }
        guard (1...19).contains(length.count), length.allSatisfy(ASCII.isDigit),
            let count = Int(String(decoding: length, as: UTF8.self))
        else { throw .framing(.lengthMalformed) }
        return count == 0 ? .none : .length(count)
    }

    private static func checkCodings(_ lines: [ArraySlice<UInt8>]) throws(HTTPFault) {
        var names: [ArraySlice<UInt8>] = []
        for line in lines {
            for element in line.split(separator: ASCII.comma, omittingEmptySubsequences: false) {
                let name = ASCII.trimmed(element)
                guard !name.isEmpty, name.allSatisfy(ASCII.isToken) else {
                    throw .framing(.codingMalformed)
                }
                names.append(name)
            }
        }
        guard let last = names.popLast(), ASCII.matches(last, "chunked"),
            !names.contains(where: { ASCII.matches($0, "chunked") })
        else { throw .framing(.codingMalformed) }
        if let other = names.first {
            throw .codingUnknown(String(decoding: other, as: UTF8.self))
        }
    }

    /// RFC 9112 §3.2: exactly one `Host` in HTTP/1.1, at most one in HTTP/1.0.
    private static func authority(
        _ fields: HeaderFields, _ target: RequestTarget, _ version: Version
    ) throws(HTTPFault) -> Authority? {
        let hosts = fields.slices(of: "host")
        guard hosts.count <= 1 else { throw .host(.repeated) }
        guard let value = hosts.first else {
            guard version == .http10 else { throw .host(.missing) }
            return target.authority
        }
        guard let host = Authority(value) else { throw .host(.malformed) }
        // §3.2.2 gives the target precedence. A request with two different hosts is rejected,
        // because a cache or proxy in front may have used the other one.
        if let named = target.authority {
            guard named.agrees(with: host, defaultPort: target.defaultPort) else {
                throw .host(.differs)
            }
        }
        return host
    }

    private static func expectsContinue(
        _ fields: HeaderFields, _ version: Version
    ) throws(HTTPFault) -> Bool {
        let expectations = fields.slices(of: "expect")
        // RFC 9110 §10.1.1: an expectation in HTTP/1.0 is ignored.
        guard version == .http11, !expectations.isEmpty else { return false }
        for value in expectations where !ASCII.matches(value, "100-continue") {
            throw .expectation(String(decoding: value.prefix(64), as: UTF8.self))
        }
        return true
    }

    private static func keepsAlive(_ fields: HeaderFields, _ version: Version) -> Bool {
        var asked = version == .http11
        for line in fields.slices(of: "connection") {
            for element in line.split(separator: ASCII.comma) {
                let option = ASCII.trimmed(element)
                if ASCII.matches(option, "close") { return false }
                if ASCII.matches(option, "keep-alive") { asked = true }
            }
        }
        return asked
    }
}

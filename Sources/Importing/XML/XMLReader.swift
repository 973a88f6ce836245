/// Reads the XML subset that exports use, piece by piece.
///
/// Document types are rejected, and entities other than XML's five predefined ones are an error. No
/// text can make the reader fetch or expand anything.
struct XMLReader {
    enum Event {
        case open(name: String, attributes: [(name: String, value: String)])
        case close(String)
        case text(String)
    }

    private let bytes: [UInt8]
    private var position: Int
    private var open: [String] = []
    /// The name of a self-closed element whose end is reported next.
    private var pendingClose: String?
    private var hasRoot = false

    static let maxDepth = 32

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Creates a reader that continues at a place in an element.
    init(_ bytes: [UInt8], at place: Int, in name: String) {
        self.bytes = bytes
        position = place
        open = [name]
        hasRoot = true
    }

    /// The offset at which the next event begins.
    var place: Int { position }

    mutating func next() throws(XMLFault) -> Event? {
        if let name = pendingClose {
            pendingClose = nil
            open.removeLast()
            return .close(name)
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                if let text = try text() { return .text(text) }
                continue
            }
            if let event = try markup() { return event }
        }
        guard open.isEmpty, hasRoot else { throw fault(.unexpectedEnd) }
        return nil
    }

    private mutating func text() throws(XMLFault) -> String? {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        if open.isEmpty {
            guard bytes[start..<position].allSatisfy({ $0 <= 0x20 }) else {
                throw fault(.malformed, at: start)
            }
            return nil
        }
        return try decoded(start..<position)
    }

    private mutating func markup() throws(XMLFault) -> Event? {
        let rest = bytes[position...]
        if rest.starts(with: "<!--".utf8) {
            try skip(past: "-->")
            return nil
        }
        if rest.starts(with: "<?".utf8) {
            try skip(past: "?>")
            return nil
        }
        if rest.starts(with: "<![CDATA[".utf8) {
            let start = position + 9
            try skip(past: "]]>")
            guard !open.isEmpty else { throw fault(.malformed, at: start) }
            return .text(String(decoding: bytes[start..<position - 3], as: UTF8.self))
        }
        if rest.starts(with: "<!".utf8) { throw fault(.documentType) }
        return rest.starts(with: "</".utf8) ? try closing() : try opening()
    }

    private mutating func skip(past end: String) throws(XMLFault) {
        guard let offset = bytes.span.offset(of: Array(end.utf8), from: position) else {
            throw fault(.unexpectedEnd)
        }
        position = offset + end.utf8.count
    }

    private mutating func closing() throws(XMLFault) -> Event {
        position += 2
        let name = try name()
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ">"), open.last == name else {
            throw fault(.malformed)
        }
        position += 1
        open.removeLast()
        return .close(name)
    }

    private mutating func opening() throws(XMLFault) -> Event {
        guard open.count < Self.maxDepth else { throw fault(.tooDeep(limit: Self.maxDepth)) }
        guard !open.isEmpty || !hasRoot else { throw fault(.malformed) }
        position += 1
        let name = try name()
        hasRoot = true
        open.append(name)
        var attributes: [(name: String, value: String)] = []
        while true {
            skipBlanks()
            guard position < bytes.count else { throw fault(.unexpectedEnd) }
            switch bytes[position] {
            case UInt8(ascii: ">"):
                position += 1
                return .open(name: name, attributes: attributes)
            case UInt8(ascii: "/"):
                guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: ">") else {
                    throw fault(.malformed)
                }
                position += 2
                pendingClose = name
                return .open(name: name, attributes: attributes)
            default:
                guard attributes.count < 256 else { throw fault(.malformed) }
                attributes.append(try attribute())
            }
        }
    }

    private mutating func attribute() throws(XMLFault) -> (name: String, value: String) {
        let name = try name()
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            throw fault(.malformed)
        }
        position += 1
        skipBlanks()
        guard position < bytes.count else { throw fault(.unexpectedEnd) }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw fault(.malformed)
        }
        let start = position + 1
        var end = start
        while end < bytes.count, bytes[end] != quote { end += 1 }
        guard end < bytes.count else { throw fault(.unexpectedEnd) }
        position = end + 1
        return (name, try decoded(start..<end))
    }

    private mutating func name() throws(XMLFault) -> String {
        let start = position
        while position < bytes.count, bytes[position] > 0x20,
            ![0x3E, 0x2F, 0x3D, 0x3C, 0x22, 0x27].contains(bytes[position])
        {
            position += 1
        }
        guard position > start else { throw fault(.malformed) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    // MARK: Text

    private func decoded(_ range: Range<Int>) throws(XMLFault) -> String {
        guard bytes[range].contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes[range], as: UTF8.self)
        }
        var out: [UInt8] = []
        out.reserveCapacity(range.count)
        var units: [UInt16] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard bytes[index] == UInt8(ascii: "&") else {
                flush(&units, to: &out)
                out.append(bytes[index])
                index += 1
                continue
            }
            guard let end = bytes[index..<range.upperBound].prefix(12).firstIndex(of: 0x3B) else {
                throw fault(.entity(excerpt(index)), at: index)
            }
            try append(bytes[(index + 1)..<end], at: index, &units, to: &out)
            index = end + 1
        }
        flush(&units, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends one reference. Android writes emoji as the two halves of a UTF-16 surrogate pair,
    /// which XML does not allow. Halves are collected until their text is complete.
    private func append(
        _ name: ArraySlice<UInt8>, at index: Int, _ units: inout [UInt16], to out: inout [UInt8]
    ) throws(XMLFault) {
        if let value = Entities.number(reference: name), (0xD800...0xDFFF).contains(value) {
            units.append(UInt16(value))
            return
        }
        flush(&units, to: &out)
        guard let text = Entities.resolve(name, isXML: true) else {
            throw fault(.entity(excerpt(index)), at: index)
        }
        out.append(contentsOf: text.utf8)
    }

    private func flush(_ units: inout [UInt16], to out: inout [UInt8]) {
        guard !units.isEmpty else { return }
        out.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
        units.removeAll()
    }

    private func excerpt(_ index: Int) -> String {
        String(decoding: bytes[index...].prefix(12).prefix { $0 != 0x3B }, as: UTF8.self)
    }

    func fault(_ reason: XMLFault.Reason, at offset: Int? = nil) -> XMLFault {
        let offset = offset ?? position
        let line = bytes.prefix(offset).count { $0 == 0x0A } + 1
        return XMLFault(offset: offset, line: line, reason: reason)
    }
}

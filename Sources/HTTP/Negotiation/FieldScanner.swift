/// Reads the small grammars inside field values: tokens, quoted strings, parameters (RFC 9110
/// §5.6).
struct FieldScanner {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func skipBlanks() {
        while position < bytes.endIndex, ASCII.isBlank(bytes[position]) { position += 1 }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.endIndex, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// One token; nil when there is none here.
    mutating func token() -> String? {
        let start = position
        while position < bytes.endIndex, ASCII.isToken(bytes[position]) { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A token or a quoted string with its escapes undone; nil for neither, and for quotes that do
    /// not close.
    mutating func tokenOrQuoted() -> String? {
        guard take(ASCII.quote) else { return token() }
        var content: [UInt8] = []
        while position < bytes.endIndex {
            var byte = bytes[position]
            position += 1
            if byte == ASCII.quote { return String(decoding: content, as: UTF8.self) }
            if byte == ASCII.backslash, position < bytes.endIndex {
                byte = bytes[position]
                position += 1
            }
            content.append(byte)
        }
        return nil
    }

    /// `*( OWS ";" OWS [ name "=" value ] )`, names in lower case; nil when it does not read so to
    /// the end.
    mutating func parameters() -> [QueryItem]? {
        var found: [QueryItem] = []
        while true {
            skipBlanks()
            if isAtEnd { return found }
            guard take(ASCII.semicolon) else { return nil }
            skipBlanks()
            if isAtEnd { return found }
            guard let name = token() else { continue }
            guard take(ASCII.equals), let value = tokenOrQuoted() else { return nil }
            found.append(QueryItem(name.lowercased(), value))
        }
    }

    /// The elements of a comma-separated list; commas inside quotes do not separate.
    static func elements(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in bytes.indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == ASCII.backslash {
                isEscaped = true
            } else if byte == ASCII.quote {
                isQuoted.toggle()
            } else if byte == ASCII.comma, !isQuoted {
                found.append(ASCII.trimmed(bytes[start..<index]))
                start = index + 1
            }
        }
        found.append(ASCII.trimmed(bytes[start...]))
        return found.filter { !$0.isEmpty }
    }
}

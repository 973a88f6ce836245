/// Parses the small grammars inside field values: tokens, quoted strings and parameters (RFC 9110
/// §5.6).
package struct FieldScanner {
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

    mutating func token() -> String? { word(where: ASCII.isToken) }

    private mutating func word(where isPart: (UInt8) -> Bool) -> String? {
        let start = position
        while position < bytes.endIndex, isPart(bytes[position]) { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Escapes are resolved. Nil for an unclosed quote, too.
    private mutating func wordOrQuoted(where isPart: (UInt8) -> Bool) -> String? {
        guard take(ASCII.quote) else { return word(where: isPart) }
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

    /// Reads `*( OWS ";" OWS [ name "=" value ] )` with lowercase names. Returns nil unless the
    /// rest of the value matches.
    ///
    /// - Parameter isPart: returns whether a byte may be part of an unquoted value. Mail programs
    ///   omit required quotes: `boundary=----=_Part_1`.
    mutating func parameters(
        where isPart: (UInt8) -> Bool = ASCII.isToken
    ) -> [Parameter]? {
        var found: [Parameter] = []
        while true {
            skipBlanks()
            if isAtEnd { return found }
            guard take(ASCII.semicolon) else { return nil }
            skipBlanks()
            if isAtEnd { return found }
            guard let name = token() else { continue }
            guard take(ASCII.equals), let value = wordOrQuoted(where: isPart) else { return nil }
            found.append(Parameter(name.lowercased(), value))
        }
    }

    /// Commas inside quotes do not separate.
    package static func elements(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
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

/// The ranges of name and value in a checked field line, `name: value` (RFC 9112 §5).
package struct FieldLine {
    package enum Fault: Error, Sendable, Equatable {
        case name, colon, value, folded
    }

    package let name: Range<Int>
    package let value: Range<Int>

    package init(_ line: ArraySlice<UInt8>) throws(Fault) {
        guard let first = line.first else { throw .name }
        // This rejects obs-fold (RFC 9112 §5.2) and whitespace before the first field (§2.2): two
        // parsers may join such lines differently.
        if ASCII.isBlank(first) { throw .folded }
        guard let colon = line.firstIndex(of: ASCII.colon) else { throw .colon }
        name = line.startIndex..<colon
        // A name that ends with whitespace is rejected as well (§5.1): a proxy may have read it as
        // another field.
        guard !name.isEmpty, line[name].allSatisfy(ASCII.isToken) else { throw .name }
        let content = ASCII.trimmed(line[(colon + 1)...])
        for byte in content where ASCII.isControl(byte) && byte != ASCII.tab {
            throw .value
        }
        value = content.startIndex..<content.endIndex
    }
}

package struct Parameter: Sendable, Equatable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A media type, as in `Content-Type` (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Equatable {
    /// In lowercase.
    package let type: String
    /// In lowercase.
    package let subtype: String
    /// With lowercase names and the values as written.
    let parameters: [Parameter]

    package init(_ type: String, _ subtype: String, _ parameters: [Parameter] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    package init?(_ text: String) {
        self.init(bytes: Array(text.utf8)[...])
    }

    /// In mails, values may lack their quotes.
    package init?(mail text: String) {
        self.init(bytes: Array(text.utf8)[...]) { $0 > ASCII.space && $0 != ASCII.semicolon }
    }

    package init?(
        bytes: ArraySlice<UInt8>, where isPart: (UInt8) -> Bool = ASCII.isToken
    ) {
        var scanner = FieldScanner(ASCII.trimmed(bytes))
        guard let type = scanner.token(), scanner.take(ASCII.slash),
            let subtype = scanner.token(), let parameters = scanner.parameters(where: isPart)
        else { return nil }
        self.init(type.lowercased(), subtype.lowercased(), parameters)
    }

    /// The type and subtype without parameters.
    package var essence: String { "\(type)/\(subtype)" }

    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }
}

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

/// One `name=value` parameter of a media type or disposition.
package struct Parameter: Sendable, Equatable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

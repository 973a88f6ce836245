/// `name: value`, found and checked inside a line (RFC 9112 §5).
package struct FieldLine {
    package enum Fault: Error, Sendable, Equatable {
        case name, colon, value, folded
    }

    package let name: Range<Int>
    package let value: Range<Int>

    package init(_ line: ArraySlice<UInt8>) throws(Fault) {
        guard let first = line.first else { throw .name }
        // obs-fold (RFC 9112 §5.2), and whitespace before the first field (§2.2): two readers may
        // join such lines differently.
        if ASCII.isBlank(first) { throw .folded }
        guard let colon = line.firstIndex(of: ASCII.colon) else { throw .colon }
        name = line.startIndex..<colon
        // A name that ends in a blank is refused too (§5.1): a proxy may have taken it for another
        // field.
        guard !name.isEmpty, line[name].allSatisfy(ASCII.isToken) else { throw .name }
        let content = ASCII.trimmed(line[(colon + 1)...])
        for byte in content where ASCII.isControl(byte) && byte != ASCII.tab {
            throw .value
        }
        value = content.startIndex..<content.endIndex
    }
}

/// One `name=value` behind a media type or a disposition.
package struct Parameter: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

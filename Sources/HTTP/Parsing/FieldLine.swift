/// `name: value`, found and checked inside a line (RFC 9112 §5).
struct FieldLine {
    let name: Range<Int>
    let value: Range<Int>

    init(_ line: ArraySlice<UInt8>) throws(HTTPFault) {
        guard let first = line.first else { throw .field(.name) }
        // obs-fold (RFC 9112 §5.2), and whitespace before the first field (§2.2): two readers may
        // join such lines differently.
        if ASCII.isBlank(first) { throw .field(.folded) }
        guard let colon = line.firstIndex(of: ASCII.colon) else { throw .field(.colon) }
        name = line.startIndex..<colon
        // A name that ends in a blank is refused too (§5.1): a proxy may have taken it for another
        // field.
        guard !name.isEmpty, line[name].allSatisfy(ASCII.isToken) else { throw .field(.name) }
        let content = ASCII.trimmed(line[(colon + 1)...])
        for byte in content where ASCII.isControl(byte) && byte != ASCII.tab {
            throw .field(.value)
        }
        value = content.startIndex..<content.endIndex
    }
}

/// The data is not valid DER, or does not have the expected structure.
package struct DERFault: Error, Sendable, Equatable {}

/// A parsed value. Indefinite lengths (BER) are rejected, as PAdES requires.
struct DERElement {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    /// The value including tag and length.
    let whole: ArraySlice<UInt8>

    /// The maximum number of child values, more than in any signature or certificate.
    private static let maxChildren = 10_000

    /// Parses the first of these bytes' values.
    init(_ bytes: ArraySlice<UInt8>) throws(DERFault) {
        var place = bytes.startIndex
        func next() throws(DERFault) -> UInt8 {
            guard place < bytes.endIndex else { throw DERFault() }
            defer { place += 1 }
            return bytes[place]
        }
        tag = try next()
        // Tag numbers above thirty need more bytes; none of them is used here.
        guard tag & 0x1F != 0x1F else { throw DERFault() }
        var count = Int(try next())
        if count >= 0x80 {
            let digits = count & 0x7F
            guard (1...4).contains(digits) else { throw DERFault() }
            count = 0
            for _ in 0..<digits { count = count << 8 | Int(try next()) }
            // DER requires the shortest encoding of the length.
            guard count >= 0x80, count >> ((digits - 1) * 8) > 0 else { throw DERFault() }
        }
        guard count <= bytes.endIndex - place else { throw DERFault() }
        content = bytes[place..<place + count]
        whole = bytes[bytes.startIndex..<place + count]
    }

    /// Parses bytes that contain exactly one value.
    init(all bytes: [UInt8]) throws(DERFault) {
        try self.init(bytes[...])
        guard whole.count == bytes.count else { throw DERFault() }
    }

    func expect(_ tag: DER.Tag) throws(DERFault) -> DERElement {
        guard self.tag == tag.rawValue else { throw DERFault() }
        return self
    }

    var children: [DERElement] {
        get throws(DERFault) {
            // The tag's sixth bit marks a constructed value (X.690, 8.1.2.5).
            guard tag & 0x20 != 0 else { throw DERFault() }
            var elements: [DERElement] = []
            var rest = content
            while !rest.isEmpty {
                guard elements.count < Self.maxChildren else { throw DERFault() }
                let element = try DERElement(rest)
                rest = rest[element.whole.endIndex...]
                elements.append(element)
            }
            return elements
        }
    }

    /// The single value inside a `[number]`.
    var only: DERElement {
        get throws(DERFault) {
            let children = try children
            guard children.count == 1 else { throw DERFault() }
            return children[0]
        }
    }

    var identifier: ObjectIdentifier {
        get throws(DERFault) { ObjectIdentifier(try expect(.identifier).content) }
    }
}

/// Iterates over the elements of a sequence.
struct DERSequence {
    private var rest: ArraySlice<DERElement>

    init(_ element: DERElement, _ tag: DER.Tag = .sequence) throws(DERFault) {
        rest = try element.expect(tag).children[...]
    }

    mutating func next() throws(DERFault) -> DERElement {
        guard let element = rest.popFirst() else { throw DERFault() }
        return element
    }

    mutating func takeAny() -> DERElement? { rest.popFirst() }

    mutating func next(_ tag: DER.Tag) throws(DERFault) -> DERElement {
        try next().expect(tag)
    }

    /// Returns the next element if it has this tag; nil otherwise.
    mutating func take(_ tag: UInt8) -> DERElement? {
        guard rest.first?.tag == tag else { return nil }
        return rest.popFirst()
    }

    mutating func take(_ tag: DER.Tag) -> DERElement? { take(tag.rawValue) }

    /// Checks that nothing follows.
    func end() throws(DERFault) {
        guard rest.isEmpty else { throw DERFault() }
    }
}

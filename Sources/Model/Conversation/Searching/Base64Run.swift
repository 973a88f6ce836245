import Basics

/// A run of Base64 within a text, in either alphabet (RFC 4648, 4 and 5), as in addresses.
enum Base64Run {
    /// The minimum length. "Zebulon" takes ten characters.
    private static let minLength = 8
    /// The maximum length, more than any usable address has.
    private static let maxLength = 4096

    /// A check for runs that may be Base64: ordinary words have no capital or digit inside.
    struct Shape {
        private var count = 0
        private var isMixed = false

        mutating func add(_ scalar: Unicode.Scalar) {
            guard Base64Run.isPart(scalar) else {
                (count, isMixed) = (0, false)
                return
            }
            count += 1
            switch scalar {
            case "A"..."Z", "0"..."9": isMixed = isMixed || count > 1
            default: break
            }
        }

        var mayBeEncoded: Bool { isMixed && count >= Base64Run.minLength }
    }

    /// Returns the decoded text with its source range. Returns nil unless a run begins at `start`
    /// and decodes to text without control characters.
    static func text(
        in scalars: [Unicode.Scalar], at start: Int
    ) -> (text: String, source: Range<Int>)? {
        // A slash is part of the alphabet, but also separates the parts of an address.
        let followsSlash = start > 0 && scalars[start - 1] == "/"
        if start > 0, !followsSlash, isPart(scalars[start - 1]) { return nil }
        guard isPart(scalars[start]) else { return nil }
        var firstSlash: Int?
        var end = start
        var shape = Shape()
        var mayBeEncoded = false
        while end < scalars.count, end - start <= maxLength, isPart(scalars[end]) {
            if scalars[end] == "/" {
                // The run that begins with the first part already includes all parts that follow.
                if followsSlash { break }
                firstSlash = firstSlash ?? end
            }
            shape.add(scalars[end])
            mayBeEncoded = mayBeEncoded || shape.mayBeEncoded
            end += 1
        }
        guard mayBeEncoded else { return nil }
        if let text = text(of: scalars[start..<end]) { return (text, start..<end) }
        guard let firstSlash, let text = text(of: scalars[start..<firstSlash]) else { return nil }
        return (text, start..<firstSlash)
    }

    private static func text(of run: ArraySlice<Unicode.Scalar>) -> String? {
        guard (minLength...maxLength).contains(run.count) else { return nil }
        let ascii = run.map { UInt8(truncatingIfNeeded: $0.value) }
        guard let bytes = try? Base64.decode(ascii[...], limit: maxLength) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return text
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9", "+", "-", "/", "_": true
        default: false
        }
    }
}

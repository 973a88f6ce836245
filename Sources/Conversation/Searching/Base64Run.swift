import Encodings

/// Text that a stretch of another text encodes in Base64, in either alphabet (RFC 4648, 4 and 5),
/// as addresses do.
enum Base64Run {
    /// "Zebulon" has ten.
    private static let minLength = 8
    /// Longer than any address that is opened.
    private static let maxLength = 4096

    /// What letters in a row may be; ordinary words have no capital or digit within.
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

    /// The text, and where it was written; nil unless a run begins here that is text without
    /// control characters.
    static func text(
        in scalars: [Unicode.Scalar], at start: Int
    ) -> (text: String, source: Range<Int>)? {
        // A slash is of the alphabet as well as between the parts of an address.
        let followsSlash = start > 0 && scalars[start - 1] == "/"
        if start > 0, !followsSlash, isPart(scalars[start - 1]) { return nil }
        guard isPart(scalars[start]) else { return nil }
        var firstSlash: Int?
        var end = start
        var shape = Shape()
        var mayBeEncoded = false
        while end < scalars.count, end - start <= maxLength, isPart(scalars[end]) {
            if scalars[end] == "/" {
                // Read with all that follows from the first part on.
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

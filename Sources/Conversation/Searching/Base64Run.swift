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
            guard Base64Run.value(scalar) != nil else {
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
        let isPart = start > 0 && scalars[start - 1] == "/"
        if start > 0, !isPart, value(scalars[start - 1]) != nil { return nil }
        guard value(scalars[start]) != nil else { return nil }
        var firstSlash: Int?
        var end = start
        var shape = Shape()
        var mayBeEncoded = false
        while end < scalars.count, end - start <= maxLength, value(scalars[end]) != nil {
            if scalars[end] == "/" {
                // Read with all that follows from the first part on.
                if isPart { break }
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
        guard (minLength...maxLength).contains(run.count), run.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for scalar in run {
            bits = bits << 6 | (value(scalar) ?? 0)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        guard let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return text
    }

    private static func value(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar {
        case "A"..."Z": scalar.value - 0x41
        case "a"..."z": scalar.value - 0x61 + 26
        case "0"..."9": scalar.value - 0x30 + 52
        case "+", "-": 62
        case "/", "_": 63
        default: nil
        }
    }
}

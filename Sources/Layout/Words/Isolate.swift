/// Isolates names and numbers, so that they do not change the direction of the words around them.
enum Isolate {
    /// Wraps a name in first strong isolate … pop directional isolate (UAX #9, 2.4) only if needed,
    /// because the characters would affect a search in plain text.
    static func wrapping(_ name: String, in isRightToLeft: Bool) -> String {
        let scalars = name.unicodeScalars
        let isForeign = scalars.contains { scalar in
            isControl(scalar) || (isRightToLeft ? isLatinLike(scalar) : isArabicLike(scalar))
        }
        guard isForeign else { return name }
        var clean = String.UnicodeScalarView()
        // An override or a pop within the name would affect the text outside.
        clean.append(contentsOf: scalars.filter { !isControl($0) })
        return "\u{2068}" + String(clean) + "\u{2069}"
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// The blocks of right-to-left scripts.
    private static func isArabicLike(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }

    private static func isLatinLike(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && !isArabicLike(scalar)
    }
}

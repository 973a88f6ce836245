import Model

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
        return "\u{2068}" + plain(name) + "\u{2069}"
    }

    /// Removes directional controls: an override or a pop within the name would affect the text
    /// outside.
    static func plain(_ name: String) -> String {
        // All of them begin with this byte. Few names contain it.
        guard name.utf8.contains(0xE2) else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.filter { !isControl($0) }))
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

extension Participant {
    /// The name as shown everywhere. An override within it would show another name above bubbles
    /// than in notes, which isolate names.
    package var plainName: String { Isolate.plain(name) }
}

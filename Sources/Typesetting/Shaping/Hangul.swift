import CPango

/// Line breaking for Korean, which has spaces between words: words stay whole if a line can hold
/// them, as with `word-break: keep-all` in CSS, but only for Hangul. UAX #14 would allow a break
/// before any syllable.
enum Hangul {
    /// Whether no line may break between two characters because one of them is part of a Korean
    /// word.
    static func keeps(_ before: UInt32, _ after: UInt32) -> Bool {
        if contains(before) { return contains(after) || isWord(after) || isOpening(after) }
        return contains(after) && (isWord(before) || isClosing(before))
    }

    private static func contains(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
        default: false
        }
    }

    /// Whether a character is a letter or digit of any script: a particle follows its word,
    /// whatever script the word is in.
    private static func isWord(_ scalar: UInt32) -> Bool {
        scalar >= 0x30 && g_unichar_isalnum(scalar) != 0
    }

    private static func isOpening(_ scalar: UInt32) -> Bool {
        scalar == 0x28 || scalar == 0x5B || scalar == 0x7B
    }

    private static func isClosing(_ scalar: UInt32) -> Bool {
        scalar == 0x29 || scalar == 0x5D || scalar == 0x7D || scalar == 0x25
    }
}

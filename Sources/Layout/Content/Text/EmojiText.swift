/// Finds messages that consist of only a few emoji, which messengers draw large.
enum EmojiText {
    /// Returns nil if the text contains anything but emoji, or too many of them.
    static func count(_ text: String, most: Int) -> Int? {
        // Nearly every message starts with a letter or symbol outside the emoji blocks, so this
        // check usually suffices.
        guard let first = text.utf8.first, first >= 0xC2 || first < 0x3A else { return nil }
        var count = 0
        for character in text {
            if character.isWhitespace { continue }
            guard isEmoji(character) else { return nil }
            count += 1
            if count > most { return nil }
        }
        return count > 0 ? count : nil
    }

    private static func isEmoji(_ character: Character) -> Bool {
        var scalars = character.unicodeScalars.makeIterator()
        guard let first = scalars.next() else { return false }
        if first.properties.isEmojiPresentation { return true }
        // Text symbols, digits and flags become emoji through the scalar that follows.
        guard first.properties.isEmoji, let second = scalars.next() else { return false }
        return second.value == 0xFE0F || second.value == 0x20E3
            || second.properties.isEmojiModifier
    }
}

import Basics

/// The rules for where a sign of chat markup may begin or end a mark.
enum SignRules {
    /// Returns whether a sign is at the edge of a word: with no letter or digit outside, and no
    /// whitespace inside. WhatsApp and Slack require both, so that `snake_case` and `2*3*4` remain
    /// text.
    static func atWordEdges(
        _ bytes: [UInt8], _ range: Range<Int>, in area: Range<Int>
    ) -> (opens: Bool, closes: Bool) {
        let before = range.lowerBound > area.lowerBound ? bytes[range.lowerBound - 1] : 0x20
        let after = range.upperBound < area.upperBound ? bytes[range.upperBound] : 0x20
        return (
            opens: !isWord(before) && !isBlank(after), closes: !isWord(after) && !isBlank(before)
        )
    }

    /// Returns whether a byte is a letter or digit for this purpose. Bytes above 0x7F are letters
    /// of other scripts, or emoji, and do not count: scripts without spaces need signs to work
    /// inside a line.
    private static func isWord(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

    /// Returns the end of a code span that begins with `count` backticks at `start`, or nil if
    /// there is none.
    static func codeEnd(
        _ bytes: [UInt8], after start: Int, count: Int, in area: Range<Int>, acrossLines: Bool
    ) -> Int? {
        var index = start + count
        while index < area.upperBound {
            if bytes[index] == 0x0A, !acrossLines { return nil }
            guard bytes[index] == UInt8(ascii: "`") else {
                index += 1
                continue
            }
            let run = index
            while index < area.upperBound, bytes[index] == UInt8(ascii: "`") { index += 1 }
            if index - run == count { return run > start + count ? run : nil }
        }
        return nil
    }
}

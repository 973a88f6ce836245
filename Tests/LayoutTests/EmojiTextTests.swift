import Testing

@testable import Layout

@Suite struct EmojiTextTests {
    @Test(arguments: [
        ("😀", 1), ("😀😀", 2), ("👨‍👩‍👧‍👦", 1), ("🏳️‍🌈 🇯🇵", 2), ("1️⃣", 1), ("❤️", 1), ("👍🏿", 1),
        ("☕️", 1),
    ])
    func countsEmojiOfEmojiOnlyTexts(text: String, count: Int) {
        #expect(EmojiText.count(text, most: 3) == count)
    }

    @Test(arguments: ["", " ", "a", "1", "12", "😀a", "a😀", "😀😀😀😀", "❤", "©", "é", "日"])
    func otherTextsAreNotEmojiOnly(text: String) {
        #expect(EmojiText.count(text, most: 3) == nil)
    }
}

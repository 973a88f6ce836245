import TestBytes
import Testing

@testable import Model

@Suite struct PlainWhatsAppTests {
    @Test func fastPathMatchesAllRules() {
        let pieces = [
            "a", "word", " ", "  ", "-", "- ", ">", "> ", "1", "1. ", "9", ".", ":", "*", "_", "~",
            "`", "\n", "é", "www.a.com", "https://a.de/x ", "a@b.com", "\t", "x.de y.de", "😀",
        ]
        var random = SeededRandom(seed: 3)
        for _ in 0..<4000 {
            let text = (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }
                .joined()
            let blocks = LineReader.blocks(text, WhatsApp.dialect)
            #expect(WhatsApp.blocks(text) == blocks, "\(text.debugDescription)")
        }
    }

    @Test func lineMarkersCountOnlyAtTheStartOfALine() {
        #expect(WhatsApp.blocks("a - b > c 1. d") == [.paragraph(RichText("a - b > c 1. d"))])
        #expect(WhatsApp.blocks("- a") != [.paragraph(RichText("- a"))])
        #expect(WhatsApp.blocks("   ").isEmpty && WhatsApp.blocks("").isEmpty)
    }
}

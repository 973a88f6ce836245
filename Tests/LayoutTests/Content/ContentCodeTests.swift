import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct ContentCodeTests {
    private func bubble(_ blocks: [TextBlock], look: String) -> (size: Size, inner: Double) {
        var message = Message()
        message.body = blocks
        let composition = Composition(message, look: look, width: 640)
        let drawn = composition.composer.row(gap: 0).placed(
            at: 0, on: Rect(0, 0, 640, 10_000), pictures: composition.composer.layout.pictures)
        let frame = drawn.bubbles[0]
        return (Size(frame.width, frame.height), drawn.texts.first?.minX ?? 0)
    }

    private let words = RichText("a")

    @Test(
        "Code, rules and tables of assistants are as wide as the column, whatever is beside them"
    )
    func column() {
        let blocks: [[TextBlock]] = [
            [.paragraph(words)], [.code(language: nil, text: "x")], [.rule, .paragraph(words)],
            [.table(alignments: [], header: [words, words], rows: [[words, words]])],
        ]
        for block in blocks {
            let (size, inner) = bubble(block, look: "assistant")
            #expect(size.width == 640 - 56)
            #expect(inner < 28 + 20)
        }
        #expect(bubble([.paragraph(words)], look: "assistant").inner == 28)
        #expect(bubble([.paragraph(words)], look: "imessage").size.width < 100)
    }

    @Test func tableThatFillsItsWidthDividesItInProportionToItsColumns() {
        #expect(TableColumns.fitted([20, 60], width: 160, fills: true) == [40, 120])
        #expect(TableColumns.fitted([20, 60], width: 160, fills: false) == [20, 60])
        #expect(TableColumns.fitted([20, 300], width: 160, fills: true) == [20, 140])
    }

    @Test(arguments: [
        ("0..<10", ["0", "10"]), ("1.5", ["1.5"]), ("0x1F_00", ["0x1F_00"]), ("1.max", ["1"]),
        ("a[0].b", ["0"]), ("1...n", ["1"]), ("3.", ["3"]),
    ])
    func numberEndsBeforeAPointThatNoDigitFollows(code: String, numbers: [String]) {
        let style = Looks.named("assistant").code
        let bytes = Array(code.utf8)
        let found = SyntaxColors(style).spans(in: code, language: "swift")
            .filter { $0.color == style.number }
            .map { String(decoding: bytes[$0.range], as: UTF8.self) }
        #expect(found == numbers)
    }
}

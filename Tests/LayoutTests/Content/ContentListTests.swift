import Model
import Scene
import Synchronization
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct ContentListTests {
    private static let looks = ["imessage", "whatsapp", "assistant", "print"]

    private func nodes(_ markdown: String, look: String, direction: Bool = false) -> [Node] {
        var message = Message()
        message.body = Markdown.blocks(markdown)
        let measurer: any TextMeasurer =
            direction ? RightToLeftMeasurer() : MonospaceMeasurer()
        return Composition(message, look: look, measurer: measurer).rowNodes()
    }

    private func frames(_ nodes: [Node]) -> [(words: String, frame: Rect)] {
        nodes.flatMap(\.placedTexts).map { text, origin in
            (text.text, Rect(origin.x, origin.y, text.size.width, text.size.height))
        }
    }

    @Test(arguments: looks) func emptyItemsHaveTheirOwnLines(look: String) {
        for list in ["1.\n2.\n3.\n\nend", "- [ ]\n- [ ] a\n- \n- b\n  1. \n  2. c\n\nend"] {
            let drawn = frames(nodes(list, look: look))
            for (index, text) in drawn.enumerated() {
                for other in drawn[(index + 1)...] {
                    #expect(
                        !text.frame.inset(by: 0.01).intersects(other.frame),
                        "\(text.words) is over \(other.words)")
                }
            }
        }
    }

    /// Markdown allows twelve levels; the last ones are not indented further.
    @Test(arguments: looks) func markersOfDeepListsCoverNoText(look: String) {
        for marker in ["- [x]", "1."] {
            let list = (0..<12).map { level in
                String(repeating: " ", count: level * 3) + "\(marker) task \(level)"
            }.joined(separator: "\n")
            let nodes = nodes(list, look: look)
            let texts = frames(nodes).filter { $0.words.hasPrefix("task") }
            #expect(texts.count == 12)
            let labels = nodes.flatMap(\.labels)
            #expect(labels.count == 12)
            for label in labels {
                #expect(!texts.contains { $0.frame.inset(by: 0.01).intersects(label) })
            }
        }
    }

    /// Each marker is beside its text: on the right if the text runs from right to left.
    @Test(arguments: looks) func markersFollowTheDirectionOfTheirText(look: String) throws {
        let list = """
            1. خبز طازج
            2. جبنة
               - صفراء
               - [x] بيضاء
            3. Oil
            4.
            """
        let nodes = nodes(list, look: look, direction: true)
        let labels = nodes.flatMap(\.labels)
        let texts = frames(nodes)
        for (label, word) in zip(labels, ["خبز طازج", "جبنة", "صفراء", "بيضاء", "Oil"]) {
            let text = try #require(texts.first { $0.words == word }).frame
            let gap = word == "Oil" ? text.minX - label.maxX : label.minX - text.maxX
            #expect(gap > 0 && gap < 12, "\(word)")
            #expect(label.minY < text.maxY && label.maxY > text.minY, "\(word)")
        }
        // An empty item follows the first one.
        #expect(try labels.count == 6 && #require(labels.last).maxX == labels[0].maxX)
        // The nested list is to the left of its item's number.
        #expect(labels[2].maxX < labels[1].minX)
    }

    // MARK: Tables

    private func table(columns: Int, rows: Int) -> Message {
        var message = Message()
        message.body = [
            .table(
                alignments: [], header: (1...columns).map { RichText("H\($0)") },
                rows: (0..<rows).map { row in
                    (1...columns).map { RichText("v\(row).\($0)", [Entity(0..<1, .italic)]) }
                })
        ]
        return message
    }

    @Test(arguments: [2, 12, 13, 20, 200], ["imessage", "print"])
    func allColumnsAreDrawn(columns: Int, look: String) {
        let made = Composition(table(columns: columns, rows: 2), look: look, width: 500)
        let words = made.drawnWords().flatMap { $0.split(separator: "\n").map(String.init) }
        let isTable = made.pieces.contains { $0 is TablePiece }
        #expect(isTable == (columns == 2))
        let lines = (0..<2).flatMap { row in
            (1...columns).map { isTable ? "v\(row).\($0)" : "H\($0): v\(row).\($0)" }
        }
        #expect(words.filter { $0.contains("v") } == lines)
    }

    /// The block of the cell was aligned, but not its lines.
    @Test func wrappedCellsHaveTheAlignmentOfTheirColumn() {
        var message = Message()
        let words = String(repeating: "words ", count: 20)
        message.body = [
            .table(
                alignments: [.center, .right, .none],
                header: ["a", "b", "c"].map { RichText($0) },
                rows: [["A", "B", "C"].map { RichText($0 + words) }])
        ]
        let measurer = RecordingMeasurer()
        _ = Composition(message, look: "imessage", measurer: measurer)
        let cells = measurer.texts.withLock { $0 }
        let shown = ["A", "B"].map { letter in
            cells.last { $0.text == letter + words }?.alignment
        }
        #expect(shown == [.center, .right])
    }

    /// A narrow table is at the side at which its first column is.
    @Test(arguments: looks) func tablesAreAtTheSideOfTheirDirection(look: String) throws {
        let long = String(repeating: "wide ", count: 40)
        for (name, sum) in [("Name", "Sum"), ("الاسم", "المبلغ")] {
            let drawn = frames(
                nodes("\(long)\n\n|\(name)|\(sum)|\n|-|-|\n|1|2|", look: look, direction: true))
            let whole = try #require(drawn.first { $0.words.hasPrefix("wide") }).frame
            let first = try #require(drawn.first { $0.words == name }).frame
            let second = try #require(drawn.first { $0.words == sum }).frame
            #expect((first.midX > second.midX) == (name == "الاسم"))
            let gap = name == "الاسم" ? whole.maxX - first.maxX : first.minX - whole.minX
            #expect(gap < 40, "\(name): \(gap)")
        }
    }

    @Test func narrowColumnsStayATable() {
        let made = Composition(table(columns: 8, rows: 1), look: "assistant", width: 900)
        #expect(made.pieces.contains { $0 is TablePiece })
    }

    @Test func aHeaderAloneIsDrawn() {
        let made = Composition(table(columns: 30, rows: 0), look: "imessage")
        let words = made.drawnWords().joined(separator: "\n").split(separator: "\n")
        #expect(words == (1...30).map { "H\($0)" })
    }

    /// Styles stay on their words in the lines of a table that is too wide.
    @Test func valuesKeepTheirStyles() throws {
        var message = Message()
        message.body = [
            .table(
                alignments: [], header: Array(repeating: RichText("Näme"), count: 20),
                rows: [Array(repeating: RichText("xy", [Entity(1..<2, .underline)]), count: 20)])
        ]
        let measurer = RecordingMeasurer()
        _ = Composition(message, look: "imessage", measurer: measurer)
        let styled = try #require(
            measurer.texts.withLock { $0 }.last { $0.text.hasPrefix("Näme: xy\nNäme: xy\n") })
        // "Näme" has five bytes, each line ten.
        #expect(styled.spans.count == 40)
        for (number, span) in styled.spans.enumerated() {
            let start = number / 2 * 10
            let isName = number % 2 == 0
            #expect(span.range == (isName ? start..<start + 5 : start + 8..<start + 9))
            #expect((span.weight != nil) == isName && span.isUnderlined == !isName)
        }
    }
}

private final class RecordingMeasurer: TextMeasurer {
    let texts = Mutex<[StyledText]>([])

    func shape(_ text: StyledText, width: Double) -> ShapedText {
        texts.withLock { $0.append(text) }
        return MonospaceMeasurer().shape(text, width: width)
    }
}

extension Node {
    fileprivate var labels: [Rect] {
        switch self {
        case .part(let part, let nodes):
            if case .label = part.kind {
                nodes.compactMap(\.ink).reduce(nil) { $0?.union($1) ?? $1 }.map { [$0] } ?? []
            } else {
                nodes.flatMap(\.labels)
            }
        case .figure(_, let nodes), .clipped(_, let nodes), .layer(_, let nodes):
            nodes.flatMap(\.labels)
        case .shape, .text, .lettering, .picture, .link, .jump, .anchor, .spoken: []
        }
    }
}

import Basics
import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// A row of many pieces checks for cancellation while it is placed.
@Suite struct RowStepTests {
    @Test func canceledRowsStopEarly() {
        var conversation = Talk.conversation(["< x"])
        conversation.messages[0].body = (0..<2_000).map { _ in
            .quote([.paragraph(RichText("a"))])
        }
        let transcript = Talk.transcript(conversation, theme: Looks.named("whatsapp"))
        let row = transcript.rows.count - 1
        let whole = transcript.placedRow(row)
        let cut = Transcript(
            transcript.layout, rows: transcript.rows, budget: WorkBudget { _ in false }
        ).placedRow(row)
        #expect(whole.texts.count >= 2_000)
        #expect(cut.texts.count < whole.texts.count / 4)
    }

    /// Stripes and pages ask as well.
    @Test func canceledStripesStopEarly() {
        var conversation = Talk.conversation(["< x"])
        conversation.messages[0].details.reactions = (0..<4_000).map { Reaction(emoji: "r\($0)") }
        let whole = Talk.transcript(conversation, theme: Looks.named("slack"))
        let cut = Transcript(
            whole.layout, rows: whole.rows, budget: WorkBudget { _ in false })
        func texts(_ nodes: [Node]) -> Int {
            nodes.count { if case .text = $0 { true } else { false } }
        }
        let all = texts(whole.rows(from: 0, to: whole.height).flatMap(\.block.nodes))
        #expect(all >= 4_000)
        #expect(texts(cut.rows(from: 0, to: cut.height).flatMap(\.block.nodes)) < all / 4)
        let paper = Paper(picture: Size(390, 14_000), margins: .zero)
        func onPage(_ transcript: Transcript) -> Int {
            texts(Pages(transcript, on: paper).placedRows(on: 0).flatMap(\.block.nodes))
        }
        #expect(onPage(cut) < onPage(whole) / 2)
    }
}

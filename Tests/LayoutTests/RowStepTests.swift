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
        let cut = transcript.placedRow(row, budget: WorkBudget { _ in false })
        #expect(whole.texts.count >= 2_000)
        #expect(cut.texts.count < whole.texts.count / 4)
    }
}

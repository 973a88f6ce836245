import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// Whole conversations of generated messages: rows do not overlap, nothing leaves the canvas, and
/// no content is lost.
@Suite struct ConversationBoundsTests {
    private static let looks = Looks.catalog.names

    @Test(arguments: looks)
    func rowsDoNotOverlapOrDisappear(look: String) {
        var generator = MessageGenerator(seed: look + " rows")
        for round in 0..<4 {
            let placed = transcript(look, round, &generator)
            var foot = -Double.infinity
            for row in placed.rows {
                check(
                    row, below: foot, on: placed.canvas, hasFrames: placed.hasFrames,
                    "\(look), round \(round)")
                foot = row.block.frame.maxY
            }
            let messages = Set(placed.rows.compactMap(\.message))
            #expect(messages.count == placed.count, "\(look) loses messages")
        }
    }

    private struct Placed {
        let rows: [PlacedRow]
        let canvas: Rect
        let count: Int
        let hasFrames: Bool
    }

    private func transcript(
        _ look: String, _ round: Int, _ generator: inout MessageGenerator
    ) -> Placed {
        var conversation = Conversation()
        conversation.kind = round % 2 == 0 ? .group : .direct
        conversation.locale = ["en", "he", "de", "ar"][round]
        conversation.participants = ["Ana", "Ben Berg", "شيماء", String(repeating: "x", count: 90)]
            .map { Participant(id: $0, name: $0) }
        conversation.me = 0
        conversation.emoji = [CustomEmoji(name: "a", media: 0)]
        for number in 0..<10 {
            var message = generator.message()
            message.from = (number * 7 + round) % 4
            message.at = Moment(milliseconds: 1_780_220_400_000 + Int64(number) * 40_000)
            conversation.messages.append(message)
        }
        let theme = Looks.named(look, round % 2 == 0 ? .light : .dark)
        let layout = Layout(
            conversation, theme: theme, options: Options(),
            width: theme.frames == nil ? [390, 240, 640, 320][round] : theme.width,
            pictures: PictureTable(
                sizes: MessageGenerator.pictures + theme.pictures.map { _ in Size(100, 100) },
                mediaCount: MessageGenerator.pictures.count),
            language: Languages.of(conversation.locale))
        let rows = layout.rows(0..<layout.entries.count, with: MonospaceMeasurer())
        let transcript = Transcript(layout, rows: rows)
        return Placed(
            rows: rows.indices.map { transcript.placedRow($0) },
            canvas: Rect(0, 0, transcript.canvas.size.width, transcript.canvas.size.height),
            count: conversation.messages.count, hasFrames: theme.frames != nil)
    }

    private func check(
        _ row: PlacedRow, below foot: Double, on canvas: Rect, hasFrames: Bool, _ place: Comment
    ) {
        let frame = row.block.frame
        #expect(frame.minY >= foot - 0.01, place)
        #expect(frame.height > 0 && frame.height.isFinite, place)
        guard row.message != nil else { return }
        #expect(!row.block.text.isEmpty, place)
        #expect(row.block.nodes.contains { $0.ink != nil }, place)
        for bubble in row.bubbles {
            #expect(bubble.minX >= canvas.minX - 0.01, place)
            #expect(bubble.maxX <= canvas.maxX + 0.01, place)
        }
        // Fixed frames follow their published arithmetic, whatever the result.
        for text in row.texts where !hasFrames {
            #expect(text.minY >= frame.minY - 0.01 && text.maxY <= frame.maxY + 0.01, place)
        }
    }
}

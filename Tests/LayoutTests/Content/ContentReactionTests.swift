import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// Every reaction is shown or counted, and none covers other content.
@Suite struct ContentReactionTests {
    private static let emoji = "ABCDEFGHIJKLMNOPQRSTUVWX".map { String($0) }

    private func placed(
        _ reactions: [Reaction], look: String, text: String = "<Hi", names: Bool = false
    ) -> PlacedRow? {
        var conversation = Talk.conversation([text])
        conversation.messages[0].details.reactions = reactions
        var options = Options()
        options.show.reactionNames = names
        let transcript = Talk.transcript(
            conversation, theme: Looks.named(look), options: options)
        return transcript.rows.indices.map { transcript.placedRow($0) }
            .first { $0.message != nil }
    }

    private func labels(_ row: PlacedRow) -> [(words: String, frame: Rect)] {
        row.block.nodes.compactMap { node in
            guard case .text(let text, let point) = node else { return nil }
            return (text.text, Rect(point.x, point.y, text.size.width, text.size.height))
        }
    }

    /// A tapback beside the text overlaps the bubble; a wider one does not reach the text.
    @Test func tapbackBesideTheTextOverlapsTheBubble() throws {
        func reach(_ count: Int) throws -> Double {
            let reactions = Self.emoji.prefix(count).map { Reaction(emoji: $0, count: 30) }
            let row = try #require(
                placed(count == 1 ? [Reaction(emoji: "A", count: 1)] : reactions, look: "imessage"))
            return try #require(row.bubbles.first).minY - row.block.frame.minY
        }
        let style = Looks.named("imessage").reactions
        #expect(try reach(1) == style.size - style.overlap)
        #expect(try reach(2) > style.size - style.overlap)
    }

    private func isMark(_ words: String) -> Bool {
        Self.emoji.contains(words) || words.allSatisfy { $0.isNumber || $0 == "+" }
    }

    @Test(arguments: ["print", "assistant", "imessage", "telegram"])
    func documentsAndMostThemesShowEveryReaction(look: String) throws {
        let reactions = Self.emoji.map { Reaction(emoji: $0, count: 2) }
        let row = try #require(placed(reactions, look: look))
        let words = labels(row).map(\.words)
        #expect(Self.emoji.allSatisfy(words.contains))
        #expect(words.filter { $0 == "2" }.count == Self.emoji.count)
    }

    @Test(arguments: ["whatsapp", "messenger", "android"])
    func singlePillForAllReactionsEndsWithTheTotal(look: String) throws {
        let reactions = Self.emoji.map { Reaction(emoji: $0, count: 3) }
        let row = try #require(placed(reactions, look: look))
        let words = labels(row).map(\.words)
        #expect(words.contains("72"))
        #expect(words.filter(Self.emoji.contains) == ["A", "B", "C"])
    }

    @Test func signalsPillShowsThreeEmojiAndCountsTheRest() throws {
        let reactions = Self.emoji.map { Reaction(emoji: $0, count: 3) }
        let all = try #require(placed(reactions, look: "signal"))
        #expect(labels(all).map(\.words).suffix(7) == ["A", "3", "B", "3", "C", "3", "+63"])
        let three = try #require(placed(Array(reactions.prefix(3)), look: "signal"))
        #expect(!labels(three).contains { $0.words.hasPrefix("+") })
    }

    @Test(arguments: Looks.catalog.names)
    func screenReadersSpeakAllReactionsHoweverFewAreDrawn(look: String) throws {
        let reactions = Self.emoji.map { Reaction(emoji: $0, count: 3) }
        let row = try #require(placed(reactions, look: look))
        #expect(Self.emoji.allSatisfy { row.block.text.contains($0 + " 3") })
    }

    @Test(arguments: ["print", "whatsapp"])
    func namesAreNeverCutAndReactionsWithoutNamesAreCounted(look: String) throws {
        var reaction = Reaction(emoji: "A", count: 45)
        reaction.by = (0..<40).map { "Somebody \($0)" }
        let row = try #require(placed([reaction], look: look, names: true))
        let drawn = try #require(labels(row).first { $0.words.contains("Somebody 39 +5") })
        #expect(drawn.frame.height > 40)
    }

    @Test(arguments: Looks.catalog.names, [1, 3, 24])
    func noReactionCoversTextOrAnotherReaction(look: String, count: Int) throws {
        for text in ["<Hi", ">Me", "<" + String(repeating: "words ", count: 20)] {
            let reactions = Self.emoji.prefix(count).map { Reaction(emoji: $0, count: 12) }
            let row = try #require(placed(Array(reactions), look: look, text: text))
            let all = labels(row)
            for (index, label) in all.enumerated() where isMark(label.words) {
                for other in all[..<index] + all[(index + 1)...] {
                    #expect(
                        !label.frame.inset(by: 0.05).intersects(other.frame),
                        "\(look): \(label.words) over \(other.words)")
                }
            }
        }
    }

    @Test(arguments: Looks.catalog.names)
    func noReactionsBackgroundCoversTheTextOrTheTimeOfItsMessage(look: String) throws {
        for text in ["<Hi", ">Me"] {
            let bare = try #require(placed([], look: look, text: text))
            let marked = try #require(
                placed([Reaction(emoji: "A", count: 12)], look: look, text: text))
            let known = Set(labels(bare).map(\.words))
            let kept = labels(marked).filter { known.contains($0.words) }
            let mark = try #require(labels(marked).first { $0.words == "A" })
            let grounds = marked.block.nodes.compactMap { node -> Rect? in
                guard case .shape(let path, _, _) = node, path.bounds.height < 40,
                    path.bounds.contains(Rect(mark.frame.midX, mark.frame.midY, 0, 0)),
                    !marked.bubbles.contains(where: { $0.height <= path.bounds.height })
                else { return nil }
                return path.bounds
            }
            for ground in grounds {
                for label in kept {
                    #expect(!ground.inset(by: 0.05).intersects(label.frame), "\(look): \(label)")
                }
            }
        }
    }
}

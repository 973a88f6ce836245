import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// Elements that an app places at one side stay there, whatever the direction of a message.
@Suite struct DirectionTests {
    private static let arabic = "مرحبا كيف حالك"
    private static let looks = Looks.catalog.names.filter {
        !["classic-sms", "susi"].contains($0)
    }

    private struct Drawn {
        var bubble = Rect.zero
        var words = Rect.zero
        var labels: [String: Rect] = [:]
    }

    private func drawn(_ text: String, look: String, locale: String, isMine: Bool) -> Drawn {
        let theme = Looks.named(look)
        var conversation = Talk.conversation([(isMine ? ">" : "<") + text])
        conversation.locale = locale
        conversation.kind = .group
        conversation.messages[0].status = .read
        var options = Options()
        options.show.names = .always
        options.show.times = .each
        options.timeFormat = .h24
        let layout = Layout(
            conversation, theme: theme, options: options, width: theme.width,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale))
        let rows = layout.rows(0..<layout.entries.count, with: RightToLeftMeasurer())
        let placed = Transcript(layout, rows: rows).placedRow(rows.count - 1)
        var drawn = Drawn()
        drawn.bubble = placed.bubbles[0]
        for case .text(let shaped, let point) in placed.block.nodes {
            let frame = Rect(point.x, point.y, shaped.size.width, shaped.size.height)
            if shaped.text == text {
                drawn.words = frame
            } else {
                drawn.labels[shaped.text] = frame
            }
        }
        return drawn
    }

    @Test(arguments: looks)
    func timeTicksAndNameAreAtTheSamePositionsForEveryDirection(look: String) {
        for isMine in [true, false] {
            let left = drawn("Hello there", look: look, locale: "en-US", isMine: isMine)
            let right = drawn(Self.arabic, look: look, locale: "en-US", isMine: isMine)
            #expect(Set(left.labels.keys) == Set(right.labels.keys))
            for (words, frame) in left.labels {
                guard let other = right.labels[words] else { continue }
                let sides = [left, right].map { $0.bubble }
                // After a name, the time is as far from the sender's side as the name allows.
                let theme = Looks.named(look)
                let isRight =
                    theme.time.place == .name
                    ? isMine && theme.canvas.sides == .both : frame.midX > sides[0].midX
                if isRight {
                    #expect(abs(sides[0].maxX - frame.maxX - sides[1].maxX + other.maxX) < 1)
                } else {
                    #expect(abs(frame.minX - sides[0].minX - other.minX + sides[1].minX) < 1)
                }
                #expect(!other.inset(by: 0.5).intersects(right.words), "\(words) over the words")
            }
        }
    }

    /// Notes isolate names and drop such characters, so one person had two names.
    @Test func namesHaveNoDirectionalControls() {
        var conversation = Talk.conversation(["<a"])
        conversation.kind = .group
        conversation.participants[0].name = "Ben\u{202E}evil\u{202C}"
        let layout = Talk.transcript(conversation, theme: Looks.named("imessage")).layout
        #expect(layout.shownName(of: 0) == "Benevil")
        #expect(layout.name(of: 0) == "Benevil")
        #expect(TitleRow.others(layout) == "Benevil")
    }

    @Test(arguments: looks)
    func inARightToLeftChatTheTimeIsOnTheLeftOfEveryMessage(look: String) {
        for text in ["Hello there", Self.arabic] {
            let drawn = drawn(text, look: look, locale: "ar", isMine: false)
            for (words, frame) in drawn.labels {
                #expect(!frame.inset(by: 0.5).intersects(drawn.words), "\(words) over the words")
            }
        }
    }
}

final class RightToLeftMeasurer: TextMeasurer {
    private let plain = MonospaceMeasurer()

    func shape(_ text: StyledText, width: Double) -> ShapedText {
        let shaped = plain.shape(text, width: width)
        guard text.text.unicodeScalars.contains(where: { (0x600...0x6FF).contains($0.value) })
        else {
            return shaped
        }
        let lines = shaped.lines.map { line in
            ShapedText.Line(
                baseline: line.baseline, left: shaped.size.width - line.width, width: line.width,
                runs: line.runs, text: line.text, isRightToLeft: true)
        }
        return ShapedText(
            text: shaped.text, size: shaped.size, lineHeight: shaped.lineHeight, lines: lines,
            runs: shaped.runs, glyphs: shaped.glyphs, links: shaped.links)
    }
}

import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// The published arithmetic of the classic bubble systems, row by row. The measurer's characters
/// are half as wide as the font size, so every number can be computed by hand.
@Suite struct ClassicFramesTests {
    private func messages(
        _ lines: [String], look: String, width: Double? = nil
    ) -> [PlacedRow] {
        messages(lines, theme: Looks.named(look), width: width)
    }

    private func messages(
        _ lines: [String], theme: Theme, width: Double? = nil
    ) -> [PlacedRow] {
        var undated = Options()
        undated.show.dates = false
        let transcript = Talk.transcript(
            Talk.conversation(lines), theme: theme, options: undated, width: width)
        return transcript.rows.indices.map { transcript.placedRow($0) }
    }

    @Test func measuredFramesOfReceivedMessages() {
        // 10 characters of 9 points, one line of 21.5.
        let row = messages(["<0123456789"], look: "susi")[0]
        let (width, height) = (90.0, 21.5)
        let y = row.block.frame.minY
        #expect(row.texts == [Rect(16, y, width + 16, height + 30)])
        #expect(row.bubbles == [Rect(4, y - 4, width + 40, height + 26)])
        #expect(row.block.frame.height == height + 20)
    }

    @Test(arguments: [320.0, 375, 414])
    func measuredFramesOfSentMessages(view: Double) {
        let row = messages([">0123456789"], look: "susi", width: view)[0]
        let (width, height) = (90.0, 21.5)
        let y = row.block.frame.minY
        #expect(row.texts == [Rect(view - width - 32, y, width + 16, height + 20)])
        #expect(row.bubbles == [Rect(view - width - 40, y - 4, width + 34, height + 26)])
    }

    @Test func textIsMeasuredInTheThemesWidth() {
        var theme = Looks.named("susi")
        theme.frames?.measureWidth = 45
        let row = messages(["<01234 56789"], theme: theme)[0]
        #expect(row.texts.map(\.size) == [Size(45 + 16, 2 * 21.5 + 30)])
    }

    @Test func measuredRowsFollowWithoutSpace() {
        let rows = messages(["<one", ">two", "<three"], look: "susi")
        for (row, next) in zip(rows, rows.dropFirst()) {
            #expect(row.block.frame.maxY == next.block.frame.minY)
        }
    }

    @Test(arguments: [(1, 18.0), (2, 36.0), (5, 90.0), (30, 540.0)])
    func nineFragmentRows(lines: Int, labelHeight: Double) {
        let text = Array(repeating: "line", count: lines).joined(separator: "\n")
        let row = messages(["<" + text], look: "classic-sms")[0]
        let middle = max(0, labelHeight - 32)
        let y = row.block.frame.minY
        #expect(row.block.frame.height == 20 + 2 * 32 + middle + 5)
        #expect(row.bubbles == [Rect(10, y + 20, 168, 2 * 32 + middle)])
        #expect(row.texts == [Rect(20, y + 25, 143, 2 * 32 + middle - 10)])
    }

    @Test func nineFragmentsKeepTheirCorners() {
        let text = Array(repeating: "line", count: 7).joined(separator: "\n")
        let row = messages(["<" + text], look: "classic-sms")[0]
        let frames = row.block.nodes.compactMap { node -> Rect? in
            guard case .picture(let picture) = node else { return nil }
            return picture.frame
        }
        #expect(frames.count == 9)
        #expect(frames.map(\.width) == Array(repeating: 56, count: 9))
        #expect(frames.map(\.height) == [32, 32, 32, 94, 94, 94, 32, 32, 32])
    }

    @Test func everyNineFragmentBubbleHasADateAbove() {
        let row = messages(["<Hi"], look: "classic-sms")[0]
        let dates = row.block.nodes.filter { node in
            guard case .text(let text, let point) = node else { return false }
            return text.text.contains("2026") && point == row.block.frame.origin
        }
        #expect(dates.count == 1)
    }

    /// The article has one side. The other one is its mirror image at the right edge.
    @Test(arguments: [320.0, 500])
    func sentNineFragmentBubblesMirrorReceivedOnes(width: Double) throws {
        let transcript = Talk.transcript(
            Talk.conversation(["<Hi there", ">Hi there"]), theme: Looks.named("classic-sms"),
            width: width)
        let rows = transcript.rows.indices.map { transcript.placedRow($0) }
        func mirrored(_ rect: Rect) -> Rect {
            Rect(width - rect.maxX, rect.minY - rows[0].block.frame.minY, rect.width, rect.height)
        }
        let (received, sent) = (rows[0], rows[1])
        let y = sent.block.frame.minY
        #expect(sent.bubbles == received.bubbles.map { mirrored($0).offset(0, y) })
        #expect(sent.texts == received.texts.map { mirrored($0).offset(0, y) })
        let date = try #require(
            sent.block.nodes.lazy.compactMap { node -> Rect? in
                guard case .text(let text, let point) = node, text.text.contains("2026") else {
                    return nil
                }
                return Rect(point.x, point.y, text.size.width, text.size.height)
            }.first)
        #expect(date.maxX == width && date.minY == y)
    }
}

/// The outline of the classic Bézier bubble, point by point, at its reference size of 68 × 34.
@Suite struct BezierTailTests {
    @Test(arguments: [0.0, 1.0, 3.0])
    func pointsMatchThePublishedOutline(border b: Double) {
        let (w, h) = (68.0, 34.0)
        let (top, left, right, bottom) = (b, b, w - b, h - b)
        let expected: [Path.Element] = [
            .move(Point(right - 22, bottom)),
            .line(Point(17 + b, bottom)),
            .curve(Point(7.61 + b, bottom), Point(left, bottom - 7.61), Point(left, bottom - 18)),
            .line(Point(left, 17 + b)),
            .curve(Point(left, 7.61 + b), Point(7.61 + b, top), Point(17 + b, top)),
            .line(Point(right - 21, top)),
            .curve(Point(right - 11.61, top), Point(right - 4, 7.61 + b), Point(right - 4, 17 + b)),
            .line(Point(right - 4, bottom - 11)),
            .curve(Point(right - 4, bottom - 1), Point(right, bottom), Point(right, bottom)),
            .line(Point(right + 0.05, bottom - 0.01)),
            .curve(
                Point(right - 4.07, bottom + 0.43), Point(right - 8.16, bottom - 1.06),
                Point(right - 11.04, bottom - 4.04)),
            .curve(Point(right - 16, bottom), Point(right - 19, bottom), Point(right - 22, bottom)),
            .close,
        ]
        let outline = BubbleOutline(
            body: Rect(0, 0, w, h), corners: Corners(all: 17), tail: .bezier, side: .right,
            borderWidth: b)
        #expect(outline.path.elements.map(rounded) == expected.map(rounded))
    }

    /// Rounds to a millionth: equal sums in a different order differ in the last bit.
    private func rounded(_ element: Path.Element) -> Path.Element {
        Path([element]).map {
            Point(($0.x * 1e6).rounded() / 1e6, ($0.y * 1e6).rounded() / 1e6)
        }.elements[0]
    }

    @Test(arguments: [0.0, 2.0])
    func receivedOutlineIsMirrored(border: Double) {
        let box = Rect(10, 20, 120, 50)
        func path(_ side: Side) -> Path {
            BubbleOutline(
                body: box, corners: Corners(all: 17), tail: .bezier, side: side,
                borderWidth: border
            ).path
        }
        #expect(path(.left) == path(.right).mirrored(about: box.midX))
    }
}

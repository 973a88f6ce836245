import Scene
import Testing
import Themes

@testable import Layout

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
            .curve(
                Point(right - 11.61, top), Point(right - 4, 7.61 + b), Point(right - 4, 17 + b)),
            .line(Point(right - 4, bottom - 11)),
            .curve(Point(right - 4, bottom - 1), Point(right, bottom), Point(right, bottom)),
            .line(Point(right + 0.05, bottom - 0.01)),
            .curve(
                Point(right - 4.07, bottom + 0.43), Point(right - 8.16, bottom - 1.06),
                Point(right - 11.04, bottom - 4.04)),
            .curve(
                Point(right - 16, bottom), Point(right - 19, bottom), Point(right - 22, bottom)),
            .close,
        ]
        let outline = BubbleOutline(
            body: Rect(0, 0, w, h), corners: Corners(all: 17), tail: .bezier, side: .right,
            borderWidth: b)
        let points = outline.path.elements.map(rounded)
        #expect(points == expected.map(rounded))
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

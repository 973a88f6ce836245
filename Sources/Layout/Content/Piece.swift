import Basics
import Scene

/// One measured part of a bubble's content: a text, a picture, a poll. Pieces are stacked from top
/// to bottom. The frame that a piece draws into may be wider than its size.
protocol Piece: Sendable {
    var size: Size { get }
    /// Whether the piece extends to the bubble's edges (less the theme's inset) instead of keeping
    /// the padding.
    var bleeds: Bool { get }
    var gapBelow: Double { get }
    /// Whether the piece is opaque. If it is the only piece, it then fills the whole bubble, tail
    /// included.
    var isOpaque: Bool { get }
    /// The maximum width for text in the same bubble, so that the text does not force the picture
    /// to be cropped; nil for any width.
    var wordsWidth: Double? { get }
    var text: String { get }
    /// Offsets from the piece's top at which a page may break.
    var breaks: [Double] { get }
    /// The free space at the end of the last line, where a time may be placed; nil if none may.
    var lastLine: LastLine? { get }

    func fitted(to width: Double) -> any Piece
    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing)
}

struct LastLine {
    let width: Double
    let isRightToLeft: Bool
}

extension Piece {
    var bleeds: Bool { false }
    var isOpaque: Bool { false }
    var gapBelow: Double { StackPiece.gap }
    var breaks: [Double] { [] }
    var lastLine: LastLine? { nil }
    var wordsWidth: Double? { nil }

    func fitted(to width: Double) -> any Piece { self }
}

/// Stacked pieces, such as the paragraphs of a list item.
struct StackPiece: Piece {
    static let gap = 5.0

    let pieces: [any Piece]
    let size: Size
    private let stack: VerticalStack

    init(pieces: [any Piece], gap: Double) {
        self.pieces = pieces
        let sizes = pieces.map(\.size)
        stack = VerticalStack(sizes.lazy.map(\.height), gap: gap)
        size = Size(sizes.reduce(0) { max($0, $1.width) }, stack.height)
    }

    var text: String { pieces.map(\.text).asLines }

    var breaks: [Double] { stack.breaks(inside: pieces.lazy.map(\.breaks)) }

    var lastLine: LastLine? { pieces.last?.lastLine }

    var isRightToLeft: Bool? {
        (pieces.first as? TextPiece)?.shaped.lines.first?.isRightToLeft
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        for index in stack.shown(at: frame.minY, in: drawing.visible) {
            let piece = pieces[index]
            let place = Rect(
                frame.minX, frame.minY + stack.tops[index], frame.width, piece.size.height)
            piece.draw(in: place, clip: nil, on: &drawing)
        }
    }
}

/// The offsets of stacked items and their total height, computed once.
///
/// Without it, each level of nested lists would compute its contents four times, so the work would
/// grow exponentially with the depth. Every page and every stripe of a long message would also
/// compute all of it again.
struct VerticalStack: Sendable {
    let tops: [Double]
    let height: Double
    private let gap: Double

    init(_ heights: some Sequence<Double>, gap: Double = 0) {
        var tops: [Double] = []
        tops.reserveCapacity(heights.underestimatedCount)
        var y = 0.0
        for height in heights {
            tops.append(y)
            y += height + gap
        }
        self.tops = tops
        self.gap = gap
        height = tops.isEmpty ? 0 : y - gap
    }

    var breaks: [Double] { tops.dropFirst().map { $0 - gap / 2 } }

    /// The middle of each gap, and the breaks inside the items.
    ///
    /// - Parameter items: the breaks of each item, from its own top.
    func breaks(inside items: some Sequence<[Double]>) -> [Double] {
        var breaks: [Double] = []
        for (top, inside) in zip(tops, items) {
            if top > 0 { breaks.append(top - gap / 2) }
            for offset in inside { breaks.append(top + offset) }
        }
        return breaks
    }

    /// The first item begins at `y`.
    func shown(at y: Double, in visible: ClosedRange<Double>) -> Range<Int> {
        tops.shown(in: visible) { y + $0 }
    }
}

extension Array {
    /// Each item ends before the next begins.
    func shown(in visible: ClosedRange<Double>, top: (Element) -> Double) -> Range<Int> {
        let end = partitionPoint { top($0) > visible.upperBound }
        let next = partitionPoint { top($0) >= visible.lowerBound }
        return Swift.min(Swift.max(next - 1, 0), end)..<end
    }
}

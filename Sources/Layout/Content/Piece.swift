import Scene

/// One part of a bubble's content, measured: a text, a picture, a poll. Pieces are stacked from top
/// to bottom; each draws itself into the frame it is given, which may be wider than it asked for.
protocol Piece: Sendable {
    var size: Size { get }
    /// Whether it reaches to the bubble's edges (less the look's inset) instead of keeping the
    /// padding.
    var bleeds: Bool { get }
    /// Room below it, above the next piece.
    var gapBelow: Double { get }
    /// Whether nothing shows behind it, so that alone in a bubble it is the bubble, tail and all.
    var isOpaque: Bool { get }
    /// The maximum width for words in the same bubble, so that a picture need not be cropped for
    /// them; nil if any width will do.
    var wordsWidth: Double? { get }
    /// The text for screen readers.
    var text: String { get }
    /// Heights from its top at which it may be parted between pages.
    var breaks: [Double] { get }
    /// Room at the end of its last line, for a time beside it; nil where nothing may stand there.
    var lastLine: LastLine? { get }

    /// Returns the piece for a bubble that became wider.
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
    var gapBelow: Double { BubbleStack.pieceGap }
    var breaks: [Double] { [] }
    var lastLine: LastLine? { nil }
    var wordsWidth: Double? { nil }

    func fitted(to width: Double) -> any Piece { self }
}

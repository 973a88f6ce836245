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
    /// The text for screen readers.
    var text: String { get }
    /// Offsets from the piece's top at which a page may break.
    var breaks: [Double] { get }
    /// The free space at the end of the last line, where a time may be placed; nil if none may.
    var lastLine: LastLine? { get }

    /// Returns the piece fitted to a wider bubble.
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

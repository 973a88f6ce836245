import Basics
import Scene
import Themes

struct TextPiece: Piece {
    let shaped: ShapedText
    let alignment: StyledText.Alignment
    let gapBelow: Double
    let pictures: Box<InlinePictures>?
    /// The structural role, if the block is more than plain words.
    var part: Node.Part.Kind?
    /// The label that screen readers read before the text; it is not drawn.
    var label: String?
    /// Whether every line runs from right to left, so that the text is aligned to the right edge.
    private let isRightToLeft: Bool

    init(
        _ shaped: ShapedText, alignment: StyledText.Alignment = .start,
        gapBelow: Double = StackPiece.gap, pictures: InlinePictures? = nil
    ) {
        self.shaped = shaped
        self.alignment = alignment
        self.gapBelow = gapBelow
        self.pictures = pictures.map { Box($0) }
        isRightToLeft = !shaped.lines.isEmpty && shaped.lines.allSatisfy(\.isRightToLeft)
    }

    var size: Size { shaped.size }
    var text: String { shaped.text }

    var breaks: [Double] { shaped.breaks }

    var lastLine: LastLine? {
        // The last line of other alignments ends where the time would be.
        guard alignment == .start || alignment == .left, let line = shaped.lines.last else {
            return nil
        }
        guard line.isRightToLeft else {
            return LastLine(width: line.left + line.width, isRightToLeft: false)
        }
        // If other lines run from left to right, a right-to-left last line does not move when the
        // bubble grows.
        guard alignment == .start, isRightToLeft else { return nil }
        return LastLine(width: shaped.size.width - line.left, isRightToLeft: true)
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let spare = frame.width - shaped.size.width
        let isFlushRight = alignment == .right || (alignment == .start && isRightToLeft)
        let shift = alignment == .center ? spare / 2 : isFlushRight ? spare : 0
        let place = Point(frame.minX + shift, frame.minY)
        if let label { drawing.add(.spoken(label, at: frame.origin.offset(0, 1))) }
        if let part {
            drawing.part(part, in: frame) { $0.text(shaped, at: place) }
        } else {
            drawing.text(shaped, at: place)
        }
        if let pictures {
            drawing.add(pictures.value.nodes(in: shaped, at: place, drawing.visible))
        }
    }
}

extension ShapedText {
    /// The offsets between lines, with at least two lines on each side.
    var breaks: [Double] {
        guard lines.count >= 4 else { return [] }
        return (2...(lines.count - 2)).map { Double($0) * lineHeight }
    }
}

struct TypingPiece: Piece {
    let words: String
    let color: Color
    /// The height of a line of text, so that the bubble is as high as one with text.
    let height: Double

    private static let dot = 8.0
    private static let gap = 5.0
    private static let shades = [0.45, 0.7, 1.0]

    var size: Size {
        let count = Double(TypingPiece.shades.count)
        return Size(
            count * TypingPiece.dot + (count - 1) * TypingPiece.gap,
            max(height, TypingPiece.dot))
    }

    var text: String { words }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        var x = frame.minX + TypingPiece.dot / 2
        var dots: [Node] = []
        for shade in TypingPiece.shades {
            let center = Point(x, frame.midY)
            dots.append(
                .fill(
                    .circle(center: center, radius: TypingPiece.dot / 2), color.withAlpha(shade)))
            x += TypingPiece.dot + TypingPiece.gap
        }
        drawing.add(.figure(alt: words, dots))
    }
}

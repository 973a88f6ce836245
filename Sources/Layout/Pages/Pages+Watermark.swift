import Glibc
import Model
import Scene
import Themes

extension Pages {
    /// The watermark, drawn over the page's content so that no part can be copied without it; nil
    /// if none was requested.
    func watermark(with measurer: any TextMeasurer) -> Block? {
        guard let mark = paper.watermark else { return nil }
        let measurer = transcript.layout.measurer(measurer)
        let look = transcript.layout.theme.text.status
        var color = look.color
        color.alpha = UInt8((mark.opacity * 255).rounded())
        var style = look.style
        (style.weight, style.tracking) = (700, 0)
        func shaped(_ size: Double) -> ShapedText {
            (style.size, style.lineHeight) = (size, size * 1.2)
            return measurer.shape(
                StyledText(mark.text, style: style, color: color, lineLimit: 1),
                width: Self.maxMarkWidth)
        }
        let first = shaped(Self.usualMark).size
        let text = shaped(Self.usualMark * share(of: first, turnedBy: mark.angle))
        let middle = paper.content.center
        let frame = Rect(
            middle.x - text.size.width / 2, middle.y - text.size.height / 2, text.size.width,
            text.size.height)
        return Block(
            role: .watermark(angle: mark.angle), frame: frame,
            nodes: transcript.layout.pictures.painted([.text(text, at: frame.origin)]))
    }

    /// The font size at which the mark is first measured.
    private static let usualMark = 40.0
    /// The width in which the mark is measured; a longer text is truncated with an ellipsis.
    private static let maxMarkWidth = 8_000.0
    /// The maximum height of the letters as a share of the page's height.
    private static let maxMarkHeight = 0.12

    /// Returns the scale at which a turned text fits on the page's content.
    private func share(of size: Size, turnedBy degrees: Double) -> Double {
        let (sine, cosine) = (abs(sin(degrees * .pi / 180)), abs(cos(degrees * .pi / 180)))
        let turned = Size(
            size.width * cosine + size.height * sine, size.width * sine + size.height * cosine)
        return min(
            paper.content.width / max(turned.width, 1),
            paper.content.height / max(turned.height, 1),
            paper.content.height * Self.maxMarkHeight / max(size.height, 1))
    }
}

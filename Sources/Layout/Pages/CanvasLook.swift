import Conversation
import Scene
import Theme

/// The surroundings of the conversation on a canvas of fixed size, in the conversation's points.
struct CanvasLook: Sendable, Equatable {
    /// The area of the canvas within its padding.
    let room: Rect
    /// The look's own room above and below the conversation.
    let margins: Insets
    /// nil where the conversation's ground is the canvas's.
    let card: Card?

    struct Card: Sendable, Equatable {
        let radius: Double
        let shadow: BubbleStyle.Shadow?
        /// nil for a clear one.
        let around: Color?
    }

    /// Divisors of the canvas's shorter side that give the shadow's blur and offset.
    private static let shadowBlur = 24
    private static let shadowDrop = 90

    init(_ canvas: PictureCanvas, scale: Double, theme: Theme) {
        let padding = canvas.padding
        room = Rect(
            Double(padding.left) / scale, Double(padding.top) / scale,
            Double(canvas.room.width) / scale, Double(canvas.room.height) / scale)
        margins = theme.canvas.margins
        guard canvas.isCard else {
            card = nil
            return
        }
        let ground = theme.canvas.background.color
        let around: Color? =
            switch canvas.background {
            case .theme: CanvasLook.shade(of: ground)
            case .transparent: nil
            case .color(let rgb): Color(rgb: rgb)
            }
        let shadow = BubbleStyle.Shadow(
            dx: 0, dy: Double(canvas.share(CanvasLook.shadowDrop)) / scale,
            blur: Double(canvas.share(CanvasLook.shadowBlur)) / scale,
            color: Color.black.withAlpha((around ?? ground).luminance < 0.2 ? 0.6 : 0.3))
        card = Card(
            radius: Double(canvas.cornerRadius) / scale, shadow: canvas.hasShadow ? shadow : nil,
            around: around)
    }

    /// The look's own ground, so far from it that a card of it is seen.
    private static func shade(of ground: Color) -> Color {
        let isDark = ground.luminance < 0.2
        return (isDark ? Color.white : .black).withAlpha(isDark ? 0.14 : 0.09).over(ground)
    }
}

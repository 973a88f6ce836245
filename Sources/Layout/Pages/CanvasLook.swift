import Model
import Scene
import Themes

/// The surroundings of the conversation on a canvas of fixed size, in the conversation's points.
struct CanvasLook: Sendable, Equatable {
    /// The area of the canvas within its padding.
    let room: Rect
    /// The theme's own margins above and below the conversation.
    let margins: Insets
    /// The card; nil if the conversation's background fills the canvas.
    let card: Card?
    /// The screen on the canvas; nil for the conversation alone.
    let screen: Rect?
    /// The insets from the screen's edges to its messages.
    let list: Insets
    let start: ScreenStyle.Start
    /// The drawn phone around the screen.
    let phone: PhoneBody?

    struct Card: Sendable, Equatable {
        let radius: Double
        let shadow: BubbleStyle.Shadow?
        /// The color around the card; nil if transparent.
        let around: Color?
    }

    /// Divisors of the canvas's shorter side that give the shadow's blur and offset.
    private static let shadowBlur = 24
    private static let shadowDrop = 90

    init(
        _ canvas: PictureCanvas, width: Double, scale: Double, theme: Theme,
        isMarked: Bool = false
    ) {
        let padding = canvas.padding
        let foot = Double(padding.bottom) / scale
        let taken = isMarked ? max(0, MarkLine.height - foot) : 0
        room = Rect(
            Double(padding.left) / scale, Double(padding.top) / scale,
            Double(canvas.room.width) / scale,
            Double(canvas.room.height) / scale - taken)
        margins = theme.canvas.margins
        let screen = CanvasLook.screen(canvas.screen, width: width, in: room, scale: scale)
        self.screen = screen
        let bars = theme.screen.insets
        list = Insets(
            top: bars.top + margins.top, bottom: bars.bottom + margins.bottom)
        start = theme.screen.start
        phone = canvas.screen == .device ? screen.map { PhoneBody(around: $0) } : nil
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
            radius: phone?.screenRadius ?? Double(canvas.cornerRadius) / scale,
            shadow: canvas.hasShadow ? shadow : nil,
            around: around)
    }

    /// Returns the screen in the middle of the room. Its edges are on whole pixels.
    private static func screen(
        _ screen: PictureCanvas.Screen, width: Double, in room: Rect, scale: Double
    ) -> Rect? {
        let height: Double
        switch screen {
        case .none: return nil
        case .filling: height = room.height
        case .upright: height = min(room.height, ScreenFrame.height(ofWidth: width))
        case .device:
            let bezel = 2 * ScreenFrame.bezel * width
            height = min(room.height - bezel, ScreenFrame.height(ofWidth: width))
        }
        func whole(_ length: Double) -> Double { (length * scale).rounded(.down) / scale }
        return Rect(
            room.minX + whole((room.width - width) / 2),
            room.minY + whole((room.height - height) / 2), width, height)
    }

    /// Returns the theme's background color, shaded enough for a card of that color to be visible
    /// on it.
    private static func shade(of ground: Color) -> Color {
        let isDark = ground.luminance < 0.2
        return (isDark ? Color.white : .black).withAlpha(isDark ? 0.14 : 0.09).over(ground)
    }
}

import Model
package import Scene
import Themes

/// The surroundings of the conversation on a canvas of fixed size, in the conversation's points.
struct CanvasGeometry: Sendable, Equatable {
    let room: Rect
    let margins: Insets
    let card: Card?
    let screen: Rect?
    let list: Insets
    let start: ScreenStyle.Start
    let phone: PhoneBody?

    struct Card: Sendable, Equatable {
        let radius: Double
        let shadow: BubbleStyle.Shadow?
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
        let screen = CanvasGeometry.screen(canvas.screen, width: width, in: room, scale: scale)
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
            case .theme: CanvasGeometry.shade(of: ground)
            case .transparent: nil
            case .color(let rgb): Color(rgb: rgb)
            }
        let shadow = BubbleStyle.Shadow(
            dx: 0, dy: Double(canvas.share(CanvasGeometry.shadowDrop)) / scale,
            blur: Double(canvas.share(CanvasGeometry.shadowBlur)) / scale,
            color: Color.black.withAlpha((around ?? ground).luminance < 0.2 ? 0.6 : 0.3))
        card = Card(
            radius: phone?.screenRadius ?? Double(canvas.cornerRadius) / scale,
            shadow: canvas.hasShadow ? shadow : nil,
            around: around)
    }

    /// In the middle of the room, with its edges on whole pixels.
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

    /// Shaded enough for a card of the theme's background color to be visible on it.
    private static func shade(of ground: Color) -> Color {
        let isDark = ground.luminance < 0.2
        return (isDark ? Color.white : .black).withAlpha(isDark ? 0.14 : 0.09).over(ground)
    }
}

/// The position of a canvas's rows: in the middle, with a title bar at the top.
struct CanvasPlace {
    let ground: Rect
    /// The top of the first row, including the line that says the row continues.
    let top: Double
    /// The bottom of the last row, including the line that says the row continues.
    let bottom: Double
    let card: Path?
    /// The distance by which everything below the bar is moved down.
    let shift: Double

    /// - Parameters:
    ///   - bar: the height of the bar at the very top; 0 without one.
    ///   - rest: the height of everything else.
    ///   - endsAtBottom: whether the last row is at the bottom of the screen, even if the first one
    ///     is behind the bar.
    ///   - lane: a frame as wide as the conversation.
    init(
        _ geometry: CanvasGeometry, size: Size, lane: Rect, bar: Double, rest: Double,
        scale: Double,
        endsAtBottom: Bool = false
    ) {
        if let screen = geometry.screen {
            ground = screen
            shift = 0
            card = geometry.card.map { .rounded(screen, $0.radius) }
            let list = screen.inset(by: geometry.list)
            let lowest = list.maxY - bar - rest
            top =
                endsAtBottom ? lowest : geometry.start == .top ? list.minY : max(list.minY, lowest)
            bottom = top + bar + rest
            return
        }
        let above = bar > 0 ? 0 : geometry.margins.top
        let spare = max(0, geometry.room.height - above - bar - rest - geometry.margins.bottom)
        // Edges are on whole pixels.
        let half = (spare / 2 * scale).rounded(.down) / scale
        guard let card = geometry.card else {
            self.card = nil
            ground = Rect(0, 0, size.width, size.height)
            shift = bar > 0 ? half : 0
            top = geometry.room.minY + above + (bar > 0 ? 0 : half)
            bottom = top + bar + shift + rest
            return
        }
        let height = min(geometry.room.height, above + bar + rest + geometry.margins.bottom)
        ground = Rect(lane.minX, geometry.room.minY + half, lane.width, height)
        self.card = .rounded(ground, card.radius)
        shift = 0
        top = ground.minY + above
        bottom = top + bar + rest
    }

    /// The area behind a bar, which does not extend above the bar's own top.
    func barGround(below top: Double) -> Rect {
        Rect(ground.minX, top, ground.width, ground.maxY - top)
    }
}

package struct CanvasGround: Sendable {
    let transcript: Transcript
    let geometry: CanvasGeometry
    let place: CanvasPlace
    let size: Size
    let hasBar: Bool

    package func nodes(visible: Rect) -> [Node] {
        guard let card = geometry.card, let outline = place.card else {
            let ground = transcript.background(of: place.ground, visible: visible)
            let edge = Rect(0, 0, size.width, geometry.room.minY)
            guard hasBar, edge.height > 0, edge.intersects(visible) else { return ground }
            let fill = transcript.layout.theme.header.fill
            return ground + transcript.layout.pictures.painted([.fill(.rectangle(edge), fill)])
        }
        let pictures = transcript.layout.pictures
        var nodes: [Node] = card.around.map { [.fill(.rectangle(visible), $0)] } ?? []
        // A transparent card casts no shadow, because the shadow would be visible through the card.
        let body = geometry.phone?.frame ?? place.ground
        if let shadow = card.shadow, transcript.isOpaque,
            body.offset(0, shadow.dy).inset(by: -shadow.blur).intersects(visible)
        {
            let radius = geometry.phone?.radius ?? card.radius
            nodes += CanvasGround.nodes(of: shadow, under: body, radius: radius)
        }
        if let phone = geometry.phone { nodes += phone.nodes }
        nodes = pictures.painted(nodes)
        let seen = place.ground.intersection(visible)
        guard !seen.isEmpty else { return nodes }
        return nodes
            + [.clipped(outline, transcript.background(of: place.ground, visible: seen))]
    }

    private static let shadowLayers = 24

    /// A few wide strokes would be visible as bands in a shadow this wide. It consists of many
    /// faint cards instead, each larger than the previous one, densest near the edge.
    private static func nodes(
        of shadow: BubbleStyle.Shadow, under card: Rect, radius: Double
    ) -> [Node] {
        let faint = shadow.color.withAlpha(1 / Double(shadowLayers))
        return (0..<shadowLayers).map { layer in
            let place = (Double(layer) + 0.5) / Double(shadowLayers) * 2 - 1
            let distance = shadow.blur * (place + place * place * place) / 2
            let frame = card.offset(shadow.dx, shadow.dy).inset(by: -distance)
            return .fill(.rounded(frame, max(0, radius + distance)), faint)
        }
    }
}

struct PhoneBody: Sendable, Equatable {
    let frame: Rect
    let radius: Double
    let screenRadius: Double
    private let screen: Rect

    init(around screen: Rect) {
        self.screen = screen
        let bezel = ScreenFrame.bezel * screen.width
        frame = screen.inset(by: -bezel)
        screenRadius = 0.115 * screen.width
        radius = screenRadius + bezel
    }

    private static let edge = Color(0x3A, 0x3B, 0x3F)
    private static let glass = Color(0x0B, 0x0B, 0x0D)

    var nodes: [Node] {
        let unit = screen.width / ScreenFrame.width
        func button(_ x: Double, _ y: Double, height: Double) -> Node {
            .fill(
                .rounded(Rect(x, frame.minY + y * unit, 6 * unit, height * unit), 2 * unit),
                Self.edge)
        }
        return [
            button(frame.minX - 3 * unit, 150, height: 34),
            button(frame.minX - 3 * unit, 206, height: 64),
            button(frame.minX - 3 * unit, 284, height: 64),
            button(frame.maxX - 3 * unit, 226, height: 102),
            .fill(.rounded(frame, radius), Self.edge),
            .fill(.rounded(frame.inset(by: 2.6 * unit), radius - 2.6 * unit), Self.glass),
        ]
    }

    var camera: [Node] {
        let unit = screen.width / ScreenFrame.width
        return [
            .fill(
                .circle(
                    center: Point(screen.midX, screen.minY + 24 * unit), radius: 8.5 * unit),
                Self.glass)
        ]
    }
}

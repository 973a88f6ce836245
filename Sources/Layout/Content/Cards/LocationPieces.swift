import Model
import Scene
import Themes

/// A place: the caller's own map picture, or a pin on an empty grid that cannot be mistaken for a
/// map; then its name, address and coordinates.
struct LocationCard {
    let composer: MessageComposer

    private var look: CardLook { CardLook(composer) }
    private var phrases: Phrases { composer.layout.phrases }

    func pieces(_ location: Location) -> [any Piece] {
        let kind = phrases[location.isLive ? .liveLocation : .location]
        guard let map = map(location, kind) else { return [card(location, kind)] }
        let words = caption(location, CardLook(composer.beside([map])))
        guard !words.isEmpty else { return [map] }
        return [
            map,
            StackPiece(
                pieces: words.map { TextPiece($0, alignment: look.alignment) as any Piece }, gap: 0),
        ]
    }

    /// Returns nil if the theme draws no map and the caller sent none.
    private func map(_ location: Location, _ kind: String) -> (any Piece)? {
        let cells = MediaCells(composer: composer, look: look)
        let words = Phrases.words(of: location)
        let alt = ([kind] + words).joined(separator: ", ")
        if let (id, pixels) = location.picture.flatMap({ composer.layout.pictures.media($0) }) {
            let cell = MediaCell(
                ground: .picture(id), label: location.isLive ? cells.pill(kind) : nil,
                aspect: pixels.width / pixels.height, alt: alt, text: kind)
            return cells.piece(cell, cells.sizes.size(ofPixels: pixels))
        }
        guard composer.theme.media.drawsMaps else { return nil }
        let width = cells.sizes.wide
        return MapPiece(
            map: MapGrid(isDark: look.theme.isDark),
            size: Size(width, min(max(width * 0.52, 72), 140)),
            live: location.isLive
                ? look.mark(kind, color: .white, size: 11, width: width - 30) : nil,
            accent: Color(235, 72, 60), alt: alt, text: kind)
    }

    /// Returns a card of text only.
    private func card(_ location: Location, _ kind: String) -> any Piece {
        let lead = LeadMark(kind: .disc(.pin), fill: look.accent, ink: look.onAccent)
        let text = ([kind] + Phrases.words(of: location)).joined(separator: "\n")
        return CardRow.measured(look, lead, ground: nil, text: text) { width in
            var look = look
            look.width = width
            return [look.small(kind, width: width)] + caption(location, look)
        }
    }

    private func caption(_ location: Location, _ look: CardLook) -> [ShapedText] {
        var words: [ShapedText] = []
        if let name = location.name, !name.isEmpty {
            words.append(look.title(name, lines: nil, width: look.width))
        }
        if let address = location.address, !address.isEmpty {
            words.append(look.small(address, lines: nil, width: look.width))
        }
        if let coordinates = Phrases.coordinates(location) {
            words.append(look.small(coordinates, width: look.width))
        }
        return words
    }
}

/// A pin in the middle of a grid that extends to the bubble's edges.
struct MapPiece: Piece {
    let map: MapGrid
    let size: Size
    /// "Live location", if the location is live.
    let live: ShapedText?
    let accent: Color
    let alt: String
    let text: String

    var bleeds: Bool { true }
    var isOpaque: Bool { true }
    var wordsWidth: Double? { size.width }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        var nodes = map.nodes(in: frame.union(clip?.bounds ?? frame))
        let tip = Point(frame.midX, frame.midY + 12)
        if live != nil {
            nodes.append(.fill(.circle(center: tip, radius: 26), accent.withAlpha(0.18)))
            nodes.append(.fill(.circle(center: tip, radius: 14), accent.withAlpha(0.22)))
        }
        nodes += pin(at: tip)
        if let live { nodes += MediaCell.pill(live, in: frame) }
        drawing.add(.figure(alt: alt, [.clipped(clip ?? .rectangle(frame), nodes)]))
    }

    private func pin(at tip: Point) -> [Node] {
        let head = Point(tip.x, tip.y - 24)
        let radius = 12.0
        var drop = Path()
        drop.move(tip.x, tip.y)
        drop.curve(tip.x - 3, tip.y - 8, head.x - radius, head.y + 10, head.x - radius, head.y)
        let pull = radius * Path.arc
        drop.curve(
            head.x - radius, head.y - pull, head.x - pull, head.y - radius, head.x,
            head.y - radius)
        drop.curve(
            head.x + pull, head.y - radius, head.x + radius, head.y - pull, head.x + radius, head.y)
        drop.curve(head.x + radius, head.y + 10, tip.x + 3, tip.y - 8, tip.x, tip.y)
        drop.close()
        let shadow = Path.rounded(Rect(tip.x - 6, tip.y - 2, 12, 4), 2)
        return [
            .fill(shadow, Color(0, 0, 0, alpha: 64)), .fill(drop, accent),
            .fill(.circle(center: head, radius: 4.6), .white),
        ]
    }
}

/// A grid of even squares under a pin, for a place without a map. It must not be mistaken for one.
struct MapGrid: Sendable {
    let isDark: Bool

    private var ground: Color { isDark ? Color(44, 46, 50) : Color(242, 242, 240) }
    private var line: Color { isDark ? Color(66, 69, 75) : Color(219, 219, 215) }

    private static let step = 24.0
    /// The maximum number of lines in either direction: more than any theme's frame needs.
    private static let maxLines = 200

    /// The caller clips the nodes to the frame.
    func nodes(in frame: Rect) -> [Node] {
        var path = Path()
        for x in MapGrid.places(from: frame.minX, to: frame.maxX) {
            path.move(x, frame.minY)
            path.line(x, frame.maxY)
        }
        for y in MapGrid.places(from: frame.minY, to: frame.maxY) {
            path.move(frame.minX, y)
            path.line(frame.maxX, y)
        }
        return [
            .fill(.rectangle(frame), ground), .stroke(path, Stroke(line, width: 1)),
        ]
    }

    /// The evenly spaced line positions, symmetrical about the middle.
    private static func places(from start: Double, to end: Double) -> [Double] {
        let middle = (start + end) / 2
        let count = min(Int(max((end - start) / 2, 0) / step + 0.5), maxLines)
        return (-count..<count).map { middle + (Double($0) + 0.5) * step }
    }
}

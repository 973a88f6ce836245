import Model
import Scene
import Themes

/// A place: the caller's own map picture, or a pin on an empty grid that cannot be mistaken for a
/// map; then its name, address and coordinates.
extension MessageComposer {
    func pieces(of location: Location) -> [any Piece] {
        let look = CardLook(self)
        let kind = look.phrases[location.isLive ? .liveLocation : .location]
        guard let map = map(location, kind, look: look) else {
            let lead = LeadMark(kind: .disc(.pin), fill: look.accent, ink: look.onAccent)
            let text = ([kind] + Phrases.words(of: location)).joined(separator: "\n")
            let row = CardRow(look, lead, ground: nil, text: text) { width in
                [look.small(kind, width: width)] + look.caption(location, width: width)
            }
            return [row]
        }
        let beside = CardLook(beside([map]))
        let words = beside.caption(location, width: beside.width)
        guard !words.isEmpty else { return [map] }
        return [
            map,
            StackPiece(
                pieces: words.map { TextPiece($0, alignment: look.alignment) as any Piece }, gap: 0),
        ]
    }

    /// Returns nil if the theme draws no map and the caller sent none.
    private func map(_ location: Location, _ kind: String, look: CardLook) -> (any Piece)? {
        let cells = MediaCells(composer: self, look: look)
        let alt = ([kind] + Phrases.words(of: location)).joined(separator: ", ")
        if let (id, pixels) = location.picture.flatMap({ layout.pictures.media($0) }) {
            let cell = MediaCell(
                ground: .picture(id), label: location.isLive ? cells.pill(kind) : nil,
                aspect: pixels.width / pixels.height, alt: alt, text: kind)
            return cells.piece(cell, cells.sizes.size(ofPixels: pixels))
        }
        guard theme.media.drawsMaps else { return nil }
        let width = cells.sizes.wide
        return MapPiece(
            isDark: theme.isDark, size: Size(width, min(max(width * 0.52, 72), 140)),
            live: location.isLive
                ? look.mark(kind, color: .white, size: 11, width: width - 30) : nil,
            alt: alt, text: kind)
    }
}

extension CardLook {
    fileprivate func caption(_ location: Location, width: Double) -> [ShapedText] {
        var words: [ShapedText] = []
        if let name = location.name, !name.isEmpty {
            words.append(title(name, lines: nil, width: width))
        }
        if let address = location.address, !address.isEmpty {
            words.append(small(address, lines: nil, width: width))
        }
        if let coordinates = Phrases.coordinates(location) {
            words.append(small(coordinates, width: width))
        }
        return words
    }
}

/// The grid of even squares extends to the bubble's edges and cannot be mistaken for a map.
private struct MapPiece: Piece {
    let isDark: Bool
    let size: Size
    let live: ShapedText?
    let alt: String
    let text: String

    var bleeds: Bool { true }
    var isOpaque: Bool { true }
    var wordsWidth: Double? { size.width }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        var nodes = grid(in: frame.union(clip?.bounds ?? frame))
        let tip = Point(frame.midX, frame.midY + 12)
        if live != nil {
            nodes.append(.fill(.circle(center: tip, radius: 26), MapPiece.accent.withAlpha(0.18)))
            nodes.append(.fill(.circle(center: tip, radius: 14), MapPiece.accent.withAlpha(0.22)))
        }
        nodes += pin(at: tip)
        if let live { nodes += MediaCell.pill(live, in: frame) }
        drawing.add(.figure(alt: alt, [.clipped(clip ?? .rectangle(frame), nodes)]))
    }

    private static let accent = Color(235, 72, 60)
    private static let step = 24.0
    /// The maximum number of lines in either direction: more than any theme's frame needs.
    private static let maxLines = 200

    private func grid(in frame: Rect) -> [Node] {
        var path = Path()
        for x in MapPiece.places(from: frame.minX, to: frame.maxX) {
            path.move(x, frame.minY)
            path.line(x, frame.maxY)
        }
        for y in MapPiece.places(from: frame.minY, to: frame.maxY) {
            path.move(frame.minX, y)
            path.line(frame.maxX, y)
        }
        let ground = isDark ? Color(44, 46, 50) : Color(242, 242, 240)
        let line = isDark ? Color(66, 69, 75) : Color(219, 219, 215)
        return [.fill(.rectangle(frame), ground), .stroke(path, Stroke(line, width: 1))]
    }

    private static func places(from start: Double, to end: Double) -> [Double] {
        let middle = (start + end) / 2
        let count = min(Int(max((end - start) / 2, 0) / step + 0.5), maxLines)
        return (-count..<count).map { middle + (Double($0) + 0.5) * step }
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
            .fill(shadow, Color(0, 0, 0, alpha: 64)), .fill(drop, MapPiece.accent),
            .fill(.circle(center: head, radius: 4.6), .white),
        ]
    }
}

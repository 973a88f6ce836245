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

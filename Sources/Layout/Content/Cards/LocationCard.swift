import Conversation
import Scene
import Theme

/// A place: a map of no particular town with a pin in it, then its name, address and coordinates.
struct LocationCard {
    let look: CardLook

    func pieces(_ location: Location) -> [any Piece] {
        let kind = look.phrases[location.isLive ? .liveLocation : .location]
        let coordinates = LocationCard.coordinates(location)
        let told = [location.name, location.address, coordinates].compactMap { $0 }
            .filter { !$0.isEmpty }
        let width = MediaSize(style: look.theme.media, maxWidth: look.bubbleWidth).wide
        let live =
            location.isLive ? look.mark(kind, color: .white, size: 11, width: width - 30) : nil
        let map = MapPiece(
            map: MapDrawing(
                seed: coordinates ?? told.joined(), isDark: look.theme.isDark),
            size: Size(width, min(max(width * 0.52, 72), 140)), live: live,
            accent: Color(235, 72, 60), alt: ([kind] + told).joined(separator: ", "),
            text: kind)
        let words = self.words(location, coordinates)
        return words.isEmpty ? [map] : [map, StackPiece(pieces: words, gap: 0)]
    }

    private func words(_ location: Location, _ coordinates: String?) -> [any Piece] {
        let width = look.width
        var words: [any Piece] = []
        if let name = location.name, !name.isEmpty {
            words.append(line(look.title(name, lines: 2, width: width)))
        }
        if let address = location.address, !address.isEmpty {
            words.append(line(look.small(address, lines: 3, width: width)))
        }
        if let coordinates { words.append(line(look.small(coordinates, width: width))) }
        return words
    }

    private func line(_ text: ShapedText) -> any Piece {
        TextPiece(text, alignment: look.alignment)
    }

    /// "52.52000, 13.40500"; nil for what is no place on earth.
    static func coordinates(_ location: Location) -> String? {
        guard let latitude = location.latitude, let longitude = location.longitude,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        return decimal(latitude) + ", " + decimal(longitude)
    }

    /// Five decimals are a metre.
    private static func decimal(_ degrees: Double) -> String {
        let parts = Int((abs(degrees) * 100_000).rounded())
        let fraction = String(parts % 100_000)
        let zeros = String(repeating: "0", count: 5 - fraction.count)
        return "\(degrees < 0 && parts > 0 ? "−" : "")\(parts / 100_000).\(zeros)\(fraction)"
    }
}

import Scene

/// The stacked buttons of an app's card. Buttons with an address are links.
struct ButtonsPiece: Piece {
    struct Button: Sendable {
        let label: ShapedText
        let url: String?
    }

    let buttons: [Button]
    let width: Double
    /// The color of the outlines.
    var line: Color?
    var ground: Color?
    let radius: Double

    /// The padding on both sides of a label.
    static let padding = 16.0
    private static let gap = 4.0

    private var height: Double {
        buttons.reduce(30) { max($0, $1.label.size.height + 12) }
    }

    var size: Size {
        let count = Double(buttons.count)
        return Size(width, count * height + max(count - 1, 0) * ButtonsPiece.gap)
    }

    /// Empty, because the card's text already includes the buttons.
    var text: String { "" }

    var breaks: [Double] {
        buttons.indices.dropFirst().map {
            Double($0) * (height + ButtonsPiece.gap) - ButtonsPiece.gap / 2
        }
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        var y = frame.minY
        for button in buttons {
            let place = Rect(frame.minX, y, frame.width, height)
            let outline = Path.rounded(place.inset(by: 0.5), min(radius, height / 2))
            if let ground { drawing.fill(outline, ground) }
            if let line { drawing.add(.stroke(outline, Stroke(line, width: 1))) }
            let label = button.label
            drawing.text(
                label,
                at: Point(
                    place.midX - label.size.width / 2, place.midY - label.size.height / 2))
            if let url = button.url { drawing.add(.link(place, url: url)) }
            y += height + ButtonsPiece.gap
        }
    }
}

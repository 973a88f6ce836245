import Conversation
import Scene
import Theme

/// A participant's picture in a circle, or initials on a colour of their own.
struct Avatar: Sendable {
    private let picture: PictureID?
    private let initials: ShapedText?
    private let ground: Color
    private let style: AvatarStyle

    init(
        participant: Participant, number: Int, style: AvatarStyle, look: TextStyle,
        pictures: PictureTable, measurer: any TextMeasurer
    ) {
        self.style = style
        picture = participant.avatar.flatMap { pictures.media($0)?.id }
        let colors = style.colors
        ground =
            participant.color.map { Color(rgb: $0) }
            ?? (colors.isEmpty ? Color(142, 142, 147) : colors[number % colors.count])
        guard picture == nil else {
            initials = nil
            return
        }
        var text = look
        text.size = style.size * 0.42
        text.lineHeight = style.size * 0.5
        text.weight = 600
        text.tracking = 0
        initials = measurer.shape(
            StyledText(
                Avatar.initials(of: participant.name), style: text, color: style.initialsColor,
                alignment: .center, lineLimit: 1),
            width: style.size)
    }

    /// The first letters of the first and the last word.
    static func initials(of name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let letters = words.compactMap { word in word.first { $0.isLetter || $0.isNumber } }
        guard let first = letters.first else { return String(name.first ?? "#") }
        guard letters.count > 1, let last = letters.last else { return String(first).uppercased() }
        return (String(first) + String(last)).uppercased()
    }

    /// Against the edge at `edge.x`, its foot at `edge.y` or its head at `top`.
    func draw(at edge: Point, top: Double, side: Side, on drawing: inout Drawing) {
        let y = style.place == .last ? edge.y - style.size : top
        draw(
            in: Rect(side == .left ? edge.x : edge.x - style.size, y, style.size, style.size),
            on: &drawing)
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let outline = Path.rounded(frame, style.radius)
        drawing.ink = drawing.ink.union(frame)
        if let picture {
            drawing.add(.picture(PlacedPicture(picture, frame: frame, fit: .cover, clip: outline)))
        } else {
            drawing.fill(outline, ground)
        }
        if let initials {
            drawing.letter(
                initials,
                at: Point(
                    frame.midX - initials.size.width / 2, frame.midY - initials.size.height / 2))
        }
    }
}

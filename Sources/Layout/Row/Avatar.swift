import Model
import Scene
import Themes

/// A participant's picture with rounded corners, or initials or a silhouette on the participant's
/// color.
struct Avatar: Sendable {
    private let picture: PictureID?
    private let initials: ShapedText?
    private let ground: Color
    private let style: AvatarStyle

    init(
        participant: Participant, ground: Color, style: AvatarStyle, text: TextStyle,
        pictures: PictureTable, measurer: any TextMeasurer
    ) {
        self.style = style
        picture = participant.avatar.flatMap { pictures.media($0)?.id }
        self.ground = ground
        guard picture == nil else {
            initials = nil
            return
        }
        var text = text
        text.size = style.size * 0.42
        text.lineHeight = style.size * 0.5
        text.weight = 600
        text.tracking = 0
        let name = participant.name.shortened(toLines: 1)
        initials = Avatar.initials(of: name).map { letters in
            measurer.shape(
                StyledText(
                    letters, style: text, color: style.initialsColor, alignment: .center,
                    lineLimit: 1),
                width: style.size)
        }
    }

    /// The initials of the first and the last word that begin with a letter. Text in brackets is
    /// ignored. Returns nil for names without such a word, for example phone numbers.
    static func initials(of name: String) -> String? {
        var depth = 0
        let outside = name.map { character -> Character in
            if "([{（［【".contains(character) { depth += 1 }
            defer { if ")]}）］】".contains(character) { depth = max(depth - 1, 0) } }
            return depth > 0 ? " " : character
        }
        let letters = outside.split(whereSeparator: \.isWhitespace).compactMap { word in
            word.first { $0.isLetter || $0.isNumber }
        }.filter(\.isLetter)
        guard let first = letters.first else { return nil }
        return ([first] + (letters.count > 1 ? letters.suffix(1) : [])).map { letter in
            // "ß" would become two letters.
            let large = letter.uppercased()
            return large.count == 1 ? large : String(letter)
        }.joined()
    }

    var minHeight: Double { style.place == .last ? 0 : style.size }

    /// Draws the avatar against `edge.x`, with its bottom at `edge.y` or its top at `top`.
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
        if picture == nil, initials == nil {
            let place = frame.inset(by: frame.width * 0.2)
            drawing.add(Mark.person.nodes(in: place, style.initialsColor))
        } else if let initials {
            drawing.letter(
                initials,
                at: Point(
                    frame.midX - initials.size.width / 2, frame.midY - initials.size.height / 2))
        }
    }
}

import Basics
import Scene

enum TextKeys {
    static let all: [Key<TextStyles>] = [
        families,
        Key("body", \.body, .style, "message text"),
        Key("sender", \.sender, .style, "names of senders"),
        Key(
            "time", \.time, .colored,
            "times outside bubbles; inside, their color is the bubble's `secondary`"),
        dayHeader,
        Key("status", \.status, .colored, "delivery status (“Delivered”, “Read”)"),
        Key("note", \.note, .colored, "notes (joined, left, renamed)"),
        Key("title", \.title, .colored, "the conversation's title"),
        Key("subtitle", \.subtitle, .colored, "the line below the title"),
        Key("mono", \.mono, .style, "code"),
        Key("small", \.small, .style, "captions, file sizes, quoted text"),
        Key("mentions", \.mentions, .choice, "mentions of participants, such as `@Ana`"),
        Key("tags", \.tags, .choice, "hashtags, such as `#lake`"),
    ]

    /// The fonts of all styles except code. A style's own list, which is read later, takes
    /// precedence.
    private static let families = Key<TextStyles>(
        "families",
        lines: [
            KeyLine(
                path: "families", words: ValueSyntax.families.words,
                meaning: "the fonts of all styles except `mono`")
        ],
        read: { json, styles, reading in
            guard json != .null else { return }
            guard let families = ValueSyntax.families.read(json, styles.body.families, &reading)
            else {
                return
            }
            styles.body.families = families
            styles.sender.families = families
            styles.time.style.families = families
            styles.dayHeader.style.families = families
            styles.status.style.families = families
            styles.note.style.families = families
            styles.title.style.families = families
            styles.subtitle.style.families = families
            styles.small.families = families
        },
        write: { _, _ in nil })

    /// A colored style with an additional key, whose property is beside the style in the model.
    private static let dayHeader: Key<TextStyles> = {
        let colored = ValueSyntax<TextStyles.Colored>.colored
        let weight = Key(
            "day_weight", optional: \TextStyles.dayHeaderDayWeight, .integer(100...900),
            "the weight of the day in its header")
        let style = Key("day_header", \TextStyles.dayHeader, colored, "day headers")
        return Key<TextStyles>(
            "day_header",
            lines: [
                KeyLine(
                    path: "day_header", words: "object as `text.time`",
                    meaning: "day headers")
            ] + weight.lines.map { $0.below("day_header") },
            read: { json, styles, reading in
                guard case .object(let members) = json else {
                    return style.read(json, &styles, &reading)
                }
                let others = JSONValue.object(members.filter { $0.key != weight.name })
                style.read(others, &styles, &reading)
                if let json = json[weight.name] {
                    reading.at(weight.name) { weight.read(json, &styles, &$0) }
                }
            },
            write: { styles, pictures in
                guard case .object(let members)? = style.write(styles, pictures) else { return nil }
                let value = weight.write(styles, pictures) ?? .null
                return .object(members + [JSONValue.Member(weight.name, value)])
            })
    }()
}

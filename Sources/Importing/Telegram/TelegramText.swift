import Basics
import Model

/// Telegram's texts: `text_entities`, or `text` as a string or a mixed array.
enum TelegramText {
    static func blocks(_ message: JSONValue) -> [TextBlock] {
        bodyBuilder(message).blocks
    }

    static func plain(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): text
        case .array(let parts):
            parts.map { $0.string ?? $0.text("text") ?? "" }.joined()
        // Polls of newer versions wrap their texts.
        case .object: plain(value?["text"])
        case .null, .bool, .number, nil: ""
        }
    }

    private static func bodyBuilder(_ message: JSONValue) -> Body.Builder {
        var bodyBuilder = Body.Builder()
        let entities = message.list("text_entities")
        guard entities.isEmpty else {
            for entity in entities { append(entity, to: &bodyBuilder) }
            return bodyBuilder
        }
        switch message["text"] {
        case .string(let text): bodyBuilder.append(text)
        case .array(let parts):
            for part in parts {
                if let text = part.string {
                    bodyBuilder.append(text)
                } else {
                    append(part, to: &bodyBuilder)
                }
            }
        case .null, .bool, .number, .object, nil: break
        }
        return bodyBuilder
    }

    private static func append(_ entity: JSONValue, to bodyBuilder: inout Body.Builder) {
        guard let text = entity.text("text") else { return }
        bodyBuilder.append(text, kind(entity, text))
    }

    private static func kind(_ entity: JSONValue, _ text: String) -> TextMark.Kind? {
        switch entity.text("type") {
        case "bold": .entity(.bold)
        case "italic": .entity(.italic)
        case "underline": .entity(.underline)
        case "strikethrough": .entity(.strike)
        case "spoiler": .entity(.spoiler)
        case "code": .entity(.code)
        case "pre": .code(language: entity.text("language"))
        case "blockquote": .quote
        case "mention", "mention_name": .entity(.mention)
        case "hashtag", "cashtag", "bot_command": .entity(.hashtag)
        case "text_link": entity.text("href").flatMap(Link.mark)
        case "link": Link.mark(text.holds("://") ? text : "https://" + text)
        case "email": Link.mark("mailto:" + text)
        case "phone": Link.mark("tel:" + text.filter { !$0.isWhitespace })
        case "custom_emoji":
            TelegramEmoji.name(entity).map { .entity(.customEmoji(name: $0)) }
        default: nil
        }
    }
}

import JSON
import Markup

/// Texts that ChatGPT writes beside a chat: made and changed by messages to a tool of its own.
enum ChatGPTCanvas {
    /// The text that a message makes, as its reader sees it; nil where it makes none, or what it
    /// says cannot be read: it is shown as it stands then.
    static func text(to recipient: String, _ source: String) -> [TextBlock]? {
        guard recipient == "canmore.create_textdoc",
            let document = JSONValue(inText: source),
            let text = document.text("content")
        else { return nil }
        let name = document.text("name").map { CleanText.line($0) }
        let title = name.map { Body.plain($0) } ?? []
        let type = document.text("type") ?? "document"
        guard type != "document" else { return title + Body.markdown(text) }
        let language = type.hasPrefix("code/") ? String(type.dropFirst(5)) : nil
        return title + [.code(language: language, text: CleanText.clean(text))]
    }
}

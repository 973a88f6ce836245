import Basics
import Model

/// Documents that ChatGPT writes beside a chat. Messages to a separate tool create and change them.
enum ChatGPTCanvas {
    /// Returns the document that a message creates, as the reader sees it. Returns nil if the
    /// message creates none or cannot be parsed; the message is then shown verbatim.
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

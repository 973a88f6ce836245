import Basics
import Model

/// Documents that assistants write beside a chat: ChatGPT's canvas, Claude's and Grok's artifacts.
enum AssistantDocument {
    private static func blocks(
        _ text: String, title: String?, isCode: Bool, language: String?
    ) -> [TextBlock] {
        let title = title.map { Body.plain(CleanText.line($0)) } ?? []
        guard isCode else { return title + Body.markdown(text) }
        return title + [.code(language: language, text: CleanText.clean(text))]
    }

    /// Returns the document that a message to a tool of ChatGPT creates. Returns nil if the message
    /// creates none or cannot be parsed; the message is then shown verbatim.
    static func canvas(to recipient: String, _ source: String) -> [TextBlock]? {
        guard recipient == "canmore.create_textdoc",
            let document = JSONValue(inText: source),
            let text = document.text("content")
        else { return nil }
        let type = document.text("type") ?? "document"
        let language = type.hasPrefix("code/") ? String(type.dropFirst(5)) : nil
        return blocks(
            text, title: document.text("name"), isCode: type != "document", language: language)
    }

    /// Returns an artifact that a tool call of Claude writes.
    static func blocks(of artifact: JSONValue) -> [TextBlock] {
        self.artifact(
            artifact.text("content") ?? "", title: artifact.text("title"),
            type: artifact.text("type"), language: artifact.text("language"))
    }

    /// - Parameter type: the media type, such as `text/markdown` or `application/vnd.ant.code`.
    private static func artifact(
        _ text: String, title: String?, type: String?, language: String?
    ) -> [TextBlock] {
        var text = text.drop(while: \.isNewline)
        while text.last?.isNewline == true { text.removeLast() }
        let kind = type?.split { "/.+".contains($0) }.last.map(String.init) ?? "markdown"
        return blocks(
            String(text), title: title, isCode: kind != "markdown",
            language: language ?? (["code", "plain"].contains(kind) ? nil : kind))
    }

    /// Converts an answer with artifacts in its text: `<antArtifact title="…">…</antArtifact>`.
    static func blocks(of answer: String, artifacts name: String) -> [TextBlock] {
        EmbeddedElements.parts(of: answer, named: name).flatMap { part in
            switch part {
            case .text(let text): Body.markdown(text)
            case .element(let tag, let text):
                artifact(
                    text, title: tag["title"], type: tag["type"] ?? tag["contenttype"],
                    language: tag["language"])
            }
        }
    }
}

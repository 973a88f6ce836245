import Conversation
import JSON
import Markup

/// One question with its answer.
struct GeminiRecord {
    /// The chat's id, empty where no address tells it.
    private(set) var chat = ""
    private(set) var at: Moment?
    private(set) var prompt: String
    private(set) var answer: [TextBlock] = []
    private(set) var files: [String] = []

    /// The verb before what was asked, in the languages that Takeout is known in; others stay with it.
    private static let verbs = ["Prompted ", "Asked ", "Eingegebener Prompt: ", "Requête : "]

    private static func question(_ title: String) -> String {
        guard let verb = verbs.first(where: title.hasPrefix) else { return title }
        return String(title.dropFirst(verb.count))
    }

    private static func chat(in address: String) -> String? {
        guard let place = address.place(of: "/app/") else { return nil }
        let id = address[place.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return id.isEmpty ? nil : String(id)
    }

    init(_ source: JSONValue, _ builder: inout ConversationBuilder) {
        prompt = Self.question(source.text("title") ?? "")
        at = source.text("time").flatMap { builder.moment($0) }
        let addresses = source.list("details").compactMap { $0.text("url") ?? $0.text("name") }
        chat = (addresses + [source.text("titleUrl") ?? ""]).lazy.compactMap(Self.chat).first ?? ""
        for item in source.list("safeHtmlItem") {
            answer += AnswerPage.blocks(MarkedText.root(of: item.text("html") ?? ""))
        }
        files = source.list("attachedFiles").compactMap { $0.string ?? $0.text("name") }
        if let picture = source.text("imageFile") { files.append(picture) }
    }

    /// `Prompted WORDS<br>TIME<br>ANSWER` in the cell for content.
    init(page cell: HTMLElement, _ builder: inout ConversationBuilder) {
        prompt = ""
        guard let content = cell.first("content-cell") else { return }
        var words = ""
        var rest = HTMLElement(name: "div", attributes: [])
        for child in content.children {
            if at != nil {
                rest.children.append(child)
            } else if case .text(let text) = child,
                let time = PageTime.moment(text.trimmingBlanks(), &builder)
            {
                at = time
            } else if case .text(let text) = child {
                words += text
            } else if case .element(let element) = child {
                words += element.name == "br" ? "\n" : element.text
            }
        }
        let plain = words.replacing("\u{A0}", with: " ").trimmingBlanks()
        prompt = Self.question(plain)
        answer = AnswerPage.blocks(rest)
        for link in cell.all(tag: "a") {
            if chat.isEmpty, let id = Self.chat(in: link["href"] ?? "") { chat = id }
        }
        files = cell.all(tag: "img").compactMap { $0["src"] }.filter { !$0.holds("://") }
    }
}

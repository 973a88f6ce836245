import Basics
import Model

/// One question with its answer.
struct GeminiRecord {
    /// The ID of the chat, or empty if the record has no address.
    private(set) var chat = ""
    private(set) var at: Moment?
    private(set) var prompt: String
    private(set) var answer: [TextBlock] = []
    private(set) var files: [String] = []

    /// Whether the verb before the prompt was recognized and removed.
    private var hasKnownVerb = false

    /// The verbs before prompts in the known languages of Takeout.
    private static let verbs = ["Prompted ", "Asked ", "Eingegebener Prompt: ", "Requête : "]

    private static func question(_ title: String) -> (prompt: String, hasVerb: Bool) {
        guard let verb = verbs.first(where: title.hasPrefix) else { return (title, false) }
        return (String(title.dropFirst(verb.count)), true)
    }

    private static let maxVerb = 40

    /// Removes the verb in an unknown language: the text up to the first colon, if several prompts
    /// all begin with it.
    static func removeUnknownVerb(from records: inout [GeminiRecord]) {
        let answered = records.filter { !$0.answer.isEmpty }
        guard answered.count > 1, !answered.contains(where: \.hasKnownVerb),
            let colon = answered[0].prompt.prefix(maxVerb).place(of: ": ")
        else { return }
        let verb = answered[0].prompt[..<colon.upperBound]
        guard answered.allSatisfy({ $0.prompt.hasPrefix(verb) }) else { return }
        for index in records.indices where records[index].prompt.hasPrefix(verb) {
            records[index].prompt.removeFirst(verb.count)
        }
    }

    /// The question and its answer.
    var turns: TurnRecord {
        let files = files.map {
            RecordFile(Attachment(kind: FileKind.kind(name: $0)), at: .path($0))
        }
        return TurnRecord(at, [.user(prompt, files: files), Turn(.answer, answer)])
    }

    private static func chat(in address: String) -> String? {
        guard let place = address.place(of: "/app/") else { return nil }
        let id = address[place.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return id.isEmpty ? nil : String(id)
    }

    init(_ source: JSONValue, _ clock: inout Clock) {
        (prompt, hasKnownVerb) = Self.question(source.text("title") ?? "")
        at = clock.moment(source.text("time"))
        let addresses = source.list("details").compactMap { $0.text("url") ?? $0.text("name") }
        chat = (addresses + [source.text("titleUrl") ?? ""]).lazy.compactMap(Self.chat).first ?? ""
        for item in source.list("safeHtmlItem") {
            answer += AnswerPage.blocks(HTMLMarkup.root(of: item.text("html") ?? ""))
        }
        files = source.list("attachedFiles").compactMap { $0.string ?? $0.text("name") }
        if let picture = source.text("imageFile") { files.append(picture) }
    }

    /// - Parameter cell: the content cell, `Prompted WORDS<br>TIME<br>ANSWER`.
    init(page cell: HTMLElement, _ clock: inout Clock) {
        prompt = ""
        guard let content = cell.first("content-cell") else { return }
        var words = ""
        var rest = HTMLElement(name: "div", attributes: [])
        for child in content.children {
            if at != nil {
                rest.children.append(child)
            } else if case .text(let text) = child,
                let time = PageTime.moment(text.trimmingBlanks(), &clock)
            {
                at = time
            } else if case .text(let text) = child {
                words += text
            } else if case .element(let element) = child {
                words += element.name == "br" ? "\n" : element.text
            }
        }
        let plain = words.replacing("\u{A0}", with: " ").trimmingBlanks()
        (prompt, hasKnownVerb) = Self.question(plain)
        answer = AnswerPage.blocks(rest)
        for link in cell.all(tag: "a") {
            if chat.isEmpty, let id = Self.chat(in: link["href"] ?? "") { chat = id }
        }
        files = cell.all(tag: "img").compactMap { $0["src"] }.filter { !$0.holds("://") }
    }
}

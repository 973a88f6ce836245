import Basics
import Model

/// Gemini's part of a Google Takeout: a list of prompts with their answers, as JSON or as an HTML
/// page, which is the default.
enum GeminiActivity {
    static let importer = Importer(
        name: "gemini", title: "Gemini",
        summary: "MyActivity.json or .html of Gemini Apps in Google's Takeout",
        reading: .one, read: read)

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        var records: [GeminiRecord] = []
        if JSONShape(builder.sources.head(of: file)) != nil {
            let document = try builder.sources.json(file)
            try document.forEach(at: []) { record, _ throws(ImportError) in
                records.append(GeminiRecord(record, &builder.clock))
            }
        } else {
            let bytes = try builder.sources.decoded(file)
            try builder.forEachElement(of: bytes, through: ["mdl-grid", "mdl-typography"]) {
                element, builder throws(ImportError) in
                let cells = element.has("outer-cell") ? [element] : element.all("outer-cell")
                for cell in cells { records.append(GeminiRecord(page: cell, &builder.clock)) }
            }
        }
        GeminiRecord.removeUnknownVerb(from: &records)
        try fill(records, &builder)
    }

    /// The records are newest first. Only an address identifies the chat of a record, and not every
    /// record has an address.
    private static func fill(
        _ records: [GeminiRecord], _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var chats: [String] = []
        var names: [String: String] = [:]
        for record in records.reversed() {
            if names[record.chat] == nil { chats.append(record.chat) }
            names[record.chat] = names[record.chat] ?? record.prompt
        }
        let choices = chats.map { id in
            let name = names[id].map { CleanText.line(String($0.prefix(60))) } ?? id
            return ChatName(id: id, name: name.isEmpty ? "Gemini" : name)
        }
        // With fewer than two chats there is nothing to choose.
        if chats.count < 2 { builder.options.chat = nil }
        let groups = Dictionary(grouping: records.reversed(), by: \.chat)
        try builder.choose(choices) { index, builder throws(ImportError) in
            var talk = AssistantTranscript("Gemini", &builder)
            for record in groups[chats[index]] ?? [] {
                try talk.add(record.turns, &builder)
            }
            talk.end(RecordContext(clock: builder.clock), &builder)
        }
    }
}

/// One question with its answer.
private struct GeminiRecord {
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
        if let picture = source.text("imageFile"), !files.contains(picture) {
            files.append(picture)
        }
    }

    /// - Parameter cell: the content cell, `Prompted WORDS<br>TIME<br>ANSWER`. A line for each
    ///   attached file may follow the words, after a line that states their number.
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
                words += text.replacing("\u{A0}", with: " ")
            } else if case .element(let element) = child {
                if let file = Self.file(element), let start = Self.listStart(in: words) {
                    files.append(file)
                    words.removeSubrange(start...)
                } else {
                    words += element.name == "br" ? "\n" : element.text
                }
            }
        }
        (prompt, hasKnownVerb) = Self.question(
            Self.withoutCount(words.trimmingBlanks(), of: files.count))
        answer = AnswerPage.blocks(rest)
        for link in cell.all(tag: "a") {
            if chat.isEmpty, let id = Self.chat(in: link["href"] ?? "") { chat = id }
        }
        for picture in cell.all(tag: "img").compactMap({ $0["src"] }) where !picture.holds("://") {
            let path = Path.percentDecoded(picture)
            if !files.contains(path) { files.append(path) }
        }
    }

    /// Returns the path in a link to a file of the export.
    private static func file(_ link: HTMLElement) -> String? {
        guard link.name == "a", let path = link["href"], !path.isEmpty, !path.holds(":"),
            !path.hasPrefix("#")
        else { return nil }
        return Path.percentDecoded(path)
    }

    /// Returns the beginning of the last line if it has only the dash before an attached file.
    private static func listStart(in words: String) -> String.Index? {
        let dash = words.suffix(8).lastIndex(of: "\n").map(words.index(after:))
        return dash.flatMap { words[$0...].trimmingBlanks() == "-" ? $0 : nil }
    }

    /// Removes the last line, such as `Attached 2 files.` in any language, if it states the number
    /// of the attached files.
    private static func withoutCount(_ words: String, of files: Int) -> String {
        guard files > 0, let end = words.lastIndex(of: "\n") else { return words }
        let numbers = words[end...].split { $0.wholeNumberValue == nil }
        let isCount =
            numbers.count == 1
            && numbers[0].compactMap(\.wholeNumberValue)
                .reduce(0) { min($0 * 10 + $1, 1 << 20) } == files
        return isCount ? words[..<end].trimmingBlanks() : words
    }
}

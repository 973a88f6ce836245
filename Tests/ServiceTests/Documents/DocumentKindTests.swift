import Basics
import Foundation
import Model
import Testing

/// Every kind of content that a conversation can hold, in a PDF: as searchable text and as the text
/// that a screen reader speaks.
@Suite struct DocumentKindTests {
    private static let fixture = "Tests/Fixtures/Conversations/every-kind.json"
    /// Themes that together show everything: bubbles, times in bubbles, paper.
    private static let looks = ["imessage", "whatsapp", "print"]

    private static func json(_ path: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: RunningService.file(path)) as? [String: Any] ?? [:]
    }

    private static func messages() throws -> [[String: Any]] {
        try json(fixture)["messages"] as? [[String: Any]] ?? []
    }

    private func document(_ query: String) throws -> Data {
        try service.render(
            String(decoding: RunningService.file(Self.fixture), as: UTF8.self),
            to: "/render.pdf?" + query
        ).body
    }

    /// The words of the pages, joined with single spaces.
    private func words(_ document: Data) throws -> String {
        try tool(["pdftotext", "FILE", "-"], on: document).text.split(
            whereSeparator: \.isWhitespace
        )
        .joined(separator: " ")
    }

    /// The vowels have no width in their font, and are drawn below or above the letter before.
    @Test func tibetanVowelsAreNotFollowedBySpaces() throws {
        let lines = ["བདེ་ལེགས", "སང་ཉིན་མཇལ་ཡོང་།"]
        let talk = #"{"messages":["\#(lines[0])","\#(lines[1])"]}"#
        let pdf = try InProcessService().post(talk, to: "/render.pdf").body
        let text = try pageText(of: pdf)
        for line in lines { #expect(text.contains(line)) }
    }

    @Test(arguments: looks)
    func everyKindIsSpokenAndShown(look: String) throws {
        let document = try document("theme=" + look)
        let structure = try DocumentStructure(document)
        let text = try words(document)
        // In the order of the conversation, with one paragraph for each message.
        let paragraphs = structure.paragraphs.dropFirst()
        try #require(paragraphs.count == SpokenKind.all.count)
        for (kind, said) in zip(SpokenKind.all, paragraphs) {
            for words in kind.spoken {
                #expect(said.text.contains(words), "\(kind.id): \(words) in \(said.text)")
            }
            // The print theme describes places only in words.
            let isPlace = look == "print" && kind.id.hasSuffix("location")
            #expect(said.figures == (isPlace ? [] : kind.figures), "\(kind.id)")
            #expect(said.links == kind.links, "\(kind.id)")
            for part in kind.parts { #expect(said.parts.contains(part), "\(kind.id): \(part)") }
            // Apps state votes and deletions in their own form.
            let isOwn = look != "print" && ["poll", "deleted"].contains(kind.id)
            for words in kind.shown where !isOwn {
                #expect(text.contains(words), "\(kind.id): \(words)")
            }
        }
        #expect(structure.looseFigures == 0)
        // A page has a title and a paragraph that lists the participants.
        #expect(structure.headings == ["/H1", "/H2"])
        #expect(text.contains("Ana · You"))
        #expect(text.contains("Sunday, May 31, 2026"))
    }

    /// The sender is spoken even if the theme draws no name.
    @Test(arguments: ["imessage", "whatsapp", "messenger", "classic-sms"])
    func everyMessageNamesItsSender(look: String) throws {
        let structure = try DocumentStructure(document("theme=" + look))
        let messages = try DocumentKindTests.messages()
        // The list of participants is a paragraph as well.
        let paragraphs = structure.paragraphs.dropFirst()
        try #require(paragraphs.count == messages.count)
        for (message, said) in zip(messages, paragraphs) {
            let kind = message["kind"] as? String
            guard kind != "system", kind != "note", kind != "unread" else { continue }
            // A notice of a call between two people names nobody.
            if look == "imessage", kind == "call" { continue }
            let name = message["from"] as? String == "ana" ? "Ana" : "Ben"
            let id = message["id"] as? String ?? ""
            // The first message of a run by Ben draws his name.
            #expect(said.text.hasPrefix(name) || name == "Ben", "\(id): \(said.text)")
        }
    }

    /// The language that the caller stated, otherwise the one of the script.
    @Test func everyMessageHasItsLanguage() throws {
        let structure = try DocumentStructure(document(""))
        let messages = try DocumentKindTests.messages()
        let paragraphs = structure.paragraphs.dropFirst()
        try #require(paragraphs.count == messages.count)
        for (message, said) in zip(messages, paragraphs) {
            let id = message["id"] as? String ?? ""
            let wanted = message["lang"] as? String ?? (id == "direction" ? "he" : nil)
            #expect(said.language == wanted, "\(id)")
        }
    }

    @Test func plainDocumentsShowTheSameWords() throws {
        let plain = try words(document("archival=false"))
        #expect(try plain == words(document("")) && plain.contains("Plainly said"))
    }

    @Test func everyMessageOfTheFixtureHasAnExpectation() throws {
        let ids = try DocumentKindTests.messages().compactMap { $0["id"] as? String }
        #expect(ids == SpokenKind.all.map(\.id))
    }

    /// Every field of the schema must also occur in the fixture.
    @Test func theFixtureUsesEveryField() throws {
        let file = try RunningService.file("config/schema.json")
        let whole = try RequestSchema([UInt8](file)).value.bytes
        let schema =
            try (JSONSerialization.jsonObject(with: Data(whole)) as? [String: Any])?["$defs"]
            as? [String: Any]
        func definition(_ name: String) -> [String: Any] { schema?[name] as? [String: Any] ?? [:] }
        func properties(_ name: String) -> Set<String> {
            Set((definition(name)["properties"] as? [String: Any] ?? [:]).keys)
        }
        let messages = try DocumentKindTests.messages()
        let attachments = messages.flatMap { $0["attachments"] as? [[String: Any]] ?? [] }
        // Synonyms, and fields that only requests for other programs or joined ones have.
        let synonyms: Set<String> = [
            "sender", "author", "is_me", "from_me", "role", "name", "time", "timestamp", "date",
            "type", "content", "body", "tool_calls", "sources", "differences",
        ]
        let wanted = properties("messageObject").subtracting(synonyms)
        #expect(wanted.count > 30 && wanted.subtracting(messages.flatMap(\.keys)).isEmpty)
        // Synonyms, and fields that only produce a warning.
        let parts = properties("attachment").subtracting([
            "type", "source", "filename", "thumbnail", "spoiler", "view_once", "expires",
            "expires_at", "ttl",
            // Only documents that lack the file show why, and its digest.
            "omitted", "sha256",
        ])
        #expect(parts.count > 15)
        // The stated size of a picture changes nothing in a document.
        #expect(parts.subtracting(attachments.flatMap(\.keys)) == [])
        let kinds = definition("attachmentKind")["enum"] as? [Any] ?? []
        let named = Set(kinds.compactMap { $0 as? String })
        #expect(named.count > 10)
        #expect(named.subtracting(attachments.compactMap { $0["kind"] as? String }).isEmpty)
        let message = definition("messageObject")["properties"] as? [String: Any]
        let statuses = (message?["status"] as? [String: Any])?["enum"] as? [Any] ?? []
        let states = Set(statuses.compactMap { $0 as? String })
        #expect(states.count == 6)
        #expect(states.subtracting(messages.compactMap { $0["status"] as? String }).isEmpty)
    }
}

/// The expected document content for one message of `every-kind.json`.
struct SpokenKind {
    let id: String
    /// The text that a screen reader speaks although it is not drawn.
    let spoken: [String]
    /// The searchable text on the page; the spoken text unless stated.
    let shown: [String]
    /// The alternative texts of its figures.
    let figures: [String]
    let links: [String]
    let parts: [String]

    private init(
        _ id: String, _ shown: [String], spoken: [String] = [], figures: [String] = [],
        links: [String] = [], parts: [String] = []
    ) {
        self.id = id
        self.spoken = spoken
        self.shown = shown
        self.parts = parts
        self.figures = figures
        self.links = links.map { "https://example.org/" + $0 }
    }

    static let all = [
        SpokenKind("text", ["Plainly said, see https://example.org/page"], links: ["page"]),
        SpokenKind(
            "format",
            [
                "strong and slanted", "first item", "second item", "quoted words", "let code = 1",
                "head", "cell",
            ],
            parts: [
                "/BlockQuote", "/L", "/LI", "/Lbl", "/LBody", "/Table", "/TR", "/TH", "/TD",
                "/Code",
            ]),
        SpokenKind(
            "entities", ["hidden 😀 shown"], spoken: ["Contains a spoiler"], links: ["target"]),
        SpokenKind("custom emoji", ["custom :blob: emoji"]),
        SpokenKind("language", ["Guten Morgen"]),
        SpokenKind("direction", ["שלום עולם"]),
        SpokenKind("subject", ["Subject line", "under a subject"]),
        SpokenKind("image", ["Photo caption"], figures: ["A blue field"]),
        SpokenKind("video", ["1:13", "Film caption"], figures: ["Video, 1:13"]),
        SpokenKind("gif", [], figures: ["A waving cat"]),
        SpokenKind("sticker", [], figures: ["A thumb"]),
        SpokenKind("voice", ["0:14", "Transcript", "Call me back"], spoken: ["Voice message"]),
        SpokenKind("audio", ["Song title", "Band name · 3:20"], spoken: ["Audio"]),
        SpokenKind("video_note", ["0:09"], figures: ["Video message, 0:09"]),
        SpokenKind("file", ["plan.pdf", "482 KB"], spoken: ["File"]),
        SpokenKind("attached contact", ["Dora Attached"], spoken: ["Contact"]),
        SpokenKind("attached location", ["Attached place"], figures: ["Location, Attached place"]),
        SpokenKind(
            "card", ["AppName", "Card title", "Card words", "Review button"],
            links: ["card", "button"]),
        SpokenKind("unknown attachment", ["thing.holo", "hologram", "Hologram caption"]),
        SpokenKind("missing", ["IMG_7.jpg", "not in export"]),
        SpokenKind("album", [], figures: ["First of two", "Second of two"]),
        SpokenKind(
            "poll",
            [
                "Where shall we go?", "Final results", "Rome", "3 · 75%", "Ana and Ben", "Oslo",
                "1 · 25%", "4 voters",
            ],
            spoken: ["your choice"]),
        SpokenKind("open poll", ["Still undecided?", "Perhaps"]),
        SpokenKind(
            "location", ["Alexanderplatz", "Berlin Mitte", "52.52000, 13.40500"],
            figures: ["Location, Alexanderplatz, Berlin Mitte, 52.52000, 13.40500"]),
        SpokenKind(
            "live location", ["Live location", "1.50000, 2.50000"],
            figures: ["Live location, 1.50000, 2.50000"]),
        SpokenKind(
            "contact", ["Cem Demir", "+49 30 1234", "cem@example.org"], spoken: ["Contact"]),
        SpokenKind(
            "link", ["Look here", "Site name", "Page title", "Words of a page"], links: ["a"]),
        SpokenKind("missed call", ["Missed video call"]),
        SpokenKind("answered call", ["Outgoing voice call", "12 min 34 s"]),
        SpokenKind("declined call", ["Outgoing voice call", "Declined"]),
        SpokenKind("busy call", ["Outgoing voice call", "Line busy"]),
        SpokenKind("unanswered call", ["Outgoing voice call", "No answer"]),
        SpokenKind("failed call", ["Outgoing voice call", "Call failed"]),
        SpokenKind("system", ["Ana added Ben"]),
        SpokenKind("words of the system", ["Something happened"]),
        SpokenKind("note", ["A note to the file"]),
        SpokenKind("unknown kind", ["Unsupported message: telepathy", "Thought words"]),
        SpokenKind("payment", ["€20.00", "Payment received", "Pizza money"]),
        SpokenKind("reply", ["Answering words"], parts: ["/BlockQuote"]),
        SpokenKind("reply to what is absent", ["Answering the absent"], parts: ["/BlockQuote"]),
        SpokenKind("thread", ["Thread head", "12 replies"]),
        SpokenKind("in the thread", ["In the thread"]),
        SpokenKind("forwarded", ["Forwarded from Dora", "Passed on"]),
        SpokenKind("reactions", ["Reacted to"], spoken: [":blob:"]),
        SpokenKind("edited", ["Present words", "Former words"], spoken: ["Former text"]),
        SpokenKind("deleted", ["This message was deleted"]),
        SpokenKind("deleted but known", ["Known words"]),
        SpokenKind("translation", ["Bonjour", "Translation", "Good day"]),
        SpokenKind("effect", ["Loud", "Sent with slam"]),
        SpokenKind("pinned", ["Pinned words"]),
        SpokenKind("starred", ["Starred words"]),
        SpokenKind("redacted", ["[redacted]"]),
        SpokenKind("sms", ["By text message"]),
        SpokenKind("sending", ["State is sending"]),
        SpokenKind("sent", ["State is sent"]),
        SpokenKind("delivered", ["State is delivered"]),
        SpokenKind("read", ["State is read"]),
        SpokenKind("played", ["State is played"]),
        SpokenKind("failed", ["State is failed"]),
        SpokenKind("unread", ["3 unread messages"]),
        SpokenKind("typing", [], figures: ["Typing…"]),
    ]
}

/// The structure tree of a PDF, which screen readers follow, read with qpdf.
struct DocumentStructure {
    struct Paragraph {
        /// The `ActualText` and `Alt` of its spans: text that is not drawn.
        var text = ""
        /// The structure types of the elements in the paragraph.
        var parts: [String] = []
        var language: String?
        /// The `Alt` of each figure in the paragraph.
        var figures: [String] = []
        /// The URLs of its links.
        var links: [String] = []
    }

    private(set) var paragraphs: [Paragraph] = []
    private(set) var headings: [String] = []
    /// The figures outside of any paragraph.
    private(set) var looseFigures = 0
    private let objects: [String: Any]

    enum Failure: Error { case unreadable }

    init(_ document: Data) throws {
        let output = try tool(["qpdf", "--json=2", "--json-key=qpdf", "FILE"], on: document)
        let json = try JSONSerialization.jsonObject(with: output.data) as? [String: Any]
        guard let parts = json?["qpdf"] as? [Any], parts.count == 2,
            let objects = parts[1] as? [String: Any]
        else { throw Failure.unreadable }
        self.objects = objects
        let trailer = (objects["trailer"] as? [String: Any])?["value"] as? [String: Any]
        let tree = dictionary(dictionary(trailer?["/Root"])?["/StructTreeRoot"])
        var paragraph: Paragraph?
        try walk(tree?["/K"], in: &paragraph, depth: 0)
    }

    private mutating func walk(
        _ node: Any?, in paragraph: inout Paragraph?, depth: Int
    ) throws {
        guard depth < 64 else { throw Failure.unreadable }
        let node = resolved(node)
        if let list = node as? [Any] {
            for child in list { try walk(child, in: &paragraph, depth: depth + 1) }
            return
        }
        guard let part = node as? [String: Any] else { return }
        if part["/Type"] as? String == "/OBJR" {
            let action = dictionary(dictionary(part["/Obj"])?["/A"])
            if let address = words(action?["/URI"]) { paragraph?.links.append(address) }
            return
        }
        guard let kind = part["/S"] as? String else { return }
        if kind == "/P" {
            var inner: Paragraph? = Paragraph()
            inner?.language = words(part["/Lang"])
            try walk(part["/K"], in: &inner, depth: depth + 1)
            if let inner { paragraphs.append(inner) }
            return
        }
        paragraph?.parts.append(kind)
        if kind == "/Span", let exact = words(part["/ActualText"]) {
            let before = paragraph?.text ?? ""
            paragraph?.text = before.isEmpty ? exact : before + "\n" + exact
        }
        if kind == "/Figure" {
            let alternative = words(part["/Alt"]) ?? ""
            if paragraph == nil { looseFigures += 1 }
            paragraph?.figures.append(alternative)
        }
        if kind.hasPrefix("/H") { headings.append(kind) }
        try walk(part["/K"], in: &paragraph, depth: depth + 1)
    }

    private func resolved(_ value: Any?) -> Any? {
        guard let name = value as? String, name.hasSuffix(" R"),
            let object = objects["obj:" + name] as? [String: Any]
        else { return value }
        return object["value"] ?? (object["stream"] as? [String: Any])?["dict"]
    }

    private func dictionary(_ value: Any?) -> [String: Any]? {
        resolved(value) as? [String: Any]
    }

    /// Nil for other bytes: qpdf writes text strings as `u:…`, and others as `b:…`.
    private func words(_ value: Any?) -> String? {
        guard let text = resolved(value) as? String, text.hasPrefix("u:") else { return nil }
        return String(text.dropFirst(2))
    }
}

/// In a PDF, every word is on exactly one page.
@Suite struct LongContentTests {
    private static func words(_ letter: Character) -> [String] {
        (1000..<1500).map { "\(letter)\($0)" }
    }

    private static func text(_ letter: Character, _ separator: String = " ") -> String {
        words(letter).joined(separator: separator)
    }

    /// Each is several pages tall and has words with a letter of its own.
    private static let messages = [
        #"{"from":"x","format":"markdown","text":"- \#(text("a"))"}"#,
        #"{"from":"x","format":"markdown","text":"1. b\n   ```\n   \#(text("b", #"\n   "#))\n   ```"}"#,
        #"{"from":"x","format":"markdown","text":"1. c\n   - \#(text("c", #"\n   - "#))"}"#,
        #"{"from":"x","format":"markdown","text":"|a|b|\n|-|-|\n|x|\#(text("d"))|\n|y|z|"}"#,
        #"{"kind":"system","text":"\#(text("e"))"}"#,
        #"{"from":"x","text":"\#(text("f"))"}"#,
        #"{"from":"x","attachments":[{"kind":"audio","duration":3,"transcript":"\#(text("g"))"}]}"#,
        #"{"from":"x","text":"a","reactions":[{"emoji":"+","by":["\#(text("h", #"",""#))"]}]}"#,
    ]
    private static let letters = "abcdefgh"

    private func document(_ query: String) throws -> Data {
        let talk =
            #"{"messages":["# + Self.messages.joined(separator: ",")
            + #"],"options":{"show":{"reaction_names":true}}}"#
        return try service.render(talk, to: "/render.pdf?" + query).body
    }

    private func checkWords(of document: Data) throws {
        let text = try pageText(of: document)
        let shown = text.matches(of: /\b[a-h]1[0-9]{3}\b/).map { String($0.0) }
        for letter in Self.letters {
            #expect(shown.filter { $0.first == letter } == Self.words(letter), "\(letter)")
        }
    }

    @Test(arguments: [
        "theme=whatsapp", "theme=print&page.size=a5&page.columns=2", "theme=susi",
        "theme=classic-sms", "theme=imessage&canvas=square",
    ])
    func everyWordIsOnOnePage(query: String) throws {
        try checkWords(of: document(query))
    }

    @Test func evidenceContainsEveryWordAndVerifies() throws {
        let document = try document("profile=evidence")
        try checkWords(of: document)
        let answer = try service.verify(document)
        #expect(answer.text.contains(#""verdict":"identical""#), "\(answer.text.prefix(2_000))")
    }
}

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
        let document = try document("theme=" + look)
        let structure = try DocumentStructure(document)
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
        let document = try document("")
        let structure = try DocumentStructure(document)
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

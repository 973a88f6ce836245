import Basics
import Testing

@testable import Model

@Suite struct RedactionTests {
    private func prepared(_ json: String) throws -> RenderRequest { try decode(json).prepared() }

    private func texts(_ talk: String, _ rules: String) throws -> [String] {
        let request = try prepared(#"{\#(talk),"options":{"redact":\#(rules)}}"#)
        return request.conversation.messages.map { $0.body.map(\.plainText).joined() }
    }

    private let people =
        #""participants":[{"id":"a","name":"Ana"},{"id":"b","name":"李明","handle":"+49 151 1234567"},{"id":"c","name":"Al"}]"#

    @Test func namesOfAnyLengthAndScriptAreRedacted() throws {
        let talk =
            #"\#(people),"messages":[{"from":"a","text":"我是李明你好"},{"from":"a","text":"Al, also 0049-151-123 4567"}]"#
        #expect(
            try texts(talk, #"[{"participant":"b"},{"participant":"c"}]"#) == [
                "我是[redacted]你好", "[redacted], also [redacted]",
            ])
    }

    @Test func adjacentMatchesBecomeOneMark() throws {
        let talk = #""messages":[{"from":"a","text":"call 12 34  56, or 7."}]"#
        #expect(try texts(talk, #"[{"pattern":"\\d"}]"#) == ["call [redacted], or [redacted]."])
        #expect(
            try texts(talk, #"[{"pattern":"\\d+"},{"pattern":"2 3"}]"#)
                == ["call [redacted], or [redacted]."])
    }

    @Test(arguments: [
        ("{page} / {pages} · {chain:8}", "{page} / {pages} · {chain:8}"),
        (
            "Room 7, page {page} {7} {chain:1234567}",
            "Room [redacted], [redacted] {page} "
                + "{[redacted]} {chain:[redacted]}"
        ),
    ])
    func placeholdersOfPagesStay(footer: String, expected: String) throws {
        let request = try prepared(
            #"{"messages":["x"],"output":{"page":{"footer":"\#(footer)"}},"#
                + #""options":{"redact":[{"pattern":"\\d+"},{"pattern":"page"}]}}"#)
        #expect(request.output.page.footer == expected)
    }

    @Test func marksContainTheReasonCode() throws {
        let talk = #""messages":[{"from":"a","text":"call 12 or x"},{"id":"m","text":"y"}]"#
        let rules =
            #"[{"pattern":"\\d+","reason":"PII"},{"pattern":"2 or","reason":"§ 203"},{"message":"m","reason":"PRIV"}]"#
        #expect(try texts(talk, rules) == ["call [redacted: PII, § 203] x", "[redacted: PRIV]"])
        let request = try prepared("{\(talk),\"options\":{\"redact\":\(rules)}}")
        #expect(request.redactions.map(\.reason) == ["PII", "§ 203", "PRIV"])
        // Written, read and redacted again, the conversation is the same.
        let json = String(decoding: request.conversation.json(includingMedia: false), as: UTF8.self)
        let again = try prepared(json).conversation.messages
        #expect(again.map { $0.body.map(\.plainText).joined() } == (try texts(talk, rules)))
        #expect(again[1].details.redacted?.reason == "PRIV")
    }

    @Test(
        arguments: [" ", "a]b", "[x", #"PRIV\n"#, "Prüfung", "1234567890123456789012345"].map {
            #"{"pattern":"x","reason":"\#($0)"}"#
        } + [#"{"participant":"a","as":"Person A","reason":"PII"}"#])
    func invalidReasonCodesAndThoseWithoutABarAreRejected(rule: String) throws {
        #expect(throws: ConversationError.self) {
            try decode(#"{"messages":[{"from":"a","text":"x"}],"options":{"redact":[\#(rule)]}}"#)
        }
    }

    /// A warning would come only after the content has been shown.
    @Test(arguments: [
        #"{"messages":["x"],"options":{"redakt":[{"pattern":"x"}]}}"#,
        #"{"messages":["x"],"options":{"redacted":[{"pattern":"x"}]}}"#,
        #"{"messages":["x"],"output":{"signed":true}}"#,
        // In the wrong object.
        #"{"messages":["x"],"redact":[{"pattern":"x"}]}"#,
        #"{"messages":["x"],"output":{"redact":[{"pattern":"x"}]}}"#,
        #"{"messages":["x"],"pasword":"k"}"#, #"{"messages":["x"],"options":{"sign":true}}"#,
    ])
    func misspelledProtectionsAreErrors(json: String) throws {
        #expect(throws: ConversationError.self) { try decode(json) }
        #expect(try decode(#"{"messages":["x"],"options":{"zebra":1}}"#).warningCount == 1)
        let others = #"{"messages":[{"text":"x","password":1}],"design":1}"#
        #expect(try decode(others).warningCount == 2)
    }

    /// Parameters and `--set` are as strict as the body, except that `password` needs no prefix.
    @Test(arguments: [
        "pasword", "passwort", "page.password", "redact", "redct", "redacted", "redact.name",
        "redact.patern", "sing", "sign.resaon",
    ])
    func misspelledProtectionsInParametersAreErrors(key: String) throws {
        #expect(throws: ConversationError.self) { try decode(#"["x"]"#, [(key, "secret")]) }
        #expect(try decode(#"["x"]"#, [("zebra", "1")]).warningCount == 1)
        #expect(try decode(#"["x"]"#, [("password", "secret")]).output.password == "secret")
    }

    @Test func parametersMayNameFieldsThatURLsLack() throws {
        let request = try decode(#"["x"]"#, [("bag.contact_name", "Ana"), ("greyscale", "true")])
        #expect(request.warningCount == 0 && request.output.isGray)
        #expect(request.output.bagInfo == [BagInfo(.contactName, "Ana")])
    }

    @Test func marksAreRecognized() {
        func places(_ text: String) -> [String] {
            RedactionMark.places(in: text).map {
                String(decoding: Array(text.utf8)[$0.whole], as: UTF8.self)
            }
        }
        #expect(
            places("a [redacted] b [redacted: PII, § 203]") == [
                "[redacted]", "[redacted: PII, § 203]",
            ])
        #expect(places("[redacted: no code!] [redacted: ] [redacted:x] [redacted") == [])
        #expect(places("[redacted: [redacted: A]") == ["[redacted: A]"])
        #expect(RedactionMark.isMark("[redacted: A]") && !RedactionMark.isMark("[redacted] "))
        #expect(RedactionMark.places(in: RedactionMark.without("so [redacted: PII]")).isEmpty)
    }

    @Test func marksAreFoundByTheirPlace() {
        let words = "é [redacted] b [redacted: A, §1] [redacted: %] [[redacted] x"
        let text = String(repeating: words, count: 200)
        let all = RedactionMark.places(in: text)
        for start in stride(from: 0, to: text.utf8.count, by: 977) {
            let part = start..<start + 60
            let near = RedactionMark.places(in: text, near: part)
            #expect(
                all.filter { $0.whole.overlaps(part) } == near.filter { $0.whole.overlaps(part) })
            #expect(near.count < all.count)
        }
    }

    @Test func patternsMatchDecomposedLetters() throws {
        #expect(
            try texts(#""messages":[{"from":"a","text":"Jose\u0301 x"}]"#, #"[{"pattern":"José"}]"#)
                == ["[redacted] x"])
    }

    @Test func formattingAroundARedactionIsKept() throws {
        let request = try prepared(
            #"{"messages":[{"from":"a","text":"**see Ben now** [Ben](https://x.org/q) https://x.org/%42en _on_","format":"markdown"}],"options":{"redact":[{"pattern":"Ben"}]}}"#
        )
        guard case .paragraph(let rich)? = request.conversation.messages[0].body.first else {
            return #expect(Bool(false))
        }
        #expect(rich.text == "see [redacted] now [redacted] on")
        let marked = rich.entities.map { entity in
            "\(entity.kind) \(String(decoding: Array(rich.text.utf8)[entity.range], as: UTF8.self))"
        }
        #expect(marked == ["bold see ", "bold  now", "italic on"])
    }

    @Test func markInTheSourceTextIsNotARedaction() throws {
        let plain = #""messages":[{"from":"a","text":"so [redacted] 7"}]"#
        #expect(try texts(plain, #"[{"pattern":"\\d"}]"#) == ["so [\u{2060}redacted] [redacted]"])
        // Text redacted earlier stays redacted.
        #expect(
            try texts(#""redacted":true,"# + plain, #"[{"pattern":"\\d"}]"#)
                == ["so [redacted] [redacted]"])
        #expect(try texts(plain, "[]") == ["so [redacted] 7"])
    }

    @Test func aliasReplacesEveryMention() throws {
        let request = try prepared(
            #"""
            {"title":"Ana and Ben Kay","me":"a","participants":[{"id":"a","name":"Ana"},
              {"id":"ben","name":"Ben Kay","handle":"@bk","color":"#f00","avatar":"data:;base64,AAEC","role":"boss"}],
             "messages":[{"id":"m1","from":"ben","text":"I am Ben Kay, @bk"},
              {"from":"a","text":"Hi BEN KAY","reply_to":"m1","reactions":[{"emoji":"👍","by":["ben"]}]},
              {"from":"a","text":"x","reply_to":{"id":"q","from":"ben","text":"his words"},"forwarded":{"from":"Ben Kay"}},
              {"kind":"system","system":{"action":"member_added","actors":["ben"],"targets":["Ben Kay"]}},
              {"from":"a","poll":{"question":"Ben Kay?","options":[{"text":"y","voters":["ben"]}]}}],
             "options":{"redact":[{"participant":"ben","as":"Person B"}]}}
            """#)
        let conversation = request.conversation
        #expect(conversation.participants[1] == Participant(id: "participant-2", name: "Person B"))
        #expect(conversation.title == "Ana and Person B")
        #expect(conversation.messages[0].body.first?.plainText == "I am Person B, Person B")
        #expect(conversation.messages[0].id == "m1")
        #expect(conversation.messages[1].body.first?.plainText == "Hi Person B")
        #expect(conversation.messages[1].details.reactions[0].by == ["Person B"])
        let passed = conversation.messages[2].details
        #expect(passed.replyTo?.from == "Person B" && passed.replyTo?.text == "his words")
        #expect(passed.forwarded?.from == "Person B")
        let event = conversation.messages[3].details.system
        #expect(event?.actors == ["Person B"] && event?.targets == ["Person B"])
        #expect(conversation.messages[4].details.poll?.question == "Person B?")
        #expect(conversation.messages[4].details.poll?.options[0].voters == ["Person B"])
        #expect(!conversation.media.contains { !$0.bytes.isEmpty })
        for word in ["Kay", "@bk", "boss", "16711680"] {
            #expect(!"\(conversation)".contains(word))
        }
        #expect(request.redactions == [RedactionCount(participants: 1, messages: 0, places: 11)])
        // In a query, `redact.as` belongs to the rule before it.
        let rules = try decode(
            #"["a"]"#,
            [("redact.participant", "b"), ("redact.as", "Person B"), ("redact.pattern", "x")]
        ).options.redactions
        #expect(rules == [.init(.participant("b", as: "Person B")), .init(.pattern("x"))])
    }

    @Test func forwardedAndQuotedTextOfAPersonIsRedacted() throws {
        let request = try prepared(
            #"{"participants":[{"id":"a","name":"Ana"},{"id":"ben","name":"Ben"}],"messages":[{"from":"a","text":"secret","forwarded":{"from":"Ben"}},{"from":"a","text":"y","reply_to":{"from":"BEN","text":"secret"}}],"options":{"redact":[{"participant":"ben"}]}}"#
        )
        #expect(!"\(request.conversation)".contains("secret"))
        #expect(request.redactions == [RedactionCount(messages: 1, places: 1)])
    }

    @Test func redactedMessagesStateTheirContentKinds() throws {
        let kinds =
            #"{"kind":"image"},{"kind":"image"},{"kind":"voice","duration":3},{"kind":"file","name":"x.pdf"}"#
        let request = try prepared(
            #"{"messages":[{"from":"a","redacted":true,"attachments":[\#(kinds)],"poll":{"question":"q","options":["x"]},"payment":{"amount":"3"},"location":{"lat":1,"lon":2}},{"kind":"call","from":"a","redacted":true},{"kind":"system","text":"x","redacted":true}]}"#
        )
        let messages = request.conversation.messages
        #expect(
            messages[0].details.redacted?.kinds == [
                .image, .voice, .file, .location, .poll, .payment,
            ])
        #expect(messages[0].body.isEmpty && messages[0].attachments.isEmpty)
        #expect(messages[1].details.redacted?.kinds == [.call] && messages[1].kind == .message)
        #expect(messages[2].body.first?.plainText == "[redacted]" && messages[2].kind == .system)
        // Read again, the conversation is the same.
        let again = try decode(String(decoding: request.conversation.json(), as: UTF8.self))
        #expect(try again.prepared().conversation == request.conversation)
    }

    @Test(arguments: [
        (#"[{}]"#, "/options/redact/0"), (#"[{"participnat":"b"}]"#, "/options/redact/0"),
        (#"[{"pattern":""}]"#, "/options/redact/0/pattern"),
        (#"[{"participant":null}]"#, "/options/redact/0/participant"),
        (#"[{"pattern":"a","as":"B"}]"#, "/options/redact/0/participant"),
        (#"[{"pattern":"a","message":"m"}]"#, "/options/redact/0"),
        (#"[null]"#, "/options/redact/0"), (#"[{"pattern":"a**"}]"#, "/options/redact/0/pattern"),
        (#"[{"participant":"b","as":""}]"#, "/options/redact/0/as"),
    ])
    func rulesWithoutEffectAreRejected(rules: String, pointer: String) {
        let found = issues(#"{"messages":["a"],"options":{"redact":\#(rules)}}"#)
        #expect(found.first?.pointer == pointer, "\(found)")
    }

    @Test func unsearchableNamesAreErrors() {
        #expect {
            try prepared(
                #"{"participants":[{"id":"b","name":"\u2063\u2063"}],"messages":[{"from":"b","text":"x"}],"options":{"redact":[{"participant":"b"}]}}"#
            )
        } throws: { error in
            guard case .invalid(let faults) = error as? ConversationError else { return false }
            return faults.first?.pointer == "/options/redact/0/participant"
        }
    }

    @Test func rulesReportOnlyCounts() throws {
        let talk =
            #"{"messages":[{"from":"a","text":"x 12","mood":"12"},{"from":"b","text":"7","mood":1}],"output":{"filename":"case 12"},"options":{"redact":[{"pattern":"\\d+"},{"participant":"b"},{"pattern":"z"}]}}"#
        let request = try prepared(talk)
        #expect(
            request.redactions == [
                RedactionCount(messages: 0, places: 2), RedactionCount(messages: 1, places: 0),
                RedactionCount(),
            ])
        let warnings = request.warnings.filter { $0.kind == .redaction }
        #expect(warnings.map(\.pointer) == (0..<3).map { "/options/redact/\($0)" })
        #expect(request.output.filename == "case [redacted]")
        // One of the two unknown fields is in a removed message.
        #expect(request.warnings.filter { $0.kind == .unknownField }.count == 1)
        #expect(request.warningCount == request.warnings.count)
        #expect(throws: ConversationError.self) {
            try prepared(
                talk.replacing(#""options":{"#, with: #""options":{"strict":true,"#).replacing(
                    #","mood":"12""#, with: ""
                ).replacing(#","mood":1"#, with: ""))
        }
    }
}

/// Every declared text field is redacted, so that no field can be added without redaction.
@Suite struct RedactedFieldsTests {
    /// Fields whose texts no output shows: rules, criteria that select messages, and a password.
    /// Reason codes are shown, because they explain a redaction.
    private static let kept: Set = [
        "options.redact", "options.filter", "options.highlight", "options.dim", "output.password",
        "messages.redacted.reason",
    ]

    private static let fields: [(object: String?, field: FieldDeclaration)] =
        RequestHead.fields.declarations()
        .filter { !["messages", "output", "options"].contains($0.name) }.map { (nil, $0) }
        + Output.declarations.map { ("output", $0) }
        + Options.declarations.map { ("options", $0) }
        + MessageDraft.fields.declarations().map { ("messages", $0) }

    @Test func everyTextFieldIsRedacted() throws {
        var redacted: Set<String> = []
        for (object, field) in Self.fields {
            guard let (request, marked) = try decoded(field, in: object) else { continue }
            let (before, after) = (dumped(request), dumped(try request.prepared()))
            for (marker, path) in zip(marked.markers, marked.paths) where before.contains(marker) {
                redacted.insert(path)
                #expect(!after.contains(marker), "\(path) is not redacted")
            }
        }
        #expect(redacted.isSuperset(of: ["output.page.header", "messages.payment.note"]))
        #expect(redacted.count > 95)
    }

    /// Decodes a request with texts in a field, except the texts that the field rejects.
    private func decoded(
        _ field: FieldDeclaration, in object: String?
    ) throws -> (RenderRequest, MarkedRequest)? {
        var omitted = Self.kept
        while true {
            let marked = MarkedRequest(field, in: object, omitting: omitted)
            if marked.paths.isEmpty { return nil }
            do {
                return (try decode(marked.json), marked)
            } catch ConversationError.invalid(let faults) {
                let rejected = faults.map { fault in
                    fault.pointer.split(separator: "/").filter { Int($0) == nil }
                        .joined(separator: ".")
                }
                try #require(!omitted.isSuperset(of: rejected), "\(faults)")
                omitted.formUnion(rejected)
            }
        }
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }
}

/// A request with one field, in which each text is different.
private struct MarkedRequest {
    private(set) var paths: [String] = []
    private(set) var json = ""
    private let omitted: Set<String>

    var markers: [String] { paths.indices.map { Self.marker($0) } }

    /// - Parameter object: the object of the field; nil for the request itself.
    init(_ field: FieldDeclaration, in object: String?, omitting omitted: Set<String>) {
        self.omitted = omitted
        let path = (object.map { $0 + "." } ?? "") + field.name
        guard let value = value(of: field.shape, at: path) else { return }
        let member = #""\#(field.name)":"# + String(decoding: value.bytes, as: UTF8.self)
        let rules = #""redact":[{"pattern":"Qu{2}x[0-9]+q"}]"#
        json =
            switch object {
            case "messages"?: #"{"messages":[{"text":"x",\#(member)}],"options":{\#(rules)}}"#
            case "options"?: #"{"messages":["x"],"options":{\#(rules),\#(member)}}"#
            case let name?:
                #"{"messages":["x"],"\#(name)":{\#(member)},"options":{\#(rules)}}"#
            case nil: #"{"messages":["x"],\#(member),"options":{\#(rules)}}"#
            }
    }

    private static func marker(_ index: Int) -> String { "Quux\(index)q" }

    private mutating func text(at path: String) -> JSONValue {
        paths.append(path)
        return .string(Self.marker(paths.count - 1))
    }

    private mutating func value(of shape: FieldShape, at path: String) -> JSONValue? {
        if omitted.contains(path) { return nil }
        // A note belongs to a message.
        if path == "options.notes.message" { return 1 }
        switch shape {
        case .flag, .words, .number, .integer, .length: return nil
        case .text: return text(at: path)
        case .texts: return .array([text(at: path)])
        case .object(let members, _), .part(let members, _, _):
            let values = members.compactMap { member in
                value(of: member.shape, at: path + "." + member.name)
                    .map { JSONValue.Member(member.name, $0) }
            }
            return values.isEmpty ? nil : .object(values)
        case .list(let element): return value(of: element, at: path).map { .array([$0]) }
        case .either(let shapes):
            for shape in shapes {
                if let value = value(of: shape, at: path) { return value }
            }
            return nil
        case .defined("participant"), .defined("sender"):
            return value(of: ParticipantDraft.shape(or: .key), at: path)
        case .defined("attachment"):
            let fields = AttachmentDraft.fields.declarations()
            return value(of: .part(fields, or: [], needing: []), at: path)
        // Pictures, and values that contain no texts.
        case .defined("source"), .defined("time"), .defined("duration"), .defined("color"),
            .defined("entity"), .defined("theme"):
            return nil
        case .defined: return text(at: path)
        case .other(let schema):
            let types = String(decoding: schema.bytes, as: UTF8.self)
            return types == "{}" || types.contains(#""string""#) ? text(at: path) : nil
        }
    }
}

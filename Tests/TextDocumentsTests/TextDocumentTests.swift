import Basics
import Foundation
import Importing
import Model
import Synchronization
import TestSupport
import Testing

@testable import TextDocuments

@Suite struct PlainDocumentTests {
    @Test func wholeConversation() throws {
        let text = try WrittenTalk.text(WrittenTalk.everything, .plain)
        #expect(
            text == """
                Family
                Time zone: Europe/Berlin
                Times without an offset: 1, clock times among them read as Europe/Berlin

                [2026-05-31 09:40:00 +02:00] Ben
                    First line
                    From me
                  · Read 2026-05-31 09:41:00 +02:00
                  · 👍: Ana Ruiz
                [2026-05-31 09:42:00 +02:00] Ana Ruiz
                  · ↩ Ben: First line
                  | From me
                    =SUM(A1)
                  · Edited 2026-05-31 09:43:00 +02:00
                  · Former text: old
                  | words
                [2026-06-01 10:00:00 +02:00] Ben
                  · This message was deleted · Ben
                Ben
                  · File: a, "b".pdf · 1.2 MB (Not available)
                Ana Ruiz
                  · Poll: When?
                  | • Now: 2 votes (your choice) · Ana Ruiz, Ben
                  | • Never: 0 votes
                Ben
                  · Missed voice call
                –
                    Ben added Ana Ruiz

                """)
    }

    @Test func textCannotImitateAnotherMessage() throws {
        let text = try WrittenTalk.text(
            #"""
            {"messages": [{"from": "a", "text": "x\n[2026-05-31 09:40:00 +02:00] Ben\r\n    Yes\u2028  · Photo"},
             {"from": "a\n[b] Ben", "text": "1", "edited": {"history": ["a\nBen"]},
              "poll": {"question": "q\nBen", "options": ["o\nBen"]}}]}
            """#, .plain)
        #expect(text.split(separator: "\n").filter { !$0.hasPrefix(" ") } == ["a", "a [b] Ben"])
        #expect(text.contains("      · Photo") && !text.contains("\n  · Photo"))
    }

    @Test func numbersHandlesFiltersAndRedaction() throws {
        let text = try WrittenTalk.text(
            #"""
            {"participants": [{"id": "b", "name": "Ben", "handle": "@ben"}],
             "messages": [{"from": "b", "text": "one"}, {"from": "b", "text": "Call 0170 1234567"},
             {"from": "b", "text": "three", "reply_to": {"index": 1}}],
             "options": {"show": {"numbers": true, "handles": true}, "filter": {"after": null},
              "redact": [{"pattern": "\\d{7}"}]}}
            """#, .plain)
        #expect(text.contains("#2 Ben · @ben\n    Call 0170 [redacted]\n#3"))
        #expect(!text.contains("1234567"))
    }

    @Test func listsQuotationsCodeAndTablesKeepTheirMarkers() throws {
        let text = try WrittenTalk.text(
            ##"{"messages": [{"from": "a", "format": "markdown", "text": "# T\n\n- one\n  - two\n\n3. x\n\n> q\n\n| a | b |\n|-|-|\n| c | d |\n\n```\nlet\n```"}]}"##,
            .plain)
        #expect(
            text == """
                a
                    T
                    - one
                      - two
                    3. x
                    > q
                    a\tb
                    c\td
                    let

                """)
    }

    @Test func quotationsOfMessagesWithoutTextNameTheirContent() throws {
        let text = try WrittenTalk.text(
            #"""
            {"messages": [{"from": "a", "id": "p", "location": {"name": "Café Nord"}},
              {"from": "b", "text": "ok", "reply_to": {"id": "p"}}]}
            """#, .plain)
        #expect(text.contains("↩ a: Location: Café Nord"))
    }

    @Test func addressesOfLinksAreWrittenOut() throws {
        let talk =
            #"{"messages": [{"from": "a", "format": "markdown", "text": "[the minutes]"#
            + #"(https://a.example/x), https://b.example and c.example, [d](javascript:x)"}]}"#
        let line = "Link: the minutes: https://a.example/x\n"
        let text = try WrittenTalk.text(talk, .plain)
        #expect(text.hasSuffix("  · " + line) && text.split(separator: "·").count == 2)
        #expect(try WrittenTalk.text(talk, .mailbox).contains("\n· " + line))
        #expect(try WrittenTalk.text(talk, .csv).contains(#","the minutes: https://a.example/x","#))
        #expect(!(try WrittenTalk.text(talk, .markdown)).contains("Link"))
    }

    @Test func wordsAreInTheReadersLanguage() throws {
        let german = WrittenTalk.everything.replacing(
            #""title""#, with: #""locale": "de-DE", "title""#)
        let text = try WrittenTalk.text(german, .plain)
        #expect(text.contains("Verpasster") || text.contains("verpasst"))
    }
}

@Suite struct MarkdownDocumentTests {
    @Test func wholeConversation() throws {
        let text = try WrittenTalk.text(WrittenTalk.everything, .markdown)
        #expect(
            text.hasPrefix(
                """
                # Family

                Time zone: Europe/Berlin\\
                Times without an offset: 1, clock times among them read as Europe/Berlin

                ## 2026-05-31

                **Ben** · 2026-05-31 09:40:00 +02:00

                > First line\\
                > From me

                - Read 2026-05-31 09:41:00 +02:00
                - 👍: Ana Ruiz

                **Ana Ruiz** · 2026-05-31 09:42:00 +02:00

                - ↩ Ben: First line\\
                  From me

                > =SUM(A1)


                """.replacing("> =SUM(A1)\n\n", with: "> \\=SUM(A1)\n\n").dropLast()))
        #expect(text.contains("## 2026-06-01\n\n"))
        #expect(
            text.contains(
                "- Poll: When?\\\n  • Now: 2 votes (your choice) · Ana Ruiz, Ben\\\n  • Never: 0 votes"
            )
        )
    }

    @Test func messageTextStaysInsideItsBlockQuote() throws {
        let text = try WrittenTalk.text(
            ##"""
            {"messages": [{"from": "*a*\n# b", "format": "markdown",
              "text": "# Big\n\n---\n\n- x\n\n<script>\n\n[a](javascript:x)"},
             {"from": "b", "text": "\n\n# x\n\n**Ben** · 9:00"}],
             "options": {"show": {"numbers": true}}}
            """##,
            .markdown)
        let outside = text.split(separator: "\n").filter { !$0.hasPrefix(">") }
        #expect(outside == [##"\#1 · **\*a\* \# b**"##, ##"\#2 · **b**"##])
        #expect(!text.contains("<script>") || text.contains("\\<script>"))
        #expect(!text.contains("](<javascript"))
    }
}

@Suite struct TableDocumentTests {
    /// Strictly by RFC 4180.
    private func rows(_ bytes: [UInt8]) throws -> [[String]] {
        try #require(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        var rows: [[String]] = [[]]
        var cell: [UInt8] = []
        var isQuoted = false
        var index = 3
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isQuoted {
                if byte != 0x22 {
                    cell.append(byte)
                } else if index < bytes.count, bytes[index] == 0x22 {
                    cell.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == 0x22 {
                try #require(cell.isEmpty)
                isQuoted = true
            } else if byte == 0x2C || byte == 0x0D {
                rows[rows.count - 1].append(String(decoding: cell, as: UTF8.self))
                cell = []
                if byte == 0x0D {
                    try #require(bytes[index] == 0x0A)
                    index += 1
                    rows.append([])
                }
            } else {
                cell.append(byte)
            }
        }
        try #require(rows.removeLast().isEmpty && cell.isEmpty)
        return rows
    }

    private func table(_ json: String) throws -> [[String: String]] {
        let rows = try rows(WrittenTalk.bytes(json, .csv))
        #expect(rows[0] == TableWriter.columns)
        return try rows.dropFirst().map { row in
            try #require(row.count == rows[0].count)
            return Dictionary(uniqueKeysWithValues: zip(rows[0], row)).filter { !$0.value.isEmpty }
        }
    }

    @Test func oneRowForEachMessage() throws {
        let table = try table(WrittenTalk.everything)
        #expect(table.count == 7)
        #expect(
            table[0] == [
                "number": "1", "id": "m1", "time": "2026-05-31T09:40:00+02:00",
                "stated_offset": "+02:00", "sender": "Ben", "sender_id": "ben",
                "handle": "'+49 170 1", "kind": "message", "text": "First line\nFrom me",
                "read_at": "2026-05-31T09:41:00+02:00", "reactions": "👍: Ana Ruiz",
            ])
        #expect(table[1]["stated_offset"] == nil && table[1]["time"] == "2026-05-31T09:42:00+02:00")
        #expect(table[1]["reply_to"] == "m1" && table[1]["reply_to_number"] == "1")
        #expect(table[1]["former_texts"] == "old\nwords" && table[2]["deleted_by"] == "Ben")
        #expect(table[3]["attachments"] == "File: a, \"b\".pdf · 1.2 MB (Not available)")
        #expect(table[4]["cards"]?.hasPrefix("Poll: When?\n• Now") == true)
        #expect(table[5]["kind"] == "call" && table[6]["text"] == "Ben added Ana Ruiz")
    }

    @Test func relationsEditsAndNotesHaveColumns() throws {
        let table = try table(
            #"""
            {"messages": [{"from": "a", "text": "head", "thread": {"replies": 2}},
              {"from": "b", "text": "x", "thread": {"root": 0}, "edited": true,
               "reply_to": {"from": "Zed", "attachment_kind": "image"},
               "forwarded": {"at": "2026-05-01T09:00:00Z"},
               "translation": {"language": "de", "text": "y"}}],
             "options": {"notes": [{"message": 2, "text": "see §4"}]}}
            """#)
        #expect(table[0]["replies"] == "2")
        #expect(table[1]["edited"] == "yes" && table[1]["edited_at"] == nil)
        #expect(table[1]["quoted_sender"] == "Zed" && table[1]["quoted"] == "Photo")
        #expect(table[1]["forwarded_at"] == "2026-05-01T09:00:00Z")
        #expect(table[1]["translation_language"] == "de" && table[1]["notes"] == "see §4")
    }

    @Test(arguments: [
        "=1+1", "+1", "-1", "@x", " =1", "\t=1", "＝1", "'=1", "''+1", "\n=1", "\u{200B}=1",
    ])
    func noCellIsRunAsAFormula(text: String) throws {
        let json = String(decoding: try JSONText.of(text), as: UTF8.self)
        let table = try table(
            #"{"messages": [{"from": \#(json), "id": \#(json), "text": \#(json), "#
                + #""subject": \#(json)}]}"#)
        let said = try #require(table.first?["text"])
        #expect(said.hasPrefix("'") && said.dropFirst().drop { $0 == "'" }.first != nil)
        for name in ["sender", "id", "subject"] { #expect(table[0][name]?.hasPrefix("'") == true) }
    }

    @Test(arguments: ["it's", "'quoted'", "a=b", "1+1", "", "x,y;z\"q\"\n'"])
    func otherTextsAreUnchanged(text: String) throws {
        let json = String(decoding: try JSONText.of(text), as: UTF8.self)
        let table = try table(
            #"{"messages": [{"from": "a", "text": \#(json), "attachments": [{"kind": "file"}]}]}"#)
        #expect(table[0]["text"] ?? "" == text)
    }
}

/// Read back by our own importer.
@Suite struct MailboxDocumentTests {
    private func readBack(_ json: String) throws -> Conversation {
        let bytes = try WrittenTalk.bytes(json, .mailbox)
        let phrases = try ImportPhrases(folder: Checkout.path("config/imports"))
        return try Importing.read(bytes, name: "chat.mbox", phrases: phrases).conversation
    }

    private func plainText(_ message: Message) -> String {
        message.body.map(\.plainText).joined(separator: "\n")
    }

    @Test func messagesSurviveARoundTrip() throws {
        let talk = try readBack(WrittenTalk.everything)
        #expect(talk.title == "Family" && talk.messages.count == 7)
        #expect(plainText(talk.messages[0]) == "First line\nFrom me")
        #expect(plainText(talk.messages[1]) == "=SUM(A1)")
        let names = talk.messages.prefix(6).map { $0.from.map { talk.participants[$0].name } }
        #expect(names == ["Ben", "Ana Ruiz", "Ben", "Ben", "Ana Ruiz", "Ben"])
        #expect(talk.messages[0].at?.text == "2026-05-31T09:40:00+02:00")
        #expect(talk.messages[1].details.replyTo?.index == 0)
        #expect(talk.messages[0].id == "m.m1@chatprint.invalid")
    }

    @Test(arguments: [
        "From here", ">From here", ">>From x\n\nFrom ana Mon\n\n>", "--x\n\n.\n", "=_0\n--=_0",
        "Subject: x\n\ny", "From " + String(repeating: "a", count: 1200),
        ">From x\n" + String(repeating: "ü", count: 600), "Grüße 😀\n\n\nFrom you",
    ])
    func textThatLooksLikeASeparatorLineStartsNoMail(text: String) throws {
        let json = String(decoding: try JSONText.of(text), as: UTF8.self)
        for more in ["", #", "reactions": ["👍"]"#] {
            let talk = try readBack(
                #"{"messages": [{"from": "a", "text": \#(json)\#(more)}, {"from": "b", "text": "end"}]}"#
            )
            #expect(talk.messages.count == 2)
            let expected = text.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\n")
            #expect(
                plainText(talk.messages[0]).trimmingCharacters(in: .newlines)
                    == expected.trimmingCharacters(in: .newlines))
            #expect(plainText(talk.messages[1]) == "end")
        }
    }

    @Test func subjectsHaveNoQuotationMarksOfAddresses() throws {
        let mail = try WrittenTalk.text(
            #"{"messages": [{"from": "a", "text": "x", "subject": "Trip (2026): a, \\b"}]}"#,
            .mailbox)
        #expect(mail.contains("\nSubject: Trip (2026): a, \\b\n"))
    }

    @Test func namesAndIdsStayInTheirFields() throws {
        let hostile = #"x\r\nBcc: evil@a.example\n\nFrom me <b>\"\\ü"#
        let bytes = try WrittenTalk.bytes(
            #"""
            {"title": "\#(hostile)", "participants": [{"id": "\#(hostile)", "name": "\#(hostile)",
              "handle": "\#(hostile)@a.example"}],
             "messages": [{"id": "\#(hostile)", "from": "\#(hostile)", "text": "hi",
              "subject": "\#(hostile)", "reply_to": {"id": "\#(hostile)"}}]}
            """#,
            .mailbox)
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let head = lines.prefix { !$0.isEmpty }
        let names = head.dropFirst().map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "From", "To", "Subject", "Message-ID", "In-Reply-To", "References",
                "X-Chatprint-Number", "MIME-Version", "Content-Type",
            ])
        #expect(head.allSatisfy { $0.utf8.count < 998 && $0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(!lines.contains { $0.hasPrefix("Bcc") })
    }

    @Test(arguments: [
        (0, 0, "Thu, 1 Jan 1970 00:00:00 +0000", "Thu Jan  1 00:00:00 1970"),
        (1_780_220_400_000, 7_200, "Sun, 31 May 2026 11:40:00 +0200", "Sun May 31 09:40:00 2026"),
        (-1_000, -12_600, "Wed, 31 Dec 1969 20:29:59 -0330", "Wed Dec 31 23:59:59 1969"),
    ])
    func timesHaveTheFormatsOfMail(
        at: Int64, offset: Int32, field: String, separator: String
    ) {
        #expect(MailDate.field(Moment(milliseconds: at), offset: offset) == field)
        #expect(MailDate.separator(Moment(milliseconds: at)) == separator)
    }
}

/// Writing one message checks its budget along the way and stops when it is used up.
@Suite struct DocumentStepTests {
    private struct Stopped: Error {}

    /// Bytes written for a message and checks made, when the work stops at the given check.
    private func written(
        _ message: String, _ form: TextDocument.Form, until last: Int = .max
    ) throws -> (bytes: Int, checks: Int) {
        let checks = Mutex(0)
        let request = try ConversationDecoder.decode(Array("{\"messages\": [\(message)]}".utf8))
        var document = TextDocument(
            try request.prepared().conversation, as: form, options: request.options,
            language: Languages.of("en"),
            budget: WorkBudget { bytes in
                checks.withLock { checks in
                    checks += bytes == 0 ? 1 : 0
                    return checks <= last
                }
            })
        let sink = ByteSink()
        // The caller checks again at the end, so a document cut off in the middle is never used as
        // complete.
        let isOver = { checks.withLock { $0 } > last }
        if last == .max {
            try document.write(to: sink) { _ in }
        } else {
            #expect(throws: Stopped.self) {
                try document.write(to: sink) { _ in if isOver() { throw Stopped() } }
            }
        }
        return (sink.bytes.count, checks.withLock { $0 })
    }

    static let messages: [String] = [
        #"{"from": "a", "text": "x", "edited": {"history": [\#(many("\"old\"", ", "))]}}"#,
        #"{"from": "a", "format": "markdown", "text": "|a|b|\n|-|-|\n\#(many(#"|c|d|\n"#))"}"#,
        #"{"from": "a", "format": "markdown", "text": "\#(many(#"- a\n"#))"}"#,
        #"{"from": "a", "attachments": [\#(many(#"{"kind": "file", "name": "a.txt"}"#, ", "))]}"#,
    ]

    private static func many(_ part: String, _ separator: String = "") -> String {
        Array(repeating: part, count: 4_000).joined(separator: separator)
    }

    @Test(arguments: TextDocument.Form.allCases, 0..<messages.count)
    func checksTheAllowanceWhileWriting(form: TextDocument.Form, index: Int) throws {
        let message = Self.messages[index]
        let whole = try written(message, form)
        #expect(whole.checks >= 4_000 / 256)
        let cut = try written(message, form, until: 3)
        #expect(cut.checks < whole.checks / 2)
        #expect(cut.bytes <= whole.bytes)
    }
}

/// A request in our own JSON as a text document.
enum WrittenTalk {
    static func bytes(
        _ json: String, _ form: TextDocument.Form,
        change: (inout RenderRequest) -> Void = { _ in }
    ) throws -> [UInt8] {
        var request = try ConversationDecoder.decode(Array(json.utf8))
        change(&request)
        let prepared = try request.prepared()
        var document = TextDocument(
            prepared.conversation, as: form, options: prepared.options,
            language: Languages.of(prepared.conversation.locale), budget: .unlimited)
        let sink = ByteSink()
        try document.write(to: sink) { _ in }
        return sink.bytes
    }

    static func text(
        _ json: String, _ form: TextDocument.Form,
        change: (inout RenderRequest) -> Void = { _ in }
    ) throws -> String {
        String(decoding: try bytes(json, form, change: change), as: UTF8.self)
    }

    /// Two people and most of what a message can contain.
    static let everything = #"""
        {"title": "Family", "me": "ana", "timezone": "Europe/Berlin", "participants": [
          {"id": "ana", "name": "Ana Ruiz"}, {"id": "ben", "name": "Ben", "handle": "+49 170 1"}],
         "messages": [
          {"id": "m1", "from": "ben", "at": "2026-05-31T09:40:00+02:00", "text": "First line\nFrom me",
           "reactions": [{"emoji": "👍", "by": ["ana"]}], "read_at": "2026-05-31T09:41:00+02:00"},
          {"id": "m2", "from": "ana", "at": "2026-05-31T09:42:00", "text": "=SUM(A1)",
           "reply_to": {"id": "m1"}, "edited": {"at": "2026-05-31T09:43:00+02:00", "history": ["old\nwords"]}},
          {"id": "m3", "from": "ben", "at": "2026-06-01T10:00:00+02:00", "deleted": {"by": "ben"}},
          {"id": "m4", "from": "ben", "attachments": [
            {"kind": "file", "name": "a, \"b\".pdf", "size": 1200000}]},
          {"id": "m5", "from": "ana", "poll": {"question": "When?", "options": [
            {"text": "Now", "votes": 2, "voters": ["ana", "ben"]}, {"text": "Never", "votes": 0}]}},
          {"id": "m6", "kind": "call", "from": "ben", "call": {"outcome": "missed"}},
          {"id": "m7", "kind": "system", "system": {"action": "member_added", "actors": ["ben"], "targets": ["ana"]}}
         ]}
        """#
}

enum JSONText {
    static func of(_ text: String) throws -> Data {
        try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
    }
}

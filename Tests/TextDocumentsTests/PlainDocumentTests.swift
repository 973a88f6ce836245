import Model
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
        let margins = text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(margins == ["a", "a [b] Ben"])
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
        let table = try WrittenTalk.text(talk, .csv)
        #expect(table.contains(#","the minutes: https://a.example/x","#))
        #expect(!(try WrittenTalk.text(talk, .markdown)).contains("Link"))
    }

    @Test func wordsAreInTheReadersLanguage() throws {
        let german = WrittenTalk.everything.replacing(
            #""title""#, with: #""locale": "de-DE", "title""#)
        let text = try WrittenTalk.text(german, .plain)
        #expect(text.contains("Verpasster") || text.contains("verpasst"))
    }
}

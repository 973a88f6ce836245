import Testing

@testable import Model

@Suite struct FilterTests {
    private static let talk = #"""
        {"me":"ana","participants":[{"id":"ana","name":"Ana"},{"id":"ben","name":"Ben"}],"messages":[
          {"from":"ana","at":10,"text":"See [there](https://x.org/lake) now","format":"markdown"},
          {"from":"ben","at":20,"text":"CAFE\u0301 at 9","reactions":[{"emoji":"👍"}]},
          {"from":"ana","at":30,"attachments":[{"kind":"image","caption":"The café"}]},
          {"kind":"system","at":40,"text":"Ben left"},
          {"from":"ben","at":50,"attachments":[{"kind":"file","name":"plan.pdf"}],"reply_to":{"id":"m1"}},
          {"kind":"call","from":"ben","at":60}]}
        """#

    private func kept(_ overrides: [(String, String)]) throws -> ([Int], [FilterCount]) {
        let request = try decode(FilterTests.talk, overrides.map { (key: $0.0, value: $0.1) })
        let prepared = try request.prepared()
        return (prepared.conversation.messages.map(\.number), prepared.filters)
    }

    @Test(arguments: [
        ([("filter.text", "café")], [2, 3]), ([("filter.text", "LAN.P")], [5]),
        ([("filter.text", "x.org/LAKE")], [1]),
        ([("filter.regex", #"\d"#)], [2]), ([("filter.regex", "^CAFÉ")], [2]),
        ([("filter.kinds", "system,call")], [4, 6]), ([("filter.has", "image,file")], [3, 5]),
        ([("filter.has", "link")], [1]), ([("filter.has", "reaction")], [2]),
        ([("filter.has", "reply")], [5]), ([("filter.has", "call")], [6]),
        ([("filter.exclude.kinds", "system")], [1, 2, 3, 5, 6]),
        ([("filter.exclude.from", "ben"), ("filter.exclude.has", "link")], [3, 4]),
        ([("filter.text", "café"), ("filter.exclude.has", "image")], [2]),
        ([("filter.exclude.regex", ".")], [6]), ([("filter.exclude.text", "e")], [2, 5, 6]),
    ])
    func filtersSelectMessages(overrides: [(String, String)], numbers: [Int]) throws {
        #expect(try kept(overrides).0 == numbers)
    }

    @Test func eachFilterCountsItsOmissions() throws {
        let (numbers, counts) = try kept([
            ("filter.after", "20"), ("filter.text", "e"), ("filter.exclude.has", "image"),
            ("filter.limit", "1"), ("order", "desc"),
        ])
        #expect(numbers == [4])
        #expect(
            counts == [
                FilterCount(pointer: "/options/filter/after", leftOut: 1),
                FilterCount(pointer: "/options/filter/text", leftOut: 3),
                FilterCount(pointer: "/options/filter/exclude/has", leftOut: 1),
                FilterCount(pointer: "/options/filter/limit", leftOut: 0),
            ])
        let request = try decode(FilterTests.talk, [("filter.has", "poll")]).prepared()
        #expect(request.conversation.messages.isEmpty)
        #expect(request.warnings.map(\.detail).contains("6 of 6 messages omitted"))
    }

    @Test func listsAndSingleValuesAreAccepted() throws {
        let filter = try decode(
            #"{"messages":["a"],"options":{"filter":{"text":["a","b"],"regex":"x","has":"image","exclude":{"kinds":["note"],"from":[]}}}}"#
        ).options.filter
        #expect(filter.wanted.text == ["a", "b"] && filter.wanted.regex == ["x"])
        #expect(filter.wanted.has == [.image] && filter.excluded.kinds == ["note"])
        #expect(
            issues(
                #"{"messages":["a"],"options":{"filter":{"has":["picture"],"regex":["("],"text":""}}}"#
            )
            .map(\.pointer) == [
                "/options/filter/has/0", "/options/filter/regex/0", "/options/filter/text",
            ])
    }

    /// The result of a filter must reveal nothing about redacted content.
    @Test func redactedTextIsNotFound() throws {
        let request = try decode(
            #"{"messages":[{"from":"a","text":"secret"},{"from":"b","text":"open secret"}],"options":{"redact":[{"pattern":"secret"}],"filter":{"text":"secret"}}}"#
        )
        #expect(try request.prepared().conversation.messages.isEmpty)
    }

    /// A redacted message loses its ID, and the ID may be another message's number.
    @Test func annotationsOfRedactedMessagesStay() throws {
        let request = try decode(
            #"""
            {"messages":[{"id":"2","text":"a"},{"id":"m7","text":"b"},{"id":"z","text":"c"}],
             "options":{"redact":[{"message":"2"},{"message":"z"}],"highlight":["2","m7"],"dim":["z"],
              "notes":[{"message":"2","text":"see x"}]}}
            """#)
        let excerpt = try request.prepared().options.excerpt
        #expect(excerpt.highlighted == [1, 2] && excerpt.dimmed == [3])
        #expect(excerpt.notes.keys.sorted() == [1])
    }

    /// Criteria and notes must reveal nothing about redacted content.
    @Test func annotationsAreRedacted() throws {
        let request = try decode(
            #"""
            {"messages":[{"id":"a","text":"secret"},{"id":"b","text":"open"}],
             "options":{"redact":[{"pattern":"secret"}],"highlight":[{"text":"secret"},{"text":"open"}],
              "notes":[{"message":"a","text":"a secret"}]}}
            """#)
        let excerpt = try request.prepared().options.excerpt
        #expect(excerpt.highlighted == [2])
        #expect(excerpt.notes[1]?.map(\.text) == ["a [redacted]"])
    }

    @Test func patternsMatchAcrossInvisibleCharacters() throws {
        let talk = #"["sec\u00ADret","open"]"#
        let request = try decode(talk, [("filter.exclude.regex", "^secret$")]).prepared()
        #expect(request.conversation.messages.map(\.number) == [2])
    }

    @Test func annotationsOfOmittedMessagesProduceAWarning() throws {
        let talk = #"""
            {"messages":[{"id":"a","from":"x","text":"a"},{"id":"b","from":"y","text":"b"}],
             "options":{"filter":{"from":"y"},"highlight":["a",2],"dim":[{"from":"x"}],
              "notes":[{"message":"a","text":"n"},{"message":"b","text":"n"}]}}
            """#
        let warnings = try decode(talk).prepared().warnings.filter { $0.kind == .leftOut }
        #expect(warnings.map(\.pointer) == ["/options/highlight", "/options/notes"])
        #expect(warnings.allSatisfy { $0.detail.contains("#1") && !$0.detail.contains("#2") })
        #expect(throws: ConversationError.self) {
            try decode(talk, [("strict", "true")]).prepared()
        }
    }

    @Test func excludedTextIsNotQuoted() throws {
        let talk = #"""
            {"messages":[{"id":"m1","from":"ben","text":"the code"},
             {"from":"ana","text":"a","reply_to":"m1"},{"from":"ana","text":"b","reply_to":{"id":"m1","text":"the co…"}}]}
            """#
        func replies(_ key: String, _ value: String) throws -> [Reply?] {
            let request = try decode(talk, [(key, value)])
            return try request.prepared().conversation.messages.map(\.details.replyTo)
        }
        for reply in try replies("filter.exclude.text", "code") {
            #expect(reply?.text == nil && reply?.attachmentKind == nil && reply?.index == nil)
        }
        #expect(try replies("filter.from", "ana").map { $0?.text } == ["the code", "the co…"])
    }
}

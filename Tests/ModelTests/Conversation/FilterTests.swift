import Basics
import Synchronization
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

@Suite struct DivisionTests {
    private func parts(
        _ messages: [String], zone: String = "UTC", by division: Division,
        _ overrides: [(key: String, value: String)] = []
    ) throws -> [ConversationPart] {
        let json = #"{"timezone":"\#(zone)","messages":[\#(messages.joined(separator: ","))]}"#
        return try decode(json, overrides).prepared().conversation.divided(by: division)
    }

    private func message(_ at: String?, _ text: String = "x") -> String {
        at.map { #"{"from":"a","at":"\#($0)","text":"\#(text)"}"# }
            ?? #"{"from":"a","text":"\#(text)"}"#
    }

    @Test(arguments: [
        (Division.day, ["2025-12-31", "2026-01-01", "2026-01-02"]),
        (.month, ["2025-12", "2026-01"]), (.year, ["2025", "2026"]),
        (.count(3), ["0001-0003", "0004-0005"]), (.count(5), ["0001-0005"]),
        (.count(.max), ["0001-0005"]),
    ])
    func partsAreNamedAfterTheirContent(division: Division, names: [String]) throws {
        let times = [
            "2025-12-31T10:00", "2025-12-31T23:59", "2026-01-01T00:00", "2026-01-02T10:00", nil,
        ]
        let parts = try parts(times.map { message($0) }, by: division)
        #expect(parts.map(\.name) == names)
        #expect(parts.flatMap { $0.conversation.messages.map(\.number) } == [1, 2, 3, 4, 5])
    }

    @Test func exhaustedBudgetEndsTheDivision() throws {
        let messages = Array(repeating: message("2026-05-31T10:00"), count: 1_000)
        let conversation = try decode(#"{"messages":[\#(messages.joined(separator: ","))]}"#)
            .prepared().conversation
        for granted in 0..<12 {
            let checks = Mutex(0)
            let parts = conversation.divided(
                by: .day,
                WorkBudget { _ in
                    checks.withLock {
                        $0 += 1
                        return $0 <= granted
                    }
                })
            #expect((parts.first?.conversation.messages.count ?? 0) < 1_000, "\(granted)")
        }
    }

    @Test func daysFollowTheTimeZoneOfTheConversation() throws {
        let parts = try parts(
            [message("2026-05-31T21:59:00Z"), message("2026-05-31T22:00:00Z")],
            zone: "Europe/Berlin", by: .day)
        #expect(parts.map(\.name) == ["2026-05-31", "2026-06-01"])
        #expect(parts[1].first?.text == "2026-06-01T00:00:00+02:00")
        #expect(parts[0].last?.text == "2026-05-31T23:59:00+02:00")
    }

    @Test func unorderedMessagesAreGrouped() throws {
        let parts = try parts(
            [message("2026-02-01"), message("2026-01-01"), message(nil), message("2026-02-02")],
            by: .month)
        #expect(parts.map(\.name) == ["2026-01", "2026-02"])
        #expect(parts.map { $0.conversation.messages.map(\.number) } == [[2, 3], [1, 4]])
    }

    @Test func undatedMessagesJoinDatedOnes() throws {
        let late = try parts([message(nil), message("2026-02-01"), message(nil)], by: .year)
        #expect(late.map(\.name) == ["2026"] && late[0].conversation.messages.count == 3)
        let never = try parts([message(nil), message(nil)], by: .day)
        #expect(never.map(\.name) == ["undated"] && never[0].first == nil)
        #expect(never[0].conversation.messages.count == 2)
    }

    @Test func repliesQuoteMessagesOfOtherParts() throws {
        let parts = try parts(
            [
                #"{"id":"1","from":"a","text":"the question"}"#,
                #"{"id":"2","from":"b","text":"y","reply_to":"1"}"#,
                #"{"id":"3","from":"b","text":"z","reply_to":"2"}"#,
            ], by: .count(1))
        let reply = parts[1].conversation.messages[0].details.replyTo
        #expect(reply?.text == "the question" && reply?.index == nil)
    }

    @Test func partNamesUseTheNumbersOfTheWhole() throws {
        let all = (1...20).map { message("2026-01-0\(1 + $0 / 10)T10:00", "\($0)") }
        let later = try parts(all, by: .count(6), [("filter.after", "2026-01-02")])
        #expect(later.map(\.name) == ["0010-0015", "0016-0020"])
        let backwards = try parts(all, by: .count(15), [("order", "desc")])
        #expect(backwards.map(\.name) == ["0006-0020", "0001-0005"])
    }

    @Test(arguments: [
        ("day", Division.day), ("Month", .month), ("year", .year), ("500", .count(500)),
    ])
    func splitByAcceptsAWordOrANumber(word: String, division: Division) throws {
        #expect(try decode(#"["a"]"#, [("split_by", word)]).output.splitBy == division)
        let body = Int(word).map(String.init) ?? "\"\(word)\""
        #expect(
            try decode(#"{"output":{"split_by":\#(body)},"messages":["a"]}"#).output.splitBy
                == division)
    }

    @Test(arguments: ["week", "0", "-3", "1.5", "", "1e3", "99999999999999999999"])
    func invalidValuesAreRejected(word: String) throws {
        let issue = issues(#"["a"]"#, [("split_by", word)])
        guard !word.isEmpty else { return #expect(issue.isEmpty) }
        #expect(issue.count == 1 && issue[0].pointer == "/output/split_by")
        #expect(issue[0].parameter == "split_by")
    }

    @Test(arguments: [
        ("2026", 1_767_222_000_000), ("2026-05", 1_777_586_400_000),
        ("2026-05-31", 1_780_178_400_000), ("2026-05-31T12:00", 1_780_221_600_000),
        ("1780221600", 1_780_221_600_000),
    ])
    func filterTimesMayBeDaysMonthsAndYears(text: String, milliseconds: Int64) throws {
        for key in ["after", "filter.after", "options.filter.after"] {
            let request = try decode(
                #"{"timezone":"Europe/Berlin","messages":["a"]}"#, [(key, text)])
            #expect(request.options.filter.after?.milliseconds == milliseconds)
        }
        #expect(issues(#"["a"]"#, [("before", "2026-13")]).count == 1)
    }
}

import Basics
import Model
import Synchronization
import Testing

@Suite struct DivisionTests {
    private func parts(
        _ messages: [String], zone: String = "UTC", by division: Division,
        _ overrides: [(key: String, value: String)] = []
    ) throws -> [ConversationPart] {
        let json = #"{"timezone":"\#(zone)","messages":[\#(messages.joined(separator: ","))]}"#
        let request = try decode(json, overrides)
        return try request.prepared().conversation.divided(by: division)
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

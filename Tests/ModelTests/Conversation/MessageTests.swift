import Basics
import Synchronization
import Testing

@testable import Model

@Suite struct MessageTests {
    @Test func everyFieldIsDecoded() throws {
        let message = try message(
            #"""
            {"id":7,"from":"ben","at":"2026-05-31T09:40:00Z","text":"Hi","lang":"de","dir":"rtl","subject":"S",
             "attachments":[{"kind":"voice","src":{"data":"AAEC"},"name":"a.ogg","size":3,"width":4,"height":5,
               "duration":"1:05","waveform":[0,12,31.5],"title":"T","performer":"P","caption":"C","alt":"A",
               "transcript":"X","missing":"M"}],
             "poll":{"question":"Q","closed":true,"total_voters":4,"options":[{"text":"O","votes":3,"voters":["ana"],"chosen":true},"P"]},
             "location":{"lat":52.5,"lon":13.4,"name":"N","address":"A","live":true},
             "contact":{"name":"N","phones":["1",2],"emails":["e@f.g"]},
             "link":{"url":"https://x.y","title":"T","description":"D","site":"S","image":{"data":"AAEC"}},
             "call":{"video":true,"direction":"in","outcome":"missed","duration":61},
             "system":{"action":"member_added","actors":["ana"],"targets":["ben"]},
             "payment":{"amount":20,"currency":"EUR","note":"N","direction":"out"},
             "reply_to":{"id":"m0","from":"ana","text":"T","attachment_kind":"image"},
             "forwarded":{"from":"ana","at":1},
             "reactions":[{"emoji":"👍","count":3,"by":["ana"]},"❤️",{"emoji":"x","by":["a","b"]},{"src":{"data":"AAEC"}}],
             "edited":{"at":1,"history":[{"at":1,"text":"old"},"older"]},
             "deleted":{"at":1,"by":"ben","reason":"unsent"},
             "status":"read","delivered_at":1,"read_at":2,"service":"sms","effect":"slam",
             "translation":{"lang":"en","text":"Hi"},"pinned":true,"starred":true,"redacted":true}
            """#)
        #expect(message.id == "7")
        #expect(message.language == "de" && message.direction == .rtl && message.status == .read)
        var voice = Attachment(kind: .voice)
        voice.file = 0
        voice.name = "a.ogg"
        voice.size = 3
        voice.width = 4
        voice.height = 5
        voice.duration = 65
        voice.waveform = [0, 12, 31.5]
        voice.title = "T"
        voice.performer = "P"
        voice.caption = "C"
        voice.alt = "A"
        voice.transcript = "X"
        voice.missing = "M"
        #expect(message.attachments == [voice])
        let details = message.details
        #expect(details.subject == "S")
        #expect(details.poll?.options.map(\.text) == ["O", "P"])
        #expect(details.poll?.options[0].votes == 3 && details.poll?.options[0].voters == ["ana"])
        #expect(details.poll?.isClosed == true && details.poll?.totalVoters == 4)
        #expect(details.location?.latitude == 52.5 && details.location?.isLive == true)
        #expect(details.contact?.phones == ["1", "2"] && details.contact?.emails == ["e@f.g"])
        #expect(details.link?.summary == "D" && details.link?.picture == 1)
        #expect(
            details.call?.isVideo == true && details.call?.outcome == .missed
                && details.call?.duration == 61)
        #expect(details.system?.actors == ["ana"] && details.system?.targets == ["ben"])
        #expect(details.payment?.amount == "20" && details.payment?.direction == .out)
        #expect(details.replyTo?.id == "m0" && details.replyTo?.attachmentKind == .image)
        #expect(details.forwarded?.from == "ana" && details.forwarded?.at?.milliseconds == 1000)
        #expect(details.reactions.map(\.count) == [3, 1, 2, 1])
        #expect(details.edited?.history.map(\.text) == ["old", "older"])
        #expect(details.deleted?.by == "ben" && details.deleted?.reason == "unsent")
        #expect(details.deliveredAt?.milliseconds == 1000 && details.readAt?.milliseconds == 2000)
        #expect(
            details.service == .sms && details.effect == "slam" && details.translation?.text == "Hi"
        )
        #expect(details.isPinned && details.isStarred && details.redacted == Redacted())
    }

    @Test func referencesToLongNamesAreCut() throws {
        let long = String(repeating: "é", count: 5_000)
        let request = try decode(
            #"""
            {"participants":[{"id":"a","name":"\#(long)"},{"id":"b","name":"Ben"}],
             "messages":[{"from":"b","text":"x","reactions":[{"emoji":"x","by":["a","b","\#(long)!"]}]}]}
            """#)
        let conversation = request.conversation
        #expect(conversation.participants[0].name == long)
        let reactors = conversation.messages[0].details.reactions[0].by
        #expect(reactors == [String(repeating: "é", count: 200) + "…", "Ben", long + "!"])
    }

    @Test func exampleOfTheSchemaIsValid() throws {
        let request = try decode(
            #"""
            {"messages":[{"text":"x","subject":null,"attachments":[{"kind":"image","src":{"data":""},"caption":"","alt":""}],
              "poll":{"question":"","options":[{"text":"","votes":3}]},"link":{"url":"","title":"","image":{}},
              "forwarded":{"from":"","at":""},"edited":{"at":"","history":[{"at":"","text":""}]},
              "deleted":{"at":"","by":"ben","reason":"unsent"},"delivered_at":"","read_at":"",
              "translation":{"lang":"en","text":""},"reply_to":{"id":"m0","text":""}}],
             "theme":"imessage",
             "output":{"format":"png","width":390,"scale":2,"max_height":null,"overflow":"paginate","background":"theme",
               "page":{"size":"A4","orientation":"portrait","margin":"15mm","header":"{title}","footer":"{page} / {pages}"},
               "compression":"fast","filename":"chat"},
             "options":{"show":{"names":"auto","avatars":"auto","times":"group","dates":true,"status":"last","header":false,
               "numbers":false,"system":true},"group_window":300,"order":"asc","time_format":"auto","strict":false,
               "redact":[{"pattern":"\\+?\\d{7,}"}],"filter":{"after":null,"before":null,"from":[],"limit":null}}}
            """#)
        // Only the pictures without bytes get a warning.
        #expect(request.warnings.map(\.kind) == [.missingMedia, .missingMedia, .ignoredValue])
    }

    @Test(arguments: [
        (#""edited":true,"deleted":true,"forwarded":true"#, true),
        (#""edited":false,"deleted":null,"forwarded":false"#, false),
        (#""edited":"2026-01-01","deleted":1,"forwarded":"ana""#, true),
    ])
    func flagsMayBeBooleansOrValues(members: String, are: Bool) throws {
        let details = try message("{\(members)}").details
        #expect((details.edited != nil) == are)
        #expect((details.deleted != nil) == are)
        #expect((details.forwarded != nil) == are)
    }

    @Test func kindsAreInferredFromContent() throws {
        #expect(try message(#"{"system":"pinned"}"#).kind == .system)
        #expect(try message(#"{"call":{"outcome":"missed"}}"#).kind == .call)
        #expect(try message(#"{"kind":"hologram"}"#).kind == .unknown("hologram"))
        #expect(try message(#"{"kind":"message","call":{}}"#).kind == .message)
    }

    @Test func repliesAndNamesAreResolved() throws {
        let conversation = try decode(
            #"""
            {"me":"a","participants":[{"id":"a","name":"Ana"},{"id":"b","name":"Ben"}],"messages":[
              {"id":"1","from":"a","text":"x","reactions":[{"emoji":"👍","by":["b"]},{"emoji":"❤","by":["Ana"]}]},
              {"id":"2","from":"b","text":"y","reply_to":"1"},{"from":"b","text":"z","reply_to":{"id":"9","from":"a"}}]}
            """#
        ).conversation
        #expect(conversation.messages.map(\.details.replyTo?.index) == [nil, 0, nil])
        #expect(conversation.messages[2].details.replyTo?.from == "Ana")
        let reactions = conversation.messages[0].details.reactions
        #expect(reactions.map(\.by) == [["Ben"], ["Ana"]])
        #expect(reactions.map(\.isMine) == [false, true])
    }

    @Test func voteOfMeIsMarkedIfOnlyTheVotersNameIt() throws {
        let conversation = try decode(
            #"""
            {"me":"a","participants":[{"id":"a","name":"Ana"},{"id":"b","name":"Ben"}],"messages":[
              {"from":"b","poll":{"question":"?","options":[{"text":"x","voters":["b"]},
              {"text":"y","voters":["b","a"]},{"text":"z","chosen":true,"voters":["b"]}]}}]}
            """#
        ).conversation
        let options = conversation.messages[0].details.poll?.options
        #expect(options?.map(\.isChosen) == [false, true, true])
    }

    @Test(
        arguments: [
            (
                #""text":"😀 bold","entities":[{"type":"bold","offset":3,"length":4}]"#, "😀 bold",
                [Entity(5..<9, .bold)]
            ),
            (
                #""text":"a\r\nbold","entities":[{"type":"STRIKETHROUGH","start":3,"length":4}]"#,
                "a\nbold", [Entity(2..<6, .strike)]
            ),
            (
                #""text":"😀","entities":[{"type":"italic","offset":1,"length":9}]"#, "😀",
                [Entity(0..<4, .italic)]
            ),
            (#""text":"x","entities":[{"type":"bold","offset":5,"length":2000000000}]"#, "x", []),
            (
                #""text":"go","entities":[{"type":"text_link","offset":0,"length":2,"url":"https://x.y"},{"type":"MONOSPACE","start":1,"length":1}]"#,
                "go", [Entity(0..<2, .link(url: "https://x.y")), Entity(1..<2, .code)]
            ),
            (
                #""text":"@ana","entities":[{"type":"mention","offset":0,"length":4}]"#, "@ana",
                [Entity(0..<4, .mention)]
            ),
            (
                #""text":"see a.com","entities":[{"type":"url","offset":4,"length":5}]"#,
                "see a.com", [Entity(4..<9, .link(url: "https://a.com"))]
            ),
        ] as [(String, String, [Entity])])
    func entitiesCountUTF16(members: String, text: String, entities: [Entity]) throws {
        #expect(try message("{\(members)}").body == [.paragraph(RichText(text, entities))])
    }

    @Test func codeAndQuotesAreSeparateBlocks() throws {
        let body = try message(
            #"{"text":"x\nlet a\ny","entities":[{"type":"pre","offset":2,"length":5,"language":"swift"},{"type":"blockquote","offset":8,"length":1}]}"#
        ).body
        #expect(
            body == [
                .paragraph(RichText("x")), .code(language: "swift", text: "let a"),
                .quote([.paragraph(RichText("y"))]),
            ])
    }

    @Test func mediaFilesAreLoadedOnce() throws {
        let conversation = try decode(
            #"[{"attachments":[{"kind":"image","src":{"file":"a.png"}},{"kind":"image","src":"a.png"},{"kind":"image","src":{"data":"_-8=\n"}}]}]"#,
            files: ["a.png": [1, 2, 3]]
        ).conversation
        #expect(conversation.messages[0].attachments.map(\.media) == [0, 0, 1])
        #expect(conversation.media.map(\.bytes) == [[1, 2, 3], [0xFF, 0xEF]])
        #expect(conversation.media[0].pointer == "/0/attachments/0/src/file")
    }

    @Test(
        arguments: [
            ("AAEC", [0, 1, 2]), ("AAE=", [0, 1]), ("AAE", [0, 1]), ("AA==", [0]),
            (" A A\\n==\\t", [0]), ("__-_", [255, 255, 191]),
        ] as [(String, [UInt8])])
    func base64VariantsAreDecoded(text: String, bytes: [UInt8]) throws {
        let conversation = try decode(#"[{"attachments":[{"src":{"data":"\#(text)"}}]}]"#)
            .conversation
        #expect(conversation.media.map(\.bytes) == [bytes])
    }

    @Test(arguments: [
        "A", "AAECA", "A=", "AAE==", "AAE=A", "AA=E", "=", "AA\\u0000=", "AA*=", "ÄÄÄÄ", "AAEC=",
    ])
    func base64IsStrict(text: String) {
        let found = issues(#"[{"attachments":[{"src":{"data":"\#(text)"}}]}]"#)
        #expect(found.map(\.pointer) == ["/0/attachments/0/src/data"])
    }

    @Test func hostileTextIsCleaned() throws {
        let body = try message(#"{"text":"a\u0000b\ud800\u202ec\r\nd"}"#).body
        #expect(body == [.paragraph(RichText("a\u{FFFD}b\u{FFFD}\u{202E}c\u{202C}\nd"))])
    }

    /// An importer appends to a body as many times as a page has bubbles.
    @Test func bodiesGrowInPlace() {
        var message = Message()
        message.body = [.rule, .rule]
        message.body.reserveCapacity(1_000)
        message.body.append(.rule)
        message.body += [.rule]
        #expect(message.body.count == 4 && message.body.capacity >= 1_000)
    }
}

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

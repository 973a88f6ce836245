import Basics
import Testing

@testable import Model

@Suite struct FieldFaultTests {
    @Test(
        arguments: [
            ("3", "", .wrongType(expected: [.object, .array], found: .number)),
            ("{}", "/messages", .missing), (#"{"messages":[]}"#, "/messages", .empty),
            ("[]", "", .empty),
            (#"{"messages":null}"#, "/messages", .missing),
            (#"{"messages":{}}"#, "/messages", .wrongType(expected: [.array], found: .object)),
            (#"[{"text":3}]"#, "/0/text", .wrongType(expected: [.string], found: .number)),
            ("[3]", "/0", .wrongType(expected: [.object, .string], found: .number)),
            (
                #"[{"text":"a","status":"seen"}]"#, "/0/status",
                .notAllowed(
                    value: "seen",
                    allowed: ["sending", "sent", "delivered", "read", "played", "failed"])
            ),
            (
                #"[{"text":"a","dir":"up"}]"#, "/0/dir",
                .notAllowed(value: "up", allowed: ["auto", "ltr", "rtl"])
            ),
            (
                #"[{"text":"a","format":"html"}]"#, "/0/format",
                .notAllowed(
                    value: "html", allowed: ["plain", "markdown", "whatsapp", "slack", "discord"])
            ),
            (
                #"[{"location":{"lat":91}}]"#, "/0/location/lat",
                .outOfRange(value: "91", lower: -90, upper: 90)
            ),
            (
                #"[{"attachments":[{"size":-1}]}]"#, "/0/attachments/0/size",
                .outOfRange(value: "-1", lower: 0, upper: nil)
            ),
            (
                #"[{"attachments":[{"size":1e400}]}]"#, "/0/attachments/0/size",
                .outOfRange(value: "1e400", lower: 0, upper: nil)
            ),
            (
                #"[{"attachments":{}}]"#, "/0/attachments",
                .wrongType(expected: [.array], found: .object)
            ),
            (
                #"[{"attachments":[{"src":{"data":"*"}}]}]"#, "/0/attachments/0/src/data",
                .malformedBase64(offset: 0)
            ),
            (
                #"[{"attachments":[{"src":"data:image/png;base64,AA=A"}]}]"#,
                "/0/attachments/0/src", .malformedBase64(offset: 25)
            ),
            (
                #"[{"attachments":[{"src":"data:image/svg+xml,<svg/>"}]}]"#, "/0/attachments/0/src",
                .malformedBase64(offset: 0)
            ),
            (
                #"{"participants":[{"id":"a","color":"red"}],"messages":["a"]}"#,
                "/participants/0/color",
                .malformedColor("red")
            ),
            (
                ##"{"participants":[{"id":"a","color":"#12345"}],"messages":["a"]}"##,
                "/participants/0/color", .malformedColor("#12345")
            ),
            (#"{"participants":[{}],"messages":["a"]}"#, "/participants/0/name", .missing),
            (#"{"locale":"de_DE!","messages":["a"]}"#, "/locale", .malformedLocale("de_DE!")),
            (
                #"{"theme":3,"messages":["a"]}"#, "/theme",
                .wrongType(expected: [.string, .object], found: .number)
            ),
            (
                #"{"output":{"scale":9},"messages":["a"]}"#, "/output/scale",
                .outOfRange(value: "9", lower: 1, upper: 4)
            ),
            (
                #"{"output":{"scale":"2"},"messages":["a"]}"#, "/output/scale",
                .wrongType(expected: [.number], found: .string)
            ),
            (
                #"{"output":{"width":1e9},"messages":["a"]}"#, "/output/width",
                .outOfRange(value: "1e9", lower: 120, upper: 4000)
            ),
            (
                #"{"output":{"format":"bmp"},"messages":["a"]}"#, "/output/format",
                .notAllowed(value: "bmp", allowed: Output.Format.allCases.map(\.rawValue))
            ),
            (
                #"{"output":{"page":{"margin":"wide"}},"messages":["a"]}"#, "/output/page/margin",
                .malformedLength("wide")
            ),
            (
                #"{"output":{"page":{"size":"1x1mm"}},"messages":["a"]}"#, "/output/page/size",
                .outOfRange(value: "1x1mm", lower: 72, upper: 14_400, unit: "points")
            ),
            (
                ##"{"output":{"background":"#ggg"},"messages":["a"]}"##, "/output/background",
                .malformedColor("#ggg")
            ),
            (
                #"{"options":{"show":{"times":"often"}},"messages":["a"]}"#, "/options/show/times",
                .notAllowed(value: "often", allowed: ["auto", "group", "each", "never"])
            ),
            (
                #"{"options":{"redact":[{"pattern":"("}]},"messages":["a"]}"#,
                "/options/redact/0/pattern", .malformedPattern("(", .unbalancedParenthesis)
            ),
            (
                #"{"options":{"filter":{"limit":0}},"messages":["a"]}"#, "/options/filter/limit",
                .outOfRange(value: "0", lower: 1, upper: nil)
            ),
            (
                #"[{"text":"a","entities":[{"type":"bold","offset":0}]}]"#, "/0/entities/0/length",
                .missing
            ),
            (#"[{"text":"a","reactions":[{"count":1}]}]"#, "/0/reactions/0/emoji", .missing),
            (
                #"[{"text":"a","call":{"outcome":"lost"}}]"#, "/0/call/outcome",
                .notAllowed(
                    value: "lost",
                    allowed: ["answered", "missed", "declined", "busy", "unanswered", "failed"])
            ),
            (
                #"{"kind":"trio","messages":["a"]}"#, "/kind",
                .notAllowed(value: "trio", allowed: ["direct", "group", "assistant"])
            ),
        ] as [(String, String, FieldFault.Reason)])
    func faultsStateReasonAndPointer(json: String, pointer: String, reason: FieldFault.Reason) {
        #expect(issues(json) == [FieldFault(at: pointer, reason)])
    }

    @Test func reportsAllFaultsUpToTwenty() {
        let one = #"{"text":1,"at":"x","status":"y"}"#
        #expect(
            issues("[\(one),\(one)]").map(\.pointer) == [
                "/0/text", "/0/at", "/0/status", "/1/text", "/1/at", "/1/status",
            ])
        #expect(issues("[\(Array(repeating: one, count: 100).joined(separator: ","))]").count == 20)
    }

    @Test func redactionsAreLimited() {
        let many = Array(repeating: #"{"message":"1"}"#, count: 101).joined(separator: ",")
        let found = issues(#"{"options":{"redact":[\#(many)]},"messages":["a"]}"#)
        #expect(found.map(\.pointer) == ["/options/redact/100"])
    }

    @Test func limitsStopDecoding() throws {
        var limits = Limits()
        limits.messages = 2
        limits.messageCharacters = 3
        limits.attachments = 1
        limits.participants = 2
        limits.mediaBytes = 2
        limits.totalMediaBytes = 3
        func failure(_ json: String) -> ConversationError? {
            do { _ = try decode(json, limits: limits) } catch { return error as? ConversationError }
            return nil
        }
        #expect(failure(#"["a","b","c"]"#) == .tooMany(.messages, limit: 2, pointer: ""))
        #expect(failure(#"["äöü","😀😀😀"]"#) == nil)
        #expect(
            failure(#"["abcd"]"#)
                == .invalid([
                    FieldFault(at: "/0", .tooLong(actual: 4, limit: 3, setting: .messageCharacters))
                ]))
        #expect(
            failure(#"[{"attachments":[{},{}]}]"#)
                == .tooMany(.attachments, limit: 1, pointer: "/0/attachments/1"))
        #expect(
            failure(#"{"participants":["a","b","c"],"messages":["a"]}"#)
                == .tooMany(.participants, limit: 2, pointer: "/participants/2"))
        #expect(
            failure(#"[{"attachments":[{"src":{"data":"AAAA"}}]}]"#)
                == .invalid([
                    FieldFault(
                        at: "/0/attachments/0/src/data",
                        .tooLong(actual: 3, limit: 2, setting: .mediaBytes))
                ]))
        #expect(
            failure(
                #"{"participants":[{"id":"a","avatar":"data:;base64,AAA="},{"id":"b","avatar":"data:;base64,AAA="}],"messages":["a"]}"#
            )
                == .tooMany(.totalMediaBytes, limit: 3, pointer: "/participants/1/avatar"))
    }

    @Test(arguments: [
        (#"{"messages":["a",],"title":"x"}"#, 1, 17), ("{\"messages\":[\n\"a]}", 2, 1),
        (#"{"messages":["a"}"#, 1, 17),
        (#"{"messages":[{"text":"a" "b"}],"me":1}"#, 1, 26), (#"["a"] x"#, 1, 7),
        (#"{"messages":["a"]} x"#, 1, 20),
    ])
    func syntaxErrorsInsideMessagesHaveTheirPosition(json: String, line: Int, column: Int) {
        do {
            _ = try decode(json)
            Issue.record(ConversationError.invalid([]))
        } catch ConversationError.json(.syntax(let position, _)) {
            #expect(position.line == line)
            #expect(position.column == column)
        } catch {
            Issue.record(error)
        }
    }

    @Test(arguments: ["theme", "output", "options"])
    func settingsAreLimitedInSize(name: String) throws {
        func body(_ count: Int) -> String {
            let values = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
            return #"{"messages":["a"],"\#(name)":{\#(values)}}"#
        }
        let fault = FieldFault.Reason.tooManyValues(actual: 100_001, most: 100_000)
        #expect(issues(body(100_000)) == [FieldFault(at: "/" + name, fault)])
        #expect(issues(body(99_999)) == [])
    }
}

@Suite struct FieldNamesTests {
    @Test(arguments: [
        (#"{"titel":"x","messages":["a"]}"#, "title"),
        (#"{"participants":[{"id":"a","colour":"x"}],"messages":["a"]}"#, "color"),
        (#"{"emoji":[{"name":"x","scr":"x"}],"messages":["a"]}"#, "src"),
        (#"[{"text":"a","reply":"m1","reactoins":[]}]"#, "reactions"),
        (#"[{"text":"a","from":{"name":"A","avatr":1}}]"#, "avatar"),
        (
            #"[{"text":"a","entities":[{"type":"bold","offset":0,"lenght":1,"length":1}]}]"#,
            "length"
        ),
        (#"[{"content":[{"text":"a","tpye":"text"}]}]"#, "type"),
        (#"[{"attachments":[{"kind":"file","captoin":"x"}]}]"#, "caption"),
        (#"[{"attachments":[{"kind":"image","src":{"flie":"x"}}]}]"#, "file"),
        (#"[{"attachments":[{"kind":"card","buttons":[{"lable":"x"}]}]}]"#, "label"),
        (#"[{"poll":{"question":"x","options":[{"text":"a","chosn":1}]}}]"#, "chosen"),
        (#"[{"location":{"longitud":1}}]"#, "longitude"),
        (#"[{"text":"a","edited":{"histroy":[]}}]"#, "history"),
    ])
    func misspelledFieldsAreSuggestedInTheirObjects(json: String, name: String) throws {
        let warnings = try ConversationDecoder.decode(Array(json.utf8)).warnings
        #expect(warnings.contains { $0.meant == name })
    }

    @Test func fieldsOfAnObjectHaveDifferentNames() {
        for names in [MessageDraft.fields.names, AttachmentDraft.fields.names] {
            #expect(Set(names).count == names.count && names.count > 25)
            #expect(names.allSatisfy { MessageDraft.fields.reader(of: $0 + "\u{0}") == nil })
        }
        #expect(MessageDraft.fields.names.allSatisfy { MessageDraft.fields.reader(of: $0) != nil })
    }
}

@Suite struct FieldReviewTests {
    private func review(_ messages: String...) throws -> FieldReview {
        FieldReview(try messages.map { try JSONValue(parsing: Array($0.utf8)) })
    }

    @Test(arguments: [
        #""Hi""#, #"{"text":"Hi"}"#, #"{"from":"a","text":"Hi","mood":"good"}"#,
        #"{"role":"user","name":"Ana","content":"Hi"}"#,
        #"{"role":"assistant","content":null,"tool_calls":[]}"#,
        #"{"author":{"name":"Ana"},"timestamp":1700000000,"body":"Hi","user":"u1","ts":"1"}"#,
        #"{"from":"a","text":"Hi","_id":"1","_rev":"2","tenant":"3","trace":"4"}"#,
        #"{"kind":"system","text":"Ana joined","user":"ana"}"#, #"{"type":"unread"}"#,
        #"{"from":"a","text":"Hi","user":null,"created_at":null}"#,
    ])
    func messagesWithKnownSenderTimeAndTextAreNative(message: String) throws {
        let review = try review(message)
        #expect(review.messages == 1 && review.misread == 0 && !review.isForeign)
    }

    @Test(
        arguments: [
            (#"{"user":"a","text":"Hi"}"#, "user", "from"),
            (#"{"name":"a","text":"Hi"}"#, "name", "from"),
            (#"{"u":{"username":"a"},"text":"Hi"}"#, "u", "from"),
            (#"{"sender_name":"a","text":"Hi"}"#, "sender_name", "from"),
            (#"{"author_id":"a","text":"Hi"}"#, "author_id", "from"),
            (#"{"from":"a","text":"Hi","ts":"1"}"#, "ts", "at"),
            (#"{"from":"a","text":"Hi","date_unixtime":"1"}"#, "date_unixtime", "at"),
            (#"{"from":"a","text":"Hi","createdAt":"1"}"#, "createdAt", "at"),
            (#"{"from":"a","text":"Hi","create_time":"1"}"#, "create_time", "at"),
            (#"{"from":"a","at":1,"msg":"Hi"}"#, "msg", "text"),
        ] as [(String, String, String)])
    func messagesWithUnknownSenderTimeOrTextAreForeign(
        message: String, found: String, own: String
    ) throws {
        let review = try review(message)
        #expect(review.isForeign)
        #expect(review.renamed == [FieldReview.Renamed(found: found, ownName: own)])
    }

    @Test(arguments: [
        "{}", #"{"from":"a"}"#, #"{"uuid":"1","payload":{}}"#, #"{"text":"a","x":1,"y":2}"#,
    ])
    func messagesWithoutTextOrWithMostlyUnknownFieldsAreForeign(message: String) throws {
        #expect(try review(message).isForeign)
    }

    @Test func halfOfTheMessagesDecideIfAConversationIsForeign() throws {
        let (own, foreign) = (#"{"from":"a","text":"Hi"}"#, #"{"user":"a","text":"Hi","x":1}"#)
        #expect(try review(own, own, foreign).isForeign == false)
        let half = try review(own, foreign)
        #expect(half.isForeign && half.misread == 1 && half.messages == 2)
        #expect(half.others == ["x"])
    }

    @Test func onlyTheFirstHundredMessagesAreReviewed() throws {
        let own = try JSONValue(parsing: Array(#"{"from":"a","text":"Hi"}"#.utf8))
        let foreign = try JSONValue(parsing: Array(#"{"user":"a"}"#.utf8))
        let review = FieldReview(
            Array(repeating: own, count: 100) + Array(repeating: foreign, count: 200))
        #expect(review.messages == 100 && review.misread == 0)
    }
}

func decode(
    _ json: String, _ overrides: [(key: String, value: String)] = [],
    files: [String: [UInt8]] = [:], limits: Limits = Limits()
) throws -> RenderRequest {
    try ConversationDecoder.decode(
        Array(json.utf8), overrides: overrides, files: files, limits: limits)
}

/// The only message of a conversation that has `json` and the fields `around` it.
func message(_ json: String, _ around: String = "") throws -> Message {
    try #require(try decode("{\(around)\"messages\":[\(json)]}").conversation.messages.first)
}

func issues(
    _ json: String, _ overrides: [(key: String, value: String)] = [], limits: Limits = Limits()
) -> [FieldFault] {
    do {
        _ = try decode(json, overrides, limits: limits)
        return []
    } catch ConversationError.invalid(let issues) {
        return issues
    } catch {
        Issue.record(error)
        return []
    }
}

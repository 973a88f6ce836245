import Model
import Testing

@Suite struct PreparedTests {
    private static let talk = #"""
        {"me":"ana","title":"Ben Kay","participants":[{"id":"ana","name":"Ana"},{"id":"ben","name":"Ben Kay","handle":"+491511234567","avatar":"data:;base64,AAEC","color":"#f00"}],
         "messages":[
          {"id":"m1","from":"ana","at":10,"text":"Hi Ben Kay, call +491511234567 or ben@x.org"},
          {"id":"m2","from":"ben","at":20,"text":"My secret","attachments":[{"kind":"image","src":"data:;base64,AQID","name":"secret.png","caption":"secret","alt":"secret","transcript":"secret"}],
            "reactions":[{"emoji":"👍","by":["ana"]}],"edited":{"history":[{"text":"older secret"}]},"translation":{"text":"secret"},"subject":"secret"},
          {"id":"m3","from":"ana","at":30,"text":"really?","reply_to":"m2","reactions":[{"emoji":"👍","by":["ben"]}]},
          {"id":"m4","from":"ana","at":40,"text":"see","reply_to":{"id":"x","from":"ben","text":"secret"},"link":{"url":"tel:+491511234567","title":"Ben Kay"},
            "entities":[{"type":"text_link","offset":0,"length":3,"url":"tel:+491511234567"}]},
          {"id":"m5","kind":"system","text":"Ben Kay left","system":{"action":"left","actors":["ben"]}}]}
        """#

    private func prepared(_ overrides: [(key: String, value: String)]) throws -> Conversation {
        return try decode(PreparedTests.talk, overrides).prepared().conversation
    }

    @Test(arguments: [
        ([("filter.after", "20")], [2, 3, 4, 5]), ([("filter.before", "20")], [1]),
        ([("filter.after", "20"), ("filter.before", "40")], [2, 3]),
        ([("filter.from", "ben")], [2]), ([("filter.from", "Ben Kay,ana")], [1, 2, 3, 4]),
        ([("filter.limit", "2")], [1, 2]), ([("order", "desc")], [5, 4, 3, 2, 1]),
        ([("order", "desc"), ("filter.limit", "2")], [5, 4]), ([], [1, 2, 3, 4, 5]),
    ])
    func filtersAndOrdersButKeepsNumbers(overrides: [(String, String)], numbers: [Int]) throws {
        #expect(
            try prepared(overrides.map { (key: $0.0, value: $0.1) }).messages.map(\.number)
                == numbers)
    }

    @Test func repliesAreResolvedAfterFiltering() throws {
        #expect(try prepared([("order", "desc")]).messages[2].details.replyTo?.index == 3)
        let reply = try prepared([("filter.from", "ana")]).messages[1].details.replyTo
        #expect(reply?.index == nil && reply?.text == "My secret" && reply?.from == "Ben Kay")
        #expect(reply?.attachmentKind == .image)
    }

    @Test func redactedMessagesAreRemoved() throws {
        let conversation = try prepared([("redact.message", "m2")])
        let message = conversation.messages[1]
        #expect(message.body == [.paragraph(RichText("[redacted]"))])
        #expect(message.attachments.isEmpty && message.id == "redacted-2")
        #expect(
            message.details.redacted?.kinds == [.text, .image]
                && message.details.reactions.isEmpty)
        #expect(message.from == 1 && message.at?.milliseconds == 20_000)
        #expect(conversation.media.map(\.bytes) == [[0, 1, 2], []])
        #expect(!"\(conversation.messages.dropLast(2))".contains("secret"))
        // A number also selects a message without that id.
        #expect(try prepared([("redact.message", "2")]).messages[1] == message)
    }

    @Test func redactedParticipantsAreRemovedEverywhere() throws {
        let conversation = try prepared([("redact.participant", "ben")])
        let all = "\(conversation)"
        for word in ["Ben", "Kay", "secret", "1511234567", "older", "16711680"] {
            #expect(!all.contains(word), "\(word)")
        }
        #expect(conversation.media.filter { !$0.bytes.isEmpty }.isEmpty)
        #expect(
            conversation.participants[1].name == "[redacted]"
                && conversation.participants[0].name == "Ana")
        #expect(conversation.title == "[redacted]")
        #expect(
            conversation.messages[0].body.map(\.plainText).first?.hasPrefix(
                "Hi [redacted], call [redacted] or [redacted]")
                == true)
        #expect(conversation.messages[2].details.reactions[0].by == ["[redacted]"])
        #expect(conversation.messages[4].details.system?.actors == ["[redacted]"])
    }

    @Test func redactedPlacesLoseTheirMap() throws {
        let talk = #"""
            [{"id":"m1","location":{"lat":1,"lon":2,"name":"Harbour 12","picture":"data:;base64,AQID"}},
             {"id":"m2","location":{"lat":1,"lon":2,"name":"Quay","picture":"data:;base64,BAUG"}}]
            """#
        func prepared(_ key: String, _ value: String) throws -> Conversation {
            return try decode(talk, [(key: key, value: value)]).prepared().conversation
        }
        for (key, value) in [("redact.message", "m1"), ("redact.pattern", "Harbour")] {
            let conversation = try prepared(key, value)
            let place = conversation.messages[0].details.location
            #expect(place?.picture == nil && place?.latitude == nil && place?.longitude == nil)
            #expect(conversation.messages[1].details.location?.picture == 1)
            #expect(conversation.media.map(\.bytes) == [[], [4, 5, 6]])
        }
    }

    @Test func patternsRedactOnlyTheirMatches() throws {
        let conversation = try prepared([("redact.pattern", #"\+?\d{7,}"#)])
        #expect(!"\(conversation)".contains("1511234567"))
        #expect(
            conversation.messages[0].body == [
                .paragraph(
                    RichText(
                        "Hi Ben Kay, call [redacted] or ben@x.org",
                        [Entity(31..<40, .link(url: "mailto:ben@x.org"))]))
            ])
        #expect(conversation.isRedacted)
        #expect(conversation.messages.allSatisfy { $0.details.redacted == nil })
        #expect(conversation.messages[3].body == [.paragraph(RichText("see"))])
        #expect(conversation.messages[1].body == [.paragraph(RichText("My secret"))])
    }

    @Test func redactionsOfUnknownParticipantsAreErrors() {
        #expect {
            try prepared([("redact.participant", "bne")])
        } throws: { error in
            guard case .invalid(let faults) = error as? ConversationError else { return false }
            return faults == [
                FieldFault(
                    at: "/options/redact/0/participant",
                    .notAllowed(value: "bne", allowed: ["ana", "ben"]))
            ]
        }
        #expect(throws: ConversationError.self) { try prepared([("redact.message", "m99")]) }
    }

    @Test func messagesMarkedAsRedactedAreRedacted() throws {
        let request = try decode(#"[{"text":"secret","redacted":true},{"text":"b"}]"#)
        let conversation = try request.prepared().conversation
        #expect(conversation.messages[0].body == [.paragraph(RichText("[redacted]"))])
    }

    /// Exports and other programs may repeat IDs.
    @Test func messagesAndParticipantsWithTheSameIDAreAllRedacted() throws {
        let talk = #"""
            {"participants":[{"id":"b","name":"Ben Quack"},{"id":"b","name":"Zoe Other"}],
             "messages":[{"id":"x","from":"Ben Quack","text":"one"},{"id":"x","from":"Zoe Other","text":"two"}]}
            """#
        for key in ["redact.message", "redact.participant"] {
            let value = key == "redact.message" ? "x" : "b"
            let messages = try decode(talk, [(key, value)]).prepared().conversation.messages
            #expect(messages.allSatisfy { $0.body == [.paragraph(RichText("[redacted]"))] })
        }
    }

    @Test func replacedIDsDifferFromAllOthers() throws {
        let talk = #"""
            {"participants":[{"id":"participant-2","name":"Ada"},{"id":"cem","name":"Cem"},
              {"id":"redacted-4","name":"Dan"},{"id":"eve","name":"Eve"},{"id":"redacted-4-2","name":"Fay"}],
             "messages":[{"id":"redacted-2","from":"participant-2","text":"a"},{"id":"m","from":"cem","text":"b"},
              {"id":"q77","from":"redacted-4","text":"c"},{"id":"message-3","from":"eve","text":"d"}]}
            """#
        let request = try decode(
            talk,
            [
                ("redact.participant", "cem"), ("redact.as", "Person C"),
                ("redact.participant", "eve"), ("redact.message", "m"), ("redact.pattern", "77"),
            ])
        let conversation = try request.prepared().conversation
        #expect(
            conversation.participants.map(\.id) == [
                "participant-2", "participant-2-2", "redacted-4", "redacted-4-3", "redacted-4-2",
            ])
        #expect(
            conversation.messages.map(\.id) == [
                "redacted-2", "redacted-2-2", "message-3", "redacted-4",
            ])
    }

    /// A rule cannot match a word that a quotation cuts.
    @Test func quotationsOfRedactedPlacesComeFromTheRedactedMessage() throws {
        let talk = #"""
            {"messages":[{"id":"m2","from":"a","text":"later","reply_to":{"id":"m1","text":"my pin is secretwo…"}},
              {"id":"m1","from":"b","text":"my pin is secretword"},{"id":"m3","from":"b","text":"plain words"},
              {"from":"a","text":"x","reply_to":{"id":"m3","text":"plain"}}],
             "options":{"redact":[{"pattern":"secretword"}]}}
            """#
        let conversation = try decode(talk).prepared().conversation
        #expect(conversation.messages[0].details.replyTo?.text == nil)
        #expect(conversation.messages[0].details.replyTo?.index == 1)
        #expect(conversation.messages[3].details.replyTo?.text == "plain")
        let alone = try decode(talk, [("filter.from", "a")]).prepared().conversation
        #expect(alone.messages[0].details.replyTo?.text == "my pin is [redacted]")
    }

    @Test(arguments: [
        (#"(?i)secretword"#, "a Sec\u{AD}ret\u{200B}word\u{200E} b", "a [redacted]\u{200E} b"),
        (#"\d{4,}"#, "1\u{2060}234 and 5\u{FEFF}6", "[redacted] and 5\u{FEFF}6"),
        ("José", "Jo\u{200D}se\u{301} x", "[redacted] x"),
        ("word", "a sec%C2%ADw%E2%80%8Bord b", "a sec%C2%AD[redacted] b"),
        ("\u{200B}", "a\u{200B}b", "a[redacted]b"),
    ])
    func patternsMatchAcrossInvisibleCharacters(
        pattern: String, text: String, expected: String
    ) throws {
        let request = try decode(
            #"{"messages":[{"from":"a","text":"\#(text)"}]}"#, [("redact.pattern", pattern)])
        let message = try request.prepared().conversation.messages[0]
        #expect(message.body == [.paragraph(RichText(expected))])
    }

    @Test func numbersWithInvisibleCharactersAreRedacted() throws {
        let request = try decode(
            #"""
            {"participants":[{"id":"p","name":"Ben","handle":"+49 171 2345678"}],
             "messages":[{"from":"a","text":"+49\u200B171\u200B2345678 x"}]}
            """#, [("redact.participant", "p")])
        let message = try request.prepared().conversation.messages[0]
        #expect(message.body == [.paragraph(RichText("[redacted] x"))])
    }

    @Test func redactedLinksLoseTheirPreview() throws {
        let talk = #"""
            [{"link":{"url":"https://x.org/secretword","title":"T","description":"S","image":"data:;base64,AQID"}},
             {"link":{"url":"https://x.org/q","title":"secretword","image":"data:;base64,BAUG"}},
             {"link":{"url":"https://x.org/q","title":"T","image":"data:;base64,BwgJ"}}]
            """#
        let request = try decode(talk, [("redact.pattern", "secretword")])
        let conversation = try request.prepared().conversation
        let links = conversation.messages.map(\.details.link)
        #expect(links[0]?.picture == nil && links[0]?.title == nil && links[0]?.summary == nil)
        #expect(links[1]?.picture == nil && links[1]?.title == "[redacted]")
        #expect(links[2]?.picture == 2 && links[2]?.title == "T")
        #expect(conversation.media.map(\.bytes) == [[], [], [7, 8, 9]])
    }

    /// A warning would come only after the message has been shown.
    @Test(arguments: [
        "Redacted", "redact", "redaced", "redakted", "is_redacted", "isRedacted", "redaction",
        "REDACT", "redacetd",
    ])
    func misspelledRedactionsOfMessagesAreErrors(key: String) throws {
        for json in [
            #"[{"text":"x","\#(key)":true}]"#, #"[{"text":"x","\#(key)":{"reason":"PRIV"}}]"#,
            #"[{"attachments":[{"kind":"file","name":"x","\#(key)":true}]}]"#,
            #"{"participants":[{"id":"a","\#(key)":true}],"messages":["x"]}"#,
        ] {
            #expect(throws: ConversationError.self) { try decode(json) }
        }
        // Other programs write such members as well.
        for json in [#"[{"text":"x","\#(key)":false}]"#, #"[{"text":"x","\#(key)":null}]"#] {
            #expect(try decode(json).warningCount == 1)
        }
    }

    @Test func redactionsOfOtherThingsThanMessagesAreErrors() {
        for json in [
            #"[{"attachments":[{"kind":"file","name":"x","redacted":true}]}]"#,
            #"[{"from":{"id":"a","redacted":true},"text":"x"}]"#,
        ] {
            #expect(throws: ConversationError.self) { try decode(json) }
        }
    }

    @Test(arguments: [
        "reacted", "react", "rejected", "retracted", "related", "received", "redacts", "edited_by",
        "reduced", "recalled", "password",
    ])
    func otherUnknownMembersProduceAWarning(key: String) throws {
        #expect(try decode(#"[{"text":"x","\#(key)":true}]"#).warningCount == 1)
    }

    @Test(arguments: [
        #""options":{"filter":{"redact":[{"pattern":"x"}]}}"#,
        #""options":{"filter":{"exclude":{"redacted":["x"]}}}"#,
        #""options":{"show":{"redact":[{"pattern":"x"}]}}"#,
        #""output":{"page":{"redact":[{"pattern":"x"}]}}"#,
        #""output":{"page":{"password":"x"}}"#, #""output":{"page":{"bates":{"sign":true}}}"#,
    ])
    func misplacedProtectionsAreErrors(member: String) throws {
        #expect(throws: ConversationError.self) { try decode(#"{"messages":["x"],\#(member)}"#) }
        // A known name is nearer.
        let near = #"{"messages":["x"],"options":{"show":{"redaction":true}}}"#
        #expect(try decode(near).warningCount == 1)
    }

    /// The last of two members counts, but the first one protects as well.
    @Test(arguments: [
        (#"{"messages":["x"],"options":{"redact":[]},"options":{}}"#, "/options"),
        (#"{"messages":["x"],"output":{"password":"k"},"output":{}}"#, "/output"),
        (#"{"messages":["x"],"options":{"redact":[{}],"redact":[]}}"#, "/options/redact"),
        (#"{"messages":["x"],"output":{"password":"k","password":null}}"#, "/output/password"),
        (#"{"messages":["x"],"output":{"sign":true,"sign":false}}"#, "/output/sign"),
        (#"[{"text":"x","redacted":true,"redacted":false}]"#, "/0/redacted"),
    ])
    func duplicateProtectionsAreErrors(json: String, pointer: String) throws {
        #expect(issues(json).first?.pointer == pointer)
        let others = #"[{"text":"x","text":"y","options":1,"options":2,"password":1,"password":2}]"#
        #expect(try decode(others).warnings.filter { $0.kind == .duplicateKey }.count == 3)
    }

    @Test func standardFootersStay() throws {
        for profile in [nil, "evidence"] {
            let rule = (key: "redact.pattern", value: "/|page")
            let request = try decode(
                #"["a/b"]"#, [rule] + (profile.map { [(key: "profile", value: $0)] } ?? []))
            let footer = request.output.page.footer
            let prepared = try request.prepared()
            #expect(prepared.output.page.footer == footer && footer?.contains("/") == true)
            #expect(prepared.redactions == [RedactionCount(places: 1)])
        }
    }

    /// A replacement name need not occur in any text.
    @Test func renamedParticipantsAreCounted() throws {
        let talk = #"[{"from":"ben","text":"hi"},{"from":"ann","text":"yo"}]"#
        let request = try decode(
            talk, [("redact.participant", "ben"), ("redact.as", "Person B"), ("strict", "true")]
        ).prepared()
        #expect(request.conversation.participants.map(\.name).contains("Person B"))
        #expect(
            request.warnings.map(\.detail) == ["redacted 1 participant, 0 messages and 0 places"])
    }

    @Test func marksAreNeverCut() throws {
        let words = String(repeating: "x ", count: 146)
        let talk = #"""
            {"messages":[{"id":"m1","from":"b","text":"\#(words)secretword tail"},{"from":"a","text":"ok","reply_to":"m1"}],
             "options":{"redact":[{"pattern":"secretword"}],"filter":{"from":"a"}}}
            """#
        #expect(try decode(talk).prepared().conversation.messages[0].details.replyTo?.text == words)
    }

    @Test(arguments: [
        ("red|acted|PR.V", "a [redacted: PRIV] x[redacted]"),
        ("a .red", "[redacted] xred"), (#"\[.*"#, "a [redacted]"),
    ])
    func marksAreNotRedactedAgain(pattern: String, expected: String) throws {
        let talk = #"{"redacted":true,"messages":[{"from":"a","text":"a [redacted: PRIV] xred"}]}"#
        let request = try decode(talk, [("redact.pattern", pattern)])
        let body = try request.prepared().conversation.messages[0].body
        #expect(body == [.paragraph(RichText(expected))])
    }
}

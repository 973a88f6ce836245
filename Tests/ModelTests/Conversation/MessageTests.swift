import Model
import Testing

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

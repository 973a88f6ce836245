import Testing

@testable import Model

@Suite struct NamePartTests {
    private static let people =
        #""participants":[{"id":"z","name":"Zebulon Quackenbush"},{"id":"a","name":"Ana"}]"#

    private func prepared(
        _ text: String, people: String = NamePartTests.people,
        rule: String = #""participant":"z""#,
        everyday: [String] = [], format: String = "plain"
    ) throws -> RenderRequest {
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let json =
            #"{\#(people),"messages":[{"from":"a","text":"\#(quoted)","format":"\#(format)"}],"#
            + #""options":{"redact":[{\#(rule)}]}}"#
        return try decode(json).prepared(everydayWords: everyday)
    }

    private func hidden(
        _ text: String, people: String = NamePartTests.people,
        rule: String = #""participant":"z""#,
        everyday: [String] = []
    ) throws -> String {
        let request = try prepared(text, people: people, rule: rule, everyday: everyday)
        return request.conversation.messages[0].body.map(\.plainText).joined()
    }

    @Test(arguments: [
        ("Zebulon came, quackenbush left", "[redacted] came, [redacted] left"),
        ("so Zebulon's and ZEBULON", "so [redacted]'s and [redacted]"),
        ("Z. Quackenbush, Zebulon Q., Z Quackenbush", "[redacted], [redacted], [redacted]"),
        ("ask Z.Q. or Z. Q. now", "ask [redacted] or [redacted] now"),
        ("z.q. is nobody", "z.q. is nobody"),
        (
            "ask @zebulon99, @z.quackenbush. Or @zquackenbush",
            "ask [redacted], [redacted]. Or [redacted]"
        ),
        (":zebulon: and zebulon_cv.pdf", ":[redacted]: and [redacted]_cv.pdf"),
        ("zebulonquackenbush QuackenbushZebulon", "[redacted]"),
        ("ZebulonAtHome", "[redacted]AtHome"), ("zebulonfan too", "[redacted] too"),
    ])
    func namePartsAreRedacted(text: String, expected: String) throws {
        #expect(try hidden(text) == expected)
    }

    @Test(arguments: [
        ("Zebulon%20Quackenbush", "[redacted]"), ("a zebulon+quackenbush b", "a [redacted] b"),
        ("zebulon_quackenbush", "[redacted]"), ("zebulon-quackenbush", "[redacted]"),
        ("zebulon.quackenbush", "[redacted]"), ("zebulon%5Fquackenbush", "[redacted]"),
        ("Zebulon%2520Quackenbush", "[redacted]"), ("Zebulon&nbsp;Quackenbush", "[redacted]"),
        ("&#90;ebulon &#x51;uackenbush", "[redacted]"), ("%5A%65bulon Quackenbush", "[redacted]"),
        ("Zebulon Kay", "Zebulon Kay"), ("50% Zebulon", "50% Zebulon"),
        ("see https://y.example/?q=Zebulon+Quackenbush&x=1, then", "see [redacted], then"),
        ("y.example/zebulon-quackenbush/cv (old)", "[redacted] (old)"),
        ("mail zebulon.quackenbush@y.example!", "mail [redacted]!"),
        ("https://y.example/?u=WmVidWxvbiBRdWFja2VuYnVzaA==&x=1 b", "[redacted] b"),
        ("https://y.example/v/WmVidWxvbiBRdWFja2VuYnVzaA/b c", "[redacted] c"),
        ("https://y.example/v/WmVidWxvbiBRdWFja2VuYnVzaA%3D%3D", "[redacted]"),
        ("https://y.example/t.eyJuIjoiWmVidWxvbiBRdWFja2VuYnVzaCJ9.x", "[redacted]"),
        ("token WmVidWxvbiBRdWFja2VuYnVzaA==.", "token [redacted]==."),
        (
            "https://y.example/WmVidWxvbiBLYXkgYW5kIEJlbg==",
            "https://y.example/WmVidWxvbiBLYXkgYW5kIEJlbg=="
        ),
        ("iPhone12 McDonalds2026", "iPhone12 McDonalds2026"),
    ])
    func encodedNamesAreRedactedWithoutParts(text: String, expected: String) throws {
        #expect(try hidden(text, rule: #""participant":"z","parts":false"#) == expected)
    }

    @Test(arguments: [
        ("https://xn--mller-kva.example/", "[redacted]"),
        ("at xn--mller-kva.example", "at [redacted].example"),
        ("M&uuml;ller m%C3%BCller m%FCller", "[redacted]"), ("m&amp;uuml;ller", "[redacted]"),
        ("xn--mller-kvaa.example", "xn--mller-kvaa.example"),
    ])
    func encodedLettersAreDecoded(text: String, expected: String) throws {
        let people = #""participants":[{"id":"z","name":"Ute Müller"},{"id":"a","name":"Ana"}]"#
        #expect(try hidden(text, people: people) == expected)
    }

    @Test(arguments: [
        ("王小明", "小明来了", "[redacted]来了"), ("김민수", "민수는 왔다", "[redacted]는 왔다"),
        ("欧阳娜娜", "欧阳和娜娜", "[redacted]和[redacted]"), ("山田 太郎", "太郎さん", "[redacted]さん"),
        ("ジョン・スミス", "スミスさん", "[redacted]さん"), ("王明", "明天", "明天"),
        ("Jean-Pierre d’Angelo", "Pierre und d'Angelo", "[redacted] und [redacted]"),
        ("Vincent van Gogh", "van Gogh, van Halen", "van [redacted], van Halen"),
        ("Al Om", "Al, Om and Al Om", "Al, Om and [redacted]"),
    ])
    func nameSplittingFollowsTheScript(name: String, text: String, expected: String) throws {
        let people = #""participants":[{"id":"z","name":"\#(name)"},{"id":"a","name":"Ana"}]"#
        #expect(try hidden(text, people: people) == expected)
    }

    @Test(arguments: [
        (
            "Zebulon Quackenbush", "Zebulons, Quackenbushs, ZEBULONS",
            "[redacted], [redacted], [redacted]"
        ),
        ("Zebulon Quackenbush", "Zebulon’s, Zebulon-Fan", "[redacted]’s, [redacted]-Fan"),
        ("Zebulon Quackenbush", "ZebulonsFan Zebulons2", "[redacted]Fan [redacted]2"),
        ("Zebulon Quackenbush", "Zebulonille, Zebulonista", "[redacted], [redacted]"),
        ("Zebulon Quackenbush", "Zebulonfan zebulonmarket", "[redacted]"),
        ("Bogdan Nowak", "Bogdanowi, z Bogdanem, Nowaków", "[redacted], z [redacted], [redacted]"),
        ("Zuzanna Nowak", "Zuzanny, Zuzannie, Zuzann", "[redacted], [redacted], [redacted]"),
        ("Зебулон Иванов", "Зебулона, Ивановым", "[redacted], [redacted]"),
        ("Маргарита Ким", "Маргариты, с Маргаритой", "[redacted], с [redacted]"),
        ("Mehmet Yıldız", "Mehmetin, Yıldız'a Mehmeti", "[redacted], [redacted]'a [redacted]"),
        ("Gábor Szabó", "Gáborral, Szabóval", "[redacted], [redacted]"),
        ("Ida Roe", "Idas Roes", "Idas Roes"), ("Ina Market", "markets", "[redacted]"),
        ("Ona O'Neil", "the O'Neils", "the O'[redacted]"), ("Lisa Mara", "Mary", "[redacted]"),
    ])
    func inflectedPartsAreHidden(name: String, text: String, expected: String) throws {
        let people = #""participants":[{"id":"z","name":"\#(name)"},{"id":"a","name":"Ana"}]"#
        #expect(try hidden(text, people: people) == expected)
        #expect(try hidden(text, people: people, rule: #""participant":"z","parts":false"#) == text)
    }

    @Test func anEverydayWordIsNotAnInflectedName() throws {
        let people =
            #""participants":[{"id":"z","name":"Roma Quackenbush"},{"id":"a","name":"Ana"}]"#
        #expect(try hidden("romans", people: people, everyday: ["romans"]) == "romans")
        #expect(try hidden("a Roman", people: people) == "a [redacted]")
    }

    @Test func compoundsOfANameAreListed() throws {
        let request = try prepared("Zebulonfreunde, Megazebulon, quackenbushschaft, ebulon")
        #expect(request.redactions[0].similar.map(\.text) == ["Megazebulon", "ebulon"])
        #expect(request.redactions[0].places == 2)
    }

    @Test func everydayWordsAreKeptAndListed() throws {
        let people =
            #""participants":[{"id":"z","name":"Will Quackenbush"},{"id":"a","name":"Ana"}]"#
        let request = try prepared(
            "I will see Will Quackenbush", people: people, everyday: ["will"])
        #expect(request.conversation.messages[0].body.first?.plainText == "I will see [redacted]")
        #expect(
            request.redactions[0].similar == [
                SimilarWord(text: "will", count: 1, pointer: "/messages/0")
            ])
        #expect(try hidden("I will", people: people) == "I [redacted]")
    }

    @Test func warningCountsPartsAndListsSimilarWords() throws {
        let request = try prepared(
            "Zebulon Quackenbush, Zebulon and Quackenbush; Zeb, Zebby, zeb, Zebulun, zebra, zebulonfan, quack"
        )
        let count = request.redactions[0]
        #expect(count.places == 5 && count.parts == 4)
        #expect(count.similar.map(\.text) == ["Zeb", "Zebby", "quack", "zebra"])
        #expect(count.similar.map(\.count) == [2, 1, 1, 1])
        let details = request.warnings.map(\.detail)
        #expect(
            details.contains("redacted 0 messages and 5 places, 4 matched only a part of a name"))
        #expect(
            details.contains(
                "4 words similar to the name kept: Zeb (2, /messages/0), Zebby (1, /messages/0), "
                    + "quack (1, /messages/0), zebra (1, /messages/0); to hide a word, add it to also"
            ))
        let whole = try prepared("Zebulon, Zeb", rule: #""participant":"z","parts":false"#)
        #expect(whole.redactions == [RedactionCount()])
    }

    /// Diminutives, misspellings and forms in lower case, which a rule without grammar cannot hide.
    @Test(arguments: [
        ("Zebulon Kay", "Zebby Zebchen Zebulein Megazebulon Uebulon Ezbulon zeb"),
        ("Катерина Ким", "Катя Катенька Катюша"), ("Jukka Mäkinen", "mäkisen jukan Jukkis"),
        ("Carlos Roe", "Carlito carlito"), ("Анна Ким", "Аннушка"),
    ])
    func similarWordsAreHiddenOrReported(name: String, words: String) throws {
        let people = #""participants":[{"id":"z","name":"\#(name)"},{"id":"a","name":"Ona"}]"#
        for word in words.split(separator: " ") {
            let request = try prepared(String(word), people: people)
            let text = request.conversation.messages[0].body.map(\.plainText).joined()
            let similar = request.redactions[0].similar.map(\.text)
            #expect((text == "[redacted]") != (similar == [String(word)]), "\(word)")
        }
    }

    @Test func namesOfOtherParticipantsAreKeptAndListed() throws {
        let people =
            #""participants":[{"id":"z","name":"Maria Quackenbush"},{"id":"a","name":"Martin Kay"}]"#
        let request = try prepared("Martin, Marta, Maria and Martins", people: people)
        #expect(
            request.conversation.messages[0].body.first?.plainText
                == "Martin, [redacted], [redacted] and [redacted]")
        #expect(request.conversation.participants[1].name == "Martin Kay")
        #expect(
            request.redactions[0].similar
                == [SimilarWord(text: "Martin", count: 2, pointer: "/messages/0")])
    }

    @Test func spellingsOfTheCallerAreRedactedLikeTheName() throws {
        let rule = #""participant":"z","also":["Zeb","Bubbles Kay"]"#
        let text =
            "Zeb, zeb's, Zebra; Bubbles, bubblesque, Kays and Kay. @bubbleskay https://zeb.example"
        #expect(
            try hidden(text, rule: rule)
                == "[redacted], [redacted]'s, Zebra; [redacted], [redacted], Kays and [redacted]. "
                + "[redacted]")
        #expect(
            try hidden("Zeb, Bubbles, Bubbles Kay", rule: rule + #","parts":false"#)
                == "[redacted], Bubbles, [redacted]")
        #expect(try hidden("Hi Zeb", rule: #""participant":"z","as":"C","also":"Zeb""#) == "Hi C")
        // All that the person said is redacted under any spelling.
        let forwarded = try decode(
            #"{\#(Self.people),"messages":[{"from":"a","text":"x","forwarded":{"from":"Zeb"}}],"#
                + #""options":{"redact":[{\#(rule)}]}}"#
        ).prepared()
        #expect(forwarded.conversation.messages[0].body.first?.plainText == "[redacted]")
        let talk = #"{\#(Self.people),"messages":["x"]}"#
        let query = [("redact.participant", "z"), ("redact.also", "Z, Q"), ("redact.also", "Zeb")]
        #expect(
            try decode(talk, query).options.redactions
                == [Options.Redaction(.participant("z", as: nil), also: ["Z, Q", "Zeb"])])
    }

    @Test(arguments: [
        (#""participant":"z","also":["Zeb","\u200b"]"#, "/options/redact/0/also/1"),
        (#""participant":"z","also":["Zeb",""]"#, "/options/redact/0/also/1"),
        (#""participant":"z","also":[["Zeb"]]"#, "/options/redact/0/also/0"),
        (#""pattern":"x","also":["Zeb"]"#, "/options/redact/0/participant"),
    ])
    func spellingsThatCannotBeRedactedAreErrors(rule: String, pointer: String) {
        #expect {
            try decode(
                #"{\#(Self.people),"messages":["x"],"options":{"redact":[{\#(rule)}]}}"#
            ).prepared()
        } throws: { error in
            guard case .invalid(let faults) = error as? ConversationError else { return false }
            return faults.first?.pointer == pointer
        }
    }

    @Test func urlsWithTheNameAreRedactedEverywhere() throws {
        let address = "https://y.example/?q=Zebulon+Quackenbush"
        let marked = try prepared("[cv](\(address)) and \(address)", format: "markdown")
        guard case .paragraph(let rich)? = marked.conversation.messages[0].body.first else {
            Issue.record("The first block is not a paragraph.")
            return
        }
        #expect(rich.text == "cv and [redacted]" && rich.entities.isEmpty)
        let link = try decode(
            #"{\#(Self.people),"messages":[{"from":"a","text":"x","link":{"url":"\#(address)"},"#
                + #""reactions":[{"emoji":":zebulon:","by":["a"]}]}],"#
                + #""emoji":[{"name":"zebulon","src":{"data":"AAEC"}}],"#
                + #""options":{"redact":[{"participant":"z"}]}}"#
        ).prepared().conversation
        #expect(link.messages[0].details.link?.url == "[redacted]")
        #expect(link.emoji.isEmpty)
    }

    @Test func contactCardsOfThePersonKeepNoNumbers() throws {
        let card = #""phones":["+1 555 0100"],"emails":["q@x.example"]"#
        let messages = try decode(
            #"{\#(Self.people),"messages":["#
                + #"{"from":"a","contact":{"name":"Zebulon",\#(card)}},"#
                + #"{"from":"a","contact":{"name":"Ben",\#(card)}}],"#
                + #""options":{"redact":[{"participant":"z"}]}}"#
        ).prepared().conversation.messages
        let hidden = messages[0].details.contact
        #expect(hidden?.name == "[redacted]" && hidden?.phones == [] && hidden?.emails == [])
        #expect(messages[1].details.contact?.phones == ["+1 555 0100"])
    }

    /// Another person may have the same name: a part redacts a word, not all that the person said.
    @Test func partsDoNotRedactMessagesOfOthers() throws {
        let request = try decode(
            #"{\#(Self.people),"messages":[{"from":"a","text":"x","forwarded":{"from":"Zebulon"}}],"#
                + #""options":{"redact":[{"participant":"z"}]}}"#
        ).prepared()
        #expect(request.conversation.messages[0].body.first?.plainText == "x")
        #expect(request.conversation.messages[0].details.forwarded?.from == "[redacted]")
    }

    @Test(arguments: [#""pattern":"x","parts":false"#, #""message":"1","parts":true"#])
    func onlyParticipantRulesHaveParts(rule: String) {
        #expect(throws: ConversationError.self) { try prepared("x", rule: rule) }
    }

    @Test func partsCanBeDisabledByAParameter() throws {
        let talk = #"{\#(Self.people),"messages":[{"from":"a","text":"Zebulon"}]}"#
        let request = try decode(talk, [("redact.participant", "z"), ("redact.parts", "false")])
        #expect(
            request.options.redactions == [
                Options.Redaction(.participant("z", as: nil), hidesParts: false)
            ])
    }

    /// Hostile input costs no more than its size: many matches in one token, nested escapes,
    /// references.
    @Test(arguments: [
        "zebulon.", "%25", "&amp;", "xn--", "zebulon@", "https://zebulon/", "Z. Zebulon ", "a-b_",
        "zebuloN",
    ])
    func workIsLinear(piece: String) throws {
        func steps(_ count: Int) throws -> Int {
            let text = String(repeating: piece, count: count)
            let json =
                #"{\#(Self.people),"messages":[{"from":"a","text":"\#(text)"}],"options":{"redact":[{"participant":"z"}]}}"#
            let request = try decode(json)
            let steps = SearchSteps()
            let redactor = try Redactor(request.options.redactions, in: request.conversation, steps)
            var conversation = request.conversation
            try redactor.redact(&conversation)
            return steps.taken
        }
        #expect(try steps(4_000) <= 5 * steps(1_000))
    }
}

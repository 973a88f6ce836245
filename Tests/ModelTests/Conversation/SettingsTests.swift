import Basics
import Testing

@testable import Model

@Suite struct SettingsTests {
    private let body =
        #"{"me":"a","timezone":"UTC","theme":"imessage","output":{"scale":2,"width":300},"messages":[{"from":"a","text":"x"},{"from":"b","text":"y"}]}"#

    @Test func queryOverridesTheBody() throws {
        let request = try decode(
            body,
            [
                ("scale", "3"), ("width", "200"), ("page.size", "letter"), ("show.times", "each"),
                ("show.dates", "false"),
                ("me", "b"), ("timezone", "Europe/Berlin"), ("locale", "de-DE"), ("format", "pdf"),
                ("title", "T"),
                ("filter.from", "a,b"), ("filter.limit", "5"), ("redact.message", "m1"),
                ("max_height", "10in"),
                ("show.names", "true"), ("background", "#fff"), ("strict", "0"),
                ("time_format", "24"), ("page.footer", ""), ("archival", "false"),
            ].filter { $0.0 != "redact.message" })
        #expect(request.output.scale == 3 && request.output.width == 200)
        #expect(request.output.page.size == .letter && request.output.format == .pdf)
        #expect(request.output.maxHeight == 720 && request.output.background == .color(0xFFFFFF))
        #expect(request.output.page.footer == nil && !request.output.isArchival)
        #expect(request.options.show.times == .each && !request.options.show.dates)
        #expect(request.options.show.names == .always && request.options.timeFormat == .h24)
        #expect(
            request.options.filter.wanted.from == ["a", "b"] && request.options.filter.limit == 5)
        #expect(request.conversation.me == 1 && request.conversation.title == "T")
        #expect(
            request.conversation.timeZone == "Europe/Berlin"
                && request.conversation.locale == "de-DE")
        #expect(request.warnings.isEmpty)
    }

    @Test(arguments: [
        ([("theme", "whatsapp")], #""whatsapp""#),
        ([("mode", "dark")], #"{"extends":"imessage","mode":"dark"}"#),
        ([("mode", "dark"), ("theme", "sms")], #"{"extends":"sms","mode":"dark"}"#),
        ([("theme", "sms"), ("mode", "dark")], #"{"extends":"sms","mode":"dark"}"#),
        ([("theme.bubble.radius", "12")], #"{"extends":"imessage","bubble":{"radius":12}}"#),
        ([("theme.name", "x")], #"{"extends":"imessage","name":"x"}"#),
    ])
    func themesAcceptAModeAndMembers(overrides: [(String, String)], theme: String) throws {
        let request = try decode(body, overrides.map { (key: $0.0, value: $0.1) })
        #expect(String(decoding: try #require(request.theme).bytes, as: UTF8.self) == theme)
    }

    @Test func repeatedListsAreJoined() throws {
        let request = try decode(
            body,
            [
                ("filter.exclude.from", "a"), ("options.filter.exclude.from", "b,c"),
                ("filter.text", "x, y"), ("filter.text", "z"), ("filter.exclude.regex", "q,r"),
                ("filter.exclude.regex", "s"), ("highlight", "m1"), ("highlight", "m2,m1"),
                ("keywords", "one, two"), ("keywords", "three"), ("keywords", "four"),
            ])
        let filter = request.options.filter
        #expect(filter.excluded.from == ["a", "b", "c"] && filter.wanted.text == ["x, y", "z"])
        #expect(filter.excluded.regex == ["q,r", "s"])
        #expect(request.options.highlight.keys.map(\.name) == ["m1", "m2", "m1"])
        #expect(request.output.keywords == ["one", "two", "three", "four"])
        #expect(request.warnings.isEmpty)
    }

    @Test(arguments: [
        ("scale", "2", "scale", "3"), ("split_by", "day", "output.split_by", "month"),
        ("mode", "dark", "mode", "light"), ("after", "2026-05-31", "filter.after", "2026-06-01"),
        ("theme", "sms", "theme", "signal"),
    ])
    func otherRepeatedParametersProduceAWarning(
        name: String, value: String, other: String, last: String
    ) throws {
        let request = try decode(body, [(name, value), (other, last)])
        #expect(request.warnings.map(\.kind) == [.ignoredValue])
        #expect(
            request.warnings.first?.detail.contains("\"\(other)\" occurs more than once") == true)
        #expect(try decode(body, [(other, last)]).warnings.isEmpty)
    }

    @Test func modeAloneMakesATheme() throws {
        #expect(try decode(#"["a"]"#, [("mode", "dark")]).theme == ["mode": "dark"])
        #expect(try decode(#"["a"]"#).theme == nil)
    }

    @Test(arguments: [
        (
            "scale", "9", "/output/scale",
            FieldFault.Reason.outOfRange(value: "9", lower: 1, upper: 4)
        ),
        ("scale", "big", "/output/scale", .wrongType(expected: [.number], found: .string)),
        (
            "show.dates", "maybe", "/options/show/dates",
            .notAllowed(value: "maybe", allowed: ["true", "false"])
        ),
        (
            "show.times", "often", "/options/show/times",
            .notAllowed(value: "often", allowed: ["auto", "group", "each", "never"])
        ),
        ("timezone", "", "/timezone", .unknownTimeZone("")),
        ("locale", "", "/locale", .malformedLocale("")),
        ("timezone", "Mars", "/timezone", .unknownTimeZone("Mars")),
        ("order", "up", "/options/order", .notAllowed(value: "up", allowed: ["asc", "desc"])),
        ("filter.after", "soon", "/options/filter/after", .malformedTime("soon")),
        ("width", "1e99", "/output/width", .malformedLength("1e99")),
    ])
    func invalidValuesNameTheParameter(
        key: String, value: String, pointer: String, reason: FieldFault.Reason
    ) {
        #expect(issues(body, [(key, value)]) == [FieldFault(at: pointer, parameter: key, reason)])
    }

    @Test(arguments: ["colour", "show", "page.", "output.", "../x", "show.nothing.at.all", ""])
    func unknownParametersGetAWarning(key: String) throws {
        #expect(try decode(body, [(key, "1")]).warnings.count == 1)
    }

    @Test(arguments: [
        ("\"15mm\"", 42.519_685), ("\"1in\"", 72), ("\"42pt\"", 42), ("\"1.5 cm\"", 42.519_685),
        ("30", 30), ("\"30\"", 30),
    ])
    func lengthsAcceptUnits(json: String, points: Double) throws {
        let output = try decode(#"{"output":{"page":{"margin":\#(json)}},"messages":["a"]}"#).output
        #expect(abs(output.page.margin.top - points) < 0.001)
        #expect(output.page.margin == Edges(output.page.margin.left))
    }

    @Test(
        arguments: [
            ("\"10 20\"", [10, 20, 10, 20]), ("\"10pt 20 30\"", [10, 20, 30, 20]),
            ("[10, 20, 30, \"1 in\"]", [10, 20, 30, 72]), ("\"1 2 3 1 in\"", [1, 2, 3, 72]),
        ] as [(String, [Double])])
    func marginsAreClockwiseFromTheTop(json: String, sides: [Double]) throws {
        let margin = try decode(#"{"output":{"page":{"margin":\#(json)}},"messages":["a"]}"#)
            .output.page.margin
        #expect([margin.top, margin.right, margin.bottom, margin.left] == sides)
    }

    @Test(arguments: ["\"1 2 3 4 5\"", "[]", "\"\"", "[500]", "\"1 2 x\"", "true"])
    func invalidMarginsAreRejected(json: String) {
        let found = issues(#"{"output":{"page":{"margin":\#(json)}},"messages":["a"]}"#)
        #expect(found.count == 1 && found[0].pointer.hasPrefix("/output/page/margin"))
    }

    @Test(arguments: [
        ("case.pdf", "case"), ("case.PNG", "case"), ("a.b", "a.b"), (".pdf", ".pdf"), ("x", "x"),
    ])
    func fileNamesGetNoSecondExtension(name: String, stem: String) throws {
        #expect(try decode(body, [("filename", name)]).output.filename == stem)
    }

    @Test(arguments: [
        ("A4", PageSetup.Size.a4), ("phone", .phone), ("400x800", .custom(width: 400, height: 800)),
        ("8.5x11in", .custom(width: 612, height: 792)),
        ("10inx20in", .custom(width: 720, height: 1440)),
    ])
    func pageSizesAreNamesOrDimensions(text: String, size: PageSetup.Size) throws {
        #expect(
            try decode(#"{"output":{"page":{"size":"\#(text)"}},"messages":["a"]}"#).output.page
                .size == size)
    }

    @Test func importedConversationsAcceptTheSameParameters() throws {
        var conversation = Conversation()
        conversation.participants = [
            Participant(id: "1", name: "Ana"), Participant(id: "2", name: "Ben"),
        ]
        conversation.timeZone = "Europe/Berlin"
        conversation.messages = [Message()]
        let request = try ConversationDecoder.request(
            for: conversation,
            overrides: [
                ("me", "Ben"), ("scale", "3"), ("filter.after", "2026-07-15T12:00:00"),
                ("mode", "dark"),
            ],
            warnings: [Warning(.importing, at: "", "x")])
        #expect(request.conversation.me == 1 && request.output.scale == 3)
        #expect(request.conversation.participants == conversation.participants)
        #expect(request.options.filter.after?.milliseconds == 1_784_109_600_000)
        #expect(request.warnings.count == 1 && request.theme == ["mode": "dark"])
    }

    /// Otherwise a redaction or password in it would be ignored.
    @Test(arguments: ["options", "output"])
    func wholePartsAreNotParameters(key: String) {
        let found = issues(#"["x"]"#, [(key, #"{"redact":[{"pattern":"x"}]}"#)])
        #expect(found.map(\.parameter) == [key])
    }
}

@Suite struct CanvasSettingsTests {
    private func output(
        _ canvas: String, _ more: String = "", _ overrides: [(key: String, value: String)] = []
    ) throws -> Output {
        let request = try decode(
            #"{"output":{"canvas":\#(canvas)\#(more)},"messages":["a"]}"#, overrides)
        #expect(request.warnings.isEmpty)
        return request.output
    }

    private func faults(
        _ canvas: String, _ more: String = "", _ overrides: [(key: String, value: String)] = []
    ) -> [FieldFault] {
        issues(#"{"output":{"canvas":\#(canvas)\#(more)},"messages":["a"]}"#, overrides)
    }

    @Test(arguments: [
        (#""story""#, 1080, 1920), (#""SQUARE""#, 1080, 1080), (#""640x480""#, 640, 480),
        (#"{"size": "og"}"#, 1200, 630), (#"{"size": "640X480"}"#, 640, 480),
        (#"{"width": 300, "height": 400, "size": null}"#, 300, 400),
    ])
    func sizesAreNamesOrPixels(canvas: String, width: Int, height: Int) throws {
        let canvas = try #require(try output(canvas).canvas)
        #expect(canvas.width == width && canvas.height == height && !canvas.isCard)
        #expect(canvas.padding == Edges(0) && canvas.cornerRadius == 0)
    }

    @Test func uprightCanvasesHaveAPhoneWidthAndWideOnesMore() throws {
        for name in ["story", "square", "portrait", "2160x3840"] {
            #expect(try abs((output(#""\#(name)""#).width ?? 0) - 400) < 0.001, "\(name)")
        }
        let (og, landscape) = (try output(#""og""#), try output(#""landscape""#))
        #expect(abs((og.width ?? 0) - 552.05) < 0.01)
        #expect(abs((landscape.width ?? 0) - 533.33) < 0.01)
        for output in [og, landscape] {
            let across = (output.width ?? 0) * output.scale
            #expect(abs(across - Double(output.canvas?.width ?? 0)) < 0.001)
        }
        // A point is never smaller than a pixel.
        #expect(try output(#""200x300""#).scale == 1)
        // The remaining width is not too narrow for words.
        let narrow = try output(#"{"size": "story", "padding": "0 300"}"#)
        #expect(narrow.width == 240 && narrow.scale == 2)
    }

    @Test func widthAndScaleDetermineEachOther() throws {
        let wide = try output(#""story""#, #","width":540"#)
        #expect(wide.width == 540 && wide.scale == 2)
        let scaled = try output(#""story""#, #","scale":4"#)
        #expect(scaled.width == 270 && scaled.scale == 4)
        let both = try output(#""landscape""#, #","scale":2,"width":430"#)
        #expect(both.width == 430 && both.scale == 2)
        let padded = try output(#"{"size":"story","padding":90}"#, #","width":450"#)
        #expect(padded.width == 450 && padded.scale == 2)
    }

    @Test func cardsHaveDefaults() throws {
        for card in [
            #""shadow":true"#, #""corner_radius":7"#, ##""background":"#fff""##,
            #""background":"transparent""#,
        ] {
            let canvas = try #require(try output(#"{"size":"story",\#(card)}"#).canvas)
            #expect(canvas.isCard && canvas.hasShadow && canvas.padding.top == 60)
            #expect(canvas.cornerRadius == (card.contains("radius") ? 7 : 40))
        }
        for none in [#""shadow":false"#, #""corner_radius":0"#, #""background":"theme""#] {
            #expect(try output(#"{"size":"story",\#(none)}"#).canvas?.isCard == false)
        }
    }

    @Test(arguments: [
        ("250 60 340", [250, 60, 340, 60]), ("5", [5, 5, 5, 5]), ("1 2", [1, 2, 1, 2]),
        ("1,2,3,4", [1, 2, 3, 4]),
    ])
    func paddingAppliesPerEdge(text: String, sides: [Int]) throws {
        let list = text.split { " ,".contains($0) }.joined(separator: ",")
        for output in [
            try output(#"{"size":"story","padding":"\#(text)"}"#),
            try output(#"{"size":"story","padding":[\#(list)]}"#),
            try output(#""story""#, "", [("canvas.padding", text)]),
        ] {
            let padding = try #require(output.canvas?.padding)
            #expect([padding.top, padding.right, padding.bottom, padding.left] == sides)
        }
    }

    @Test func queryOverridesTheBody() throws {
        let named = try output(#"{"width":300,"height":400,"padding":7}"#, "", [("canvas", "og")])
        #expect(named.canvas?.width == 1200 && named.canvas?.padding.top == 7)
        let sized = try output(
            #""story""#, "", [("canvas.width", "700"), ("canvas.height", "800")])
        #expect(sized.canvas?.width == 700 && sized.canvas?.height == 800)
        let taller = try output(#"{"width":300,"height":400}"#, "", [("canvas.height", "500")])
        #expect(taller.canvas?.width == 300 && taller.canvas?.height == 500)
        let alone = try decode(
            #"["a"]"#,
            [("canvas", "square"), ("canvas.shadow", "1"), ("canvas.background", "#123456")])
        #expect(alone.output.canvas?.background == .color(0x123456))
        #expect(alone.output.canvas?.height == 1080 && alone.output.canvas?.ownShadow == true)
    }

    @Test(
        arguments: [
            "": [
                #""stroy""#, #""""#, #""0x0""#, #""-5x600""#, #""1e9x600""#, #""NaNxNaN""#,
                #""600x""#, #""600x600x600""#, #""99999999999999999999x600""#, #""8193x600""#, "3",
                "true", "[]", "{}", #"{"width":600}"#, #"{"size":"og","width":600}"#,
                #"{"size":"og","width":600,"height":600}"#,
            ],
            "/width": ["0", "-600", "1e9", "600.5", #""NaN""#].map {
                #"{"width":\#($0),"height":600}"#
            },
            "/padding": [
                "-1", "1e9", "300", "[0,600,0,600]", "[]", "[1,2,3,4,5]", #""NaN""#, #""5mm""#,
            ].map { #"{"size":"og","padding":\#($0)}"# },
            "/corner_radius": ["-1", "1e9"].map { #"{"size":"og","corner_radius":\#($0)}"# },
            "/shadow": [#"{"size":"og","shadow":"much"}"#],
            "/background": [#"{"size":"og","background":"blu"}"#],
        ])
    func invalidCanvasesAreRejectedWithAPointer(pointer: String, canvases: [String]) {
        for canvas in canvases {
            #expect(faults(canvas).map(\.pointer) == ["/output/canvas" + pointer], "\(canvas)")
        }
    }

    @Test(arguments: [
        (#""og""#, #","max_height":500"#, "/output"), (#""og""#, #","page":{}"#, "/output"),
        (#""og""#, #","width":1201"#, "/output/width"),
        (#""og""#, #","width":700,"scale":2"#, "/output/width"),
        (#""200x200""#, #","scale":2"#, "/output/scale"),
    ])
    func settingsThatDoNotFitACanvasAreRejected(canvas: String, more: String, pointer: String) {
        #expect(faults(canvas, more).map(\.pointer) == [pointer], "\(canvas)")
    }

    @Test func errorsNameTheParameter() {
        #expect(issues(#"["a"]"#, [("canvas", "stroy")]).map(\.parameter) == ["canvas"])
        let padding = issues(#"["a"]"#, [("canvas", "og"), ("canvas.padding", "400")])
        #expect(padding.map(\.parameter) == ["canvas.padding"])
        let both = issues(#"["a"]"#, [("canvas", "og"), ("canvas.width", "400")])
        #expect(both.map(\.pointer) == ["/output/canvas"])
        let turned = issues(#"["a"]"#, [("canvas.width", "400"), ("canvas", "og")])
        #expect(turned.map(\.pointer) == ["/output/canvas"])
    }

    @Test func unknownFieldsGetAWarning() throws {
        let request = try decode(
            #"{"output":{"canvas":{"size":"og","shadwo":true}},"messages":["a"]}"#)
        #expect(request.warnings.map(\.meant) == ["shadow"])
    }
}

@Suite struct FrameSettingsTests {
    private func output(
        _ output: String, _ overrides: [(key: String, value: String)] = []
    ) throws -> Output {
        let request = try decode(#"{"output":{\#(output)},"messages":["a"]}"#, overrides)
        #expect(request.warnings.isEmpty)
        return request.output
    }

    private func faults(_ output: String) -> [FieldFault] {
        issues(#"{"output":{\#(output)},"messages":["a"]}"#)
    }

    @Test func frameIsAKindOrAnObject() throws {
        #expect(try output(#""frame":"none""#).frame == nil)
        let plain = try output(#""frame":"screen""#)
        #expect(plain.frame == ScreenFrame(.screen) && plain.canvas == nil && plain.width == 390)
        var frame = ScreenFrame(.screen)
        (frame.time, frame.battery, frame.carrier) = ("9:41", 80, "Ñet")
        #expect(
            try output(#""frame":{"time":"9:41","battery":80,"carrier":"Ñet"}"#).frame == frame)
        let query = try output(
            #""frame":"screen""#, [("frame.time", "9:41"), ("frame.battery", "80")])
        frame.carrier = nil
        #expect(query.frame == frame)
        #expect(try output("", [("frame", "device")]).frame?.kind == .device)
    }

    @Test func fixedHeightIsACanvasOfThatSize() throws {
        let screen = try output(#""frame":{"height":700},"width":320,"scale":3"#)
        #expect(screen.canvas?.width == 960 && screen.canvas?.height == 2_100)
        #expect(screen.canvas?.screen == .filling && screen.canvas?.isCard == false)
        #expect(screen.scale == 3 && screen.width == 320)
        let device = try output(#""frame":"device""#)
        let canvas = try #require(device.canvas)
        #expect(canvas.screen == .device && canvas.background == .transparent && canvas.isCard)
        #expect(device.width == 390 && abs(device.scale - 2) < 0.01)
        #expect(Double(canvas.width) >= 2 * (390 + 22) && Double(canvas.height) >= 2 * (844 + 22))
    }

    @Test func screensFillUprightCanvasesAndArePhonesOnWideOnes() throws {
        let story = try output(#""frame":"screen","canvas":"story""#)
        #expect(story.canvas?.screen == .filling && story.width == 390)
        #expect(abs(story.scale - 1_080 / 390) < 0.001)
        let wide = try output(#""frame":"screen","canvas":"landscape""#)
        #expect(wide.canvas?.screen == .upright && wide.canvas?.isCard == true)
        let room = Double(wide.canvas?.room.height ?? 0)
        #expect(abs((wide.width ?? 0) * wide.scale - room * 390 / 844) < 0.01)
        // A point is never smaller than a pixel.
        let small = try output(#""frame":"device","canvas":"og""#)
        #expect(small.scale >= 1 && (small.width ?? 0) < 390)
    }

    @Test(arguments: [
        (#""frame":"phone""#, "/output/frame"),
        (#""frame":{"battery":101}"#, "/output/frame/battery"),
        (#""frame":{"height":10}"#, "/output/frame/height"),
        (#""frame":"screen","max_height":900"#, "/output"),
        (#""frame":"screen","page":{"size":"a4"}"#, "/output"),
        (#""frame":{"height":700},"canvas":"og""#, "/output"),
        (#""frame":"screen","canvas":"og","width":900"#, "/output/width"),
    ])
    func incompatibleSettingsAreRejected(output: String, pointer: String) {
        #expect(faults(output).map(\.pointer) == [pointer])
    }

    /// "none" has the most letters of "phone", but means the opposite.
    @Test(arguments: [#""frame":"Phone""#, #""frame":{"kind":"phone"}"#])
    func phonesAreSuggestedToBeDevices(output: String) {
        #expect(faults(output).map(\.explanation.meant) == ["device"])
    }

    @Test func redactionCoversStatusBarNotesAndMark() throws {
        let request = try decode(
            #"""
            {"messages":[{"id":"m1","text":"Ana was here"}],
             "output":{"frame":{"time":"Ana o'clock","carrier":"Ana Net"}},
             "options":{"mark":"By Ana","notes":[{"message":"m1","text":"Ana again"}],
               "redact":[{"pattern":"Ana"}]}}
            """#)
        let prepared = try request.prepared()
        let words = [
            prepared.output.frame?.time, prepared.output.frame?.carrier, prepared.options.mark,
            prepared.options.excerpt.notes[1]?.first?.text,
        ]
        #expect(words.allSatisfy { $0 != nil && $0?.contains("Ana") == false })
    }
}

@Suite struct ExcerptTests {
    private static let talk = #"""
        "participants":[{"id":"ana","name":"Ana"},{"id":"ben","name":"Ben"}],"messages":[
          {"id":"m1","from":"ana","text":"The rent is due"},{"id":"m2","from":"ben","text":"Rent?"},
          {"id":"x9","from":"ana","text":"Yes"},{"from":"ben","text":"Fine"}]
        """#

    private func excerpt(
        _ options: String, _ overrides: [(key: String, value: String)] = []
    ) throws -> Excerpt {
        try decode("{\"options\":{\(options)},\(Self.talk)}", overrides).prepared().options.excerpt
    }

    private func fault(_ options: String) -> FieldFault? {
        do {
            _ = try excerpt(options)
            return nil
        } catch ConversationError.invalid(let issues) {
            return issues.first
        } catch { return nil }
    }

    @Test func messagesAreSelectedByIdNumberOrCriteria() throws {
        let excerpt = try excerpt(
            #""highlight":["m2",4],"dim":{"from":"ana","text":"rent"},"notes":[{"message":3,"text":"x"}]"#
        )
        #expect(excerpt.highlighted == [2, 4] && excerpt.dimmed == [1])
        #expect(excerpt.notes.mapValues { $0.map(\.text) } == [3: ["x"]])
        #expect(try self.excerpt("", [("highlight", "m1,3")]).highlighted == [1, 3])
    }

    @Test func filtersKeepNumbersAndReportGaps() throws {
        let excerpt = try excerpt(
            #""highlight":"x9","filter":{"from":"ana","exclude":{"text":"due"}}"#)
        #expect(excerpt.highlighted == [3])
        #expect(excerpt.omitted == [1...2, 4...4])
    }

    @Test(arguments: [
        (#""highlight":["m1","m7"]"#, "/options/highlight/1", "m1"),
        (#""dim":"nobody"# + "\"", "/options/dim", "m1"),
        (#""notes":[{"message":"x8","text":"a"}]"#, "/options/notes/0/message", "m1"),
        (#""notes":[{"message":"x98","text":"a"}]"#, "/options/notes/0/message", "x9"),
    ])
    func unknownMessagesAreReportedWithExistingIds(options: String, pointer: String, near: String) {
        let fault = fault(options)
        #expect(fault?.pointer == pointer)
        guard case .notAllowed(_, let allowed, _)? = fault?.reason else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(allowed.first == near)
    }

    @Test(arguments: [
        (#""notes":[{"message":"m1"}]"#, "/options/notes/0/text"),
        (#""notes":[{"text":"a"}]"#, "/options/notes/0/message"),
        (#""notes":[{"message":"m1","text":"a","as":"x"}]"#, "/options/notes/0/as"),
        (#""highlight":{}"#, "/options/highlight"), (#""highlight":true"#, "/options/highlight"),
        (#""gaps":"maybe""#, "/options/gaps"),
    ])
    func incompleteSelectionsAreRejected(options: String, pointer: String) {
        #expect(issues("{\"options\":{\(options)},\(Self.talk)}").map(\.pointer) == [pointer])
    }

    @Test func notesAreLimitedToAThousand() throws {
        func notes(_ count: Int) -> String {
            "\"notes\":["
                + (1...count).map { "{\"message\":\($0 % 4 + 1),\"text\":\"n\($0)\"}" }
                .joined(separator: ",") + "]"
        }
        #expect(try excerpt(notes(1_000)).notes.values.reduce(0) { $0 + $1.count } == 1_000)
        #expect(
            issues("{\"options\":{\(notes(10_000))},\(Self.talk)}").map(\.pointer)
                == ["/options/notes/1000"])
    }
}

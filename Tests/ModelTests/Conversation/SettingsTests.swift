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
        let request = try decode(#"["a"]"#, [("mode", "dark")])
        #expect(request.theme == ["mode": "dark"])
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

import Foundation
import Testing

@Suite struct FormTests {
    private let (red, green): (Data, Data)

    init() throws {
        red = try service.post(#"["red"]"#, to: "/render.png").body
        green = try service.post(#"["green"]"#, to: "/render.png").body
    }

    private static let hello = ("conversation", Data(#"{"messages":["Hi"]}"#.utf8))

    private func picture(_ name: String) -> (String, Data) {
        let source = #"{"kind":"image","src":{"file":"\#(name)"}}"#
        return (
            "conversation", Data(#"{"messages":[{"from":"a","attachments":[\#(source)]}]}"#.utf8)
        )
    }

    /// Without quotation marks and escapes.
    private func warnings(_ answer: Answer) -> [String] {
        answer.headers("chatprint-warning").map {
            $0.replacing("\\", with: "").replacing("\"", with: "")
        }
    }

    /// `curl -d @FILE` removes line ends and NUL; `--data-binary` sends the same type.
    @Test(arguments: [
        ("[31.05.26, 09:40:00] Ana: Hi[31.05.26, 09:41:00] Ben: Yes", 400),
        ("[31.05.26, 09:40:00] Ana: Hi\n[31.05.26, 09:41:00] Ben: Yes\n", 200),
        ("PK\u{3}\u{4}\u{14}_chat.txt", 400), ("m=Hi", 400), (#"{"messages":["Hi"]}"#, 200),
    ])
    func filesChangedByCurlAreRejected(body: String, status: Int) throws {
        for type in ["", "; charset=utf-8"] {
            let answer = try service.post(
                body, to: "/render", ["Content-Type: application/x-www-form-urlencoded" + type])
            #expect(answer.status == status)
            #expect((status == 200) != answer.text.contains("use --data-binary @export.zip"))
        }
        let declared = try service.post(body, to: "/validate", ["Content-Type: text/plain"])
        #expect(!declared.text.contains("--data-binary"))
    }

    @Test func namesOfPartsTakePrecedenceOverFileNames() throws {
        let expected = try service.post(
            form: [picture("a.png"), ("a.png", red)], to: "/render.png")
        let byFileName = try service.post(
            form: [picture("a.png")], files: [("f1", "a.png", red)], to: "/render.png")
        #expect(byFileName.status == 200 && byFileName.body == expected.body)
        #expect(warnings(byFileName) == [])
        let both = try service.post(
            form: [picture("a.png"), ("a.png", red)], files: [("f2", "a.png", green)],
            to: "/render.png")
        #expect(both.status == 200 && both.body == expected.body)
        #expect(warnings(both) == ["the part f2 is not used; no `src` refers to it"])
    }

    @Test func equalFileNamesOfDifferentFilesAreRejected() throws {
        let different = try service.post(
            form: [picture("a.png")], files: [("f1", "a.png", red), ("f2", "a.png", green)],
            to: "/render.png")
        #expect(different.status == 400 && different.text.contains("/problems/bad-multipart"))
        #expect(different.text.contains("a.png"))
        let equal = try service.post(
            form: [picture("a.png")], files: [("f1", "a.png", red), ("f2", "a.png", red)],
            to: "/render.png")
        #expect(equal.status == 200 && warnings(equal) == [])
    }

    @Test(arguments: [
        ("theme", "theme is ignored; send this parameter in the URL"),
        ("timezone", "timezone is ignored; send this parameter in the URL"),
        ("report", "report is ignored; send this parameter in the URL"),
        ("export", "export is ignored; a request has one conversation or export"),
        ("x.png", "x.png is not used; no `src` refers to it"),
    ])
    func unusedPartsProduceAWarning(name: String, words: String) throws {
        let parts = [Self.hello, (name, Data("whatsapp".utf8))]
        let answer = try service.post(form: parts, to: "/render.png")
        #expect(answer.status == 200)
        #expect(warnings(answer) == ["the part " + words])
        let strict = try service.post(form: parts, to: "/render.png?strict=true")
        #expect(strict.status == 422 && strict.text.contains("/problems/strict"))
    }

    /// Otherwise the output would be without password, signature or redaction.
    @Test(arguments: ["password", "output.password", "sign", "redact", "redact.participant"])
    func settingsThatProtectAreRejectedAsParts(name: String) throws {
        for path in ["/render.pdf", "/validate", "/import"] {
            for main in [Self.hello, ("file", Data("31/05/2026, 09:40 - Ana: Hi\n".utf8))] {
                let answer = try service.post(form: [main, (name, Data("Ana".utf8))], to: path)
                #expect(answer.status == 422 && answer.text.contains("/problems/invalid-parameter"))
            }
        }
    }

    /// An importer chooses the files, and a theme has files of its own.
    @Test func partsThatMayBeUsedProduceNoWarning() throws {
        let chat = ("file", Data("31/05/2026, 09:40 - Ana: Hi\n".utf8))
        let export = try service.post(
            form: [chat, ("year", Data("2026".utf8))], files: [("f1", "IMG-1.jpg", red)],
            to: "/render.png")
        #expect(
            warnings(export) == [
                "read as WhatsApp", "the part year is ignored; send this parameter in the URL",
            ])
        let image = #"{"src":{"file":"a.png"},"caps":[4,4,4,4]}"#
        let theme = #"{"theme":{"bubble":{"image":\#(image)}},"messages":["Hi"]}"#
        let themed = try service.post(
            form: [("conversation", Data(theme.utf8)), ("a.png", red)], to: "/render.png")
        #expect(themed.status == 200 && warnings(themed) == [], "\(themed.text)")
        let unfilled = try service.post(
            form: [Self.hello], files: [("photo", "", Data())], to: "/render.png")
        #expect(unfilled.status == 200 && warnings(unfilled) == [])
    }

    /// A misspelled setting would not protect anything, and a part of a request is no parameter.
    @Test(arguments: [
        "redact.patern", "Redact", "passwrd", "options.redcat", "options", "output",
    ])
    func partsThatMayBeMeantToProtectAreRejected(name: String) throws {
        let answer = try service.post(
            form: [Self.hello, (name, Data("{}".utf8))], to: "/render.pdf")
        #expect(answer.status == 422 && answer.text.contains("/problems/invalid-parameter"))
    }
}

/// JSON of other programs, sent without a format: it is recognized or rejected.
@Suite struct ForeignBodyTests {
    private static let exports: [String] = {
        let folder = RunningService.root.appendingPathComponent("Tests/Fixtures/Imports")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).map(\.path)
            .filter { $0.hasSuffix(".json") && !$0.contains(".zip/") }.sorted()
    }()

    /// The conversation of an export, or its problem.
    private func conversation(_ body: Data, _ query: String) throws -> [String: Any] {
        let facts = try service.post(body, to: "/import?" + query).json
        return ["type", "detail", "allowed", "title", "me", "participants", "messages"]
            .reduce(into: [:]) { $0[$1] = facts[$1] }
    }

    @Test func unstatedFormatEqualsAuto() throws {
        #expect(Self.exports.count > 10)
        for path in Self.exports {
            let body = try Data(contentsOf: URL(fileURLWithPath: path))
            let silent = try conversation(body, "")
            let named = try conversation(body, "from=auto")
            #expect(
                NSDictionary(dictionary: silent).isEqual(to: named),
                "\(path): \(silent["title"] ?? "") \(named["title"] ?? "")")
        }
    }

    @Test func severalChatsAreRejected() throws {
        let path = try #require(Self.exports.first { $0.hasSuffix("chatgpt-which.json") })
        let answer = try service.post(Data(contentsOf: URL(fileURLWithPath: path)), to: "/render")
        #expect(answer.status == 422 && answer.text.contains("several-chats"))
    }

    @Test func messagesWithoutKnownFieldsAreRejected() throws {
        let foreign =
            #"{"messages":[{"uuid":"1","payload":{"markdown":"Hi"}},{"uuid":"2","payload":{}}]}"#
        let answer = try service.post(foreign)
        #expect(answer.status == 422)
        #expect(answer.text.contains("unrecognized") && answer.text.contains("uuid, payload"))
    }

    @Test func emptyMessagesAmongOthersAreReported() throws {
        let talk = #"{"messages":["Hi",{"text":"Ho"},{"from":"ana","uuid":"1"},{"text":""}]}"#
        #expect(try service.post(talk).status == 200)
        let result = try service.post(talk, to: "/validate").text
        #expect(result.contains("empty-message") && result.contains("/messages/2"))
        #expect(result.matches(of: /empty-message/).count == 1)
    }

    private static let misread =
        #"{"messages":[{"user":"Ana","body":"Hi","mood":"x"},{"user":"Ben","body":"Ho"}]}"#

    @Test func foreignFieldsAreListedWithTheirNamesHere() throws {
        for path in ["/render", "/import", "/validate", "/render.pdf?from=auto"] {
            let answer = try service.post(Self.misread, to: path)
            #expect(answer.status == 422, "\(path)")
            for words in [
                "unrecognized", #"\"user\" is called \"from\""#, "2 of its first 2", "mood",
            ] {
                #expect(answer.text.contains(words), "\(words) in \(answer.text)")
            }
        }
        let single = try service.post(#"{"messages":[{"user":"Ana","body":"Hi"}]}"#).text
        #expect(single.contains("Its message is not in Chatprint's format."))
        let elsewhere = #"{"data":[{"username":"ana","msg":"Hi"}]}"#
        #expect(try service.post(elsewhere).text.contains(#"are in \"data\" instead of"#))
    }

    @Test func explicitFormatIsObeyed() throws {
        let own = try service.post(Self.misread, to: "/import?from=chatprint")
        #expect(own.status == 200 && own.header("chatprint-messages") == "2")
        #expect(!own.text.contains("Ana"))
        let read = try service.post(Self.misread, to: "/import?from=json")
        #expect(read.status == 200 && read.header("chatprint-importer") == "json")
        #expect(read.text.contains("Ana") && read.text.contains("Ho"))
    }

    @Test func commonFieldNamesAreRecognized() throws {
        let talk =
            #"[{"username":"ana","msg":"Hi","ts":1700000000},"#
            + #"{"username":"ben","msg":"Ho","ts":1700000060}]"#
        let answer = try service.post(talk, to: "/validate")
        #expect(answer.status == 200)
        for words in [
            "username\u{201D} read as the sender of 2", "ts\u{201D} read as the time of 2",
        ] {
            #expect(answer.text.contains(words), "\(words) in \(answer.text)")
        }
        // Settings of the native format mark a body as native: a theme must not get lost.
        let settings = #"{"theme":"sms","messages":\#(talk)}"#
        #expect(try service.post(settings).text.contains(#"\"ts\" is called \"at\""#))
    }

    @Test func chatCompletionsAreReadNatively() throws {
        let message = #"{"role":"user","name":"Ana","content":"Hi","created_at":1700000000}"#
        let answer = try service.post(#"{"messages":[\#(message)]}"#, to: "/import")
        #expect(answer.status == 200 && answer.header("chatprint-importer") == nil)
        #expect(answer.text.contains("Ana"))
    }

    @Test func nameWithoutRoleIsNotASender() throws {
        let answer = try service.post(#"{"messages":[{"name":"Ana","text":"Hi"}]}"#)
        #expect(answer.status == 422 && answer.text.contains(#"\"name\" is called \"from\""#))
        let some = #"{"messages":[{"from":"a","text":"Hi"},"Ho",{"name":"Ana","text":"Hi"}]}"#
        let result = try service.post(some, to: "/validate")
        #expect(result.status == 200 && result.text.contains("applies only with"))
    }

    @Test func oneUnknownFieldKeepsABodyNative() throws {
        let answer = try service.render(
            #"{"messages":[{"text":"Hi","mood":"good"}]}"#, to: "/render")
        #expect(answer.header("chatprint-importer") == nil)
    }
}

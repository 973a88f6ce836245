import Foundation
import Testing

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

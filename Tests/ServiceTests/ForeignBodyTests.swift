import Foundation
import Testing

/// Another program's JSON, sent without a word about it: it is read as what it is, or refused.
@Suite struct ForeignBodyTests {
    private let service: InProcessService

    init() throws { service = try InProcessService() }

    private static let exports: [String] = {
        let folder = RunningService.root.appendingPathComponent("Tests/Fixtures/Imports")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).map(\.path)
            .filter { $0.hasSuffix(".json") && !$0.contains(".zip/") }.sorted()
    }()

    /// The conversation of an export, or its problem.
    private func conversation(_ body: Data, _ query: String) throws -> [String: Any] {
        let answer = try service.post(body, to: "/import?" + query)
        let value = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        let facts = try #require(value)
        return ["type", "detail", "allowed", "title", "me", "participants", "messages"]
            .reduce(into: [:]) { $0[$1] = facts[$1] }
    }

    @Test func aFormatThatNobodyNamedIsTheOneThatAutoFinds() throws {
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

    @Test func severalChatsAreAskedAbout() throws {
        let path = try #require(Self.exports.first { $0.hasSuffix("chatgpt-which.json") })
        let answer = try service.post(Data(contentsOf: URL(fileURLWithPath: path)), to: "/render")
        #expect(answer.status == 422)
        #expect(answer.text.contains("several-chats"))
    }

    @Test func messagesThatHoldNothingOfOursAreNoConversation() throws {
        let foreign =
            #"{"messages":[{"uuid":"1","payload":{"markdown":"Hi"}},{"uuid":"2","payload":{}}]}"#
        let answer = try service.post(foreign)
        #expect(answer.status == 422)
        #expect(answer.text.contains("unrecognized") && answer.text.contains("uuid, payload"))
    }

    @Test func aMessageThatHoldsNothingAmongOthersIsToldOf() throws {
        let talk = #"{"messages":["Hi",{"text":"Ho"},{"from":"ana","uuid":"1"},{"text":""}]}"#
        #expect(try service.post(talk).status == 200)
        let told = try service.post(talk, to: "/validate").text
        #expect(told.contains("empty-message") && told.contains("/messages/2"))
        #expect(told.matches(of: /empty-message/).count == 1)
    }

    @Test func oneUnknownFieldLeavesOursOurs() throws {
        let answer = try service.post(#"{"messages":[{"text":"Hi","mood":"good"}]}"#)
        #expect(answer.status == 200)
        #expect(answer.header("chatprint-importer") == nil)
    }
}

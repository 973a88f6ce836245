import Foundation
import Testing

@Suite struct JoinedExportTests {
    private let service: InProcessService

    init() throws { service = try InProcessService() }

    private static let may = """
        01/05/2026, 09:00 - Ana: Tent?
        01/05/2026, 09:01 - Ben: Yes
        02/05/2026, 10:00 - Ana: Sunday then

        """
    private static let june = """
        01/05/2026, 09:01 - Ben: Yes
        02/05/2026, 10:00 - Ana: Sunday, then
        13/06/2026, 11:00 - Ben: On my way

        """

    private func form(_ exports: String...) -> [(String, Data)] {
        exports.map { ("export", Data($0.utf8)) }
    }

    @Test func exportsOfOneTalkBecomeOneConversation() throws {
        let answer = try service.post(form: form(Self.may, Self.june), to: "/import?join=true")
        let messages = try #require(try answer.json["messages"] as? [[String: Any]])
        #expect(
            messages.map { $0["text"] as? String } == ["Tent?", "Yes", "Sunday then", "On my way"])
        #expect(
            messages.map { $0["sources"] as? [String] } == [["a"], ["a", "b"], ["a", "b"], ["b"]])
        let differences = try #require(messages[2]["differences"] as? [[String: Any]])
        #expect(differences.map { $0["text"] as? String } == ["Sunday, then"])
    }

    /// The second export does not contain Ana.
    @Test func oneExportThatKnowsMeIsEnough() throws {
        let other = "01/05/2026, 09:01 - Ben: Yes\n03/05/2026, 11:00 - Ben: On my way\n"
        for exports in [[Self.may, other], [other, Self.may]] {
            let answer = try service.post(
                form: form(exports[0], exports[1]), to: "/import?join=true&me=Ana")
            #expect(try answer.json["me"] as? String == "Ana")
            let warnings = answer.headers("chatprint-warning").joined()
            #expect(!warnings.contains("no participant"), "\(warnings)")
        }
    }

    @Test func unrelatedExportsAreRefused() throws {
        let other = "01/05/2026, 09:00 - Cleo: Rye?\n01/05/2026, 09:01 - Dan: Spelt\n"
        let answer = try service.post(form: form(Self.may, other), to: "/render.pdf?join=true")
        #expect(answer.status == 422)
        #expect(try answer.json["type"] as? String == "/problems/unrelated")
    }

    @Test func severalExportsNeedTheParameter() throws {
        let answer = try service.post(form: form(Self.may, Self.june), to: "/render.pdf")
        #expect(answer.status == 422 && answer.text.contains("join"))
    }
}

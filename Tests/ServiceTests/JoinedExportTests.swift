import Foundation
import Testing

@Suite struct JoinedExportTests {
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

    @Test func chatsOfOneTalkAreShown() throws {
        let folder = try TemporaryFolder()
        let (may, june) = (
            try folder.write(Self.may, to: "may.txt"), try folder.write(Self.june, to: "june.txt")
        )
        let listed = try RunningService.program(["chats", may, june])
        let text = String(decoding: listed.output, as: UTF8.self).replacing(folder.path, with: "F")
        #expect(
            text.hasSuffix(
                """
                F/june.txt:
                  june.txt  3 messages  2 people  2026-05-01 to 2026-06-13
                Unsure whether the same talk: may.txt in F/may.txt, june.txt in F/june.txt \
                (same people: Ana, Ben; times overlap)

                """), "\(text)")
        let printed = try RunningService.program(["chats", may, june, "--json"])
        let answer = try service.post(form: form(Self.may, Self.june), to: "/chats")
        for json in [Array(printed.output), Array(answer.body)] {
            let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
            #expect((object?["chats"] as? [[String: Any]])?.count == 2)
            let talk = try #require((object?["same_talks"] as? [[String: Any]])?.first)
            #expect(talk["chats"] as? [Int] == [0, 1] && talk["sure"] is Bool)
            #expect(talk["people"] as? [String] == ["Ana", "Ben"])
            #expect(talk["times"] as? String == "overlapping")
        }
    }
}

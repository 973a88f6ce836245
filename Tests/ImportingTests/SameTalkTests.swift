import Basics
import Model
import Testing

@testable import Importing

@Suite struct SameTalkTests {
    private func person(_ name: String, _ handle: String? = nil) -> Participant {
        var person = Participant(id: name.lowercased(), name: name)
        person.handle = handle
        return person
    }

    private func people(_ names: String...) -> [Participant] { names.map { person($0) } }

    /// - Parameter days: the first and the last day.
    private func chat(
        _ name: String, _ people: [Participant], _ days: ClosedRange<Int64>? = 0...9
    ) -> ChatSummary {
        func moment(_ day: Int64) -> Moment { Moment(milliseconds: day * 86_400_000) }
        return ChatSummary(
            chat: ChatName(id: name, name: name), messages: 9, people: people,
            first: days.map { moment($0.lowerBound) }, last: days.map { moment($0.upperBound) })
    }

    private func lines(_ exports: [ChatSummary]...) -> [String] {
        ChatList(zip(["a", "b", "c", "d"], exports).map { ($0, $1) }).lines
    }

    @Test func theSameNameAndPeopleAreTheSameTalk() {
        let (may, june) = (
            chat("Ben", people("Ana", "Ben"), 0...30), chat("ben", people("Ben", "Ana"), 31...60)
        )
        #expect(
            lines([may], [june]) == [
                "Perhaps the same talk: Ben in a, b (same name; same people: Ana, Ben; one after the other)"
            ])
        #expect(lines([may], [chat("Cem", people("Ana", "Cem"))]) == [])
        #expect(lines([may, june]) == [])
    }

    @Test func peopleAreTheSameByNumber() {
        let text = chat("Ben from work", [person("Ana"), person("Ben from work", "+49 155 50100")])
        let phone = chat(
            "+4915550100", [person("Me"), person("+4915550100", "+4915550100")], 5...20)
        #expect(
            lines([text], [phone]) == [
                "Perhaps the same talk: Ben from work in a, +4915550100 in b "
                    + "(same people: Ana, Ben from work; times overlap)"
            ])
    }

    @Test func aPersonIsTheSameTalkWheneverTheyWrote() {
        let old = chat("Ben Ito", people("Ana", "BenIto"), 0...9)
        let new = chat("BenIto", people("Ana", "Ben Ito"), 400...500)
        #expect(
            lines([old], [new]) == [
                "Perhaps the same talk: Ben Ito in a, b "
                    + "(same name; same people: Ana, BenIto; more than a month apart)"
            ])
        let renamed = chat("Benny", [person("Ana"), person("Benny", "+4915550100")], 400...500)
        let number = chat("Ben Ito", [person("Ana"), person("Ben Ito", "+4915550100")], 0...9)
        #expect(
            lines([number], [renamed]) == [
                "Perhaps the same talk: Ben Ito in a, Benny in b "
                    + "(same people: Ana, Ben Ito; more than a month apart)"
            ])
    }

    /// A group that was renamed, or another one of the same people.
    @Test func groupsWithOtherTitlesAreUnsure() {
        let group = people("Ana", "Ben", "Cem")
        let hikers = chat("Hikers", group, 0...9)
        #expect(
            lines([hikers], [chat("Walkers", group, 20...30)]) == [
                "Unsure whether the same talk: Hikers in a, Walkers in b "
                    + "(same people: Ana, Ben, Cem; one after the other)"
            ])
        #expect(lines([hikers], [chat("Walkers", group, 60...70)]) == [])
        #expect(lines([hikers], [chat("Walkers", group, nil)]) == [])
        #expect(lines([hikers], [chat("Walkers", people("Ana", "Ben", "Dora"))]) == [])
        // Nobody knows which one was renamed.
        #expect(lines([hikers, chat("Bakers", group)], [chat("Walkers", group)]) == [])
    }

    @Test func aGroupThatMembersLeftIsTheSameTalk() {
        let (before, after) = (people("Ana", "Ben", "Cem"), people("Ana", "Cem"))
        #expect(
            lines([chat("Hikers", before)], [chat("Hikers", after)]) == [
                "Perhaps the same talk: Hikers in a, b "
                    + "(same name; people of both: Ana, Cem; times overlap)"
            ])
        #expect(
            lines([chat("Hikers", before)], [chat("Hikers", people("Dora", "Emil"))]) == [
                "Unsure whether the same talk: Hikers in a, b "
                    + "(same name; other people; times overlap)"
            ])
        #expect(
            lines([chat("Hikers", [])], [chat("Hikers", before)]) == [
                "Perhaps the same talk: Hikers in a, b (same name; times overlap)"
            ])
    }

    @Test func manyChatsOfOneNameOrWithOnePersonAreNoPairs() {
        let own = people("You", "Assistant")
        let titles = (0..<3).map { chat("New chat", own, $0...$0) }
        #expect(
            lines(titles, [chat("New chat", own)])
                == [
                    "Unsure whether the same talk: New chat in a (3 chats), b "
                        + "(same name; same people: Assistant, You; times overlap)"
                ].map { $0.replacing("Assistant, You", with: "You, Assistant") })
        let topics = { (names: String...) in names.map { chat($0, own, 0...1) } }
        #expect(lines(topics("Tea", "Bread"), topics("Jam", "Rye")) == [])
        #expect(lines([chat("Ana", people("Ana"))], [chat("Cem", people("Ana"))]) == [])
    }

    @Test func threeExportsAreOneTalk() {
        let numbered = [person("Ana"), person("Ben", "+49 155 5010 0100")]
        #expect(
            lines(
                [chat("Ben", numbered, 0...9)], [chat("Ben", people("Ana", "Ben"), 9...20)],
                [chat("Benny", [person("Ana"), person("Benny", "0155 5010 0100")], 21...30)]) == [
                    "Perhaps the same talk: Ben in a, Ben in b, Benny in c "
                        + "(same people: Ana, Ben; times overlap)"
                ])
    }

    @Test func longListsOfPeopleAreShortened() {
        let group = (1...8).map { person("P\($0)") }
        #expect(
            lines([chat("All", group)], [chat("All", group)])[0].contains(
                "P1, P2, P3, P4, P5 and 3 others"))
    }

    @Test func accountsAreComparedInLinearTime() {
        let count = 4_000
        func account(_ shift: Int64) -> [ChatSummary] {
            (0..<count).map { number in
                chat(
                    "Person \(number)",
                    [person("Me"), person("Person \(number)", "+49155\(number)")],
                    shift...(shift + 5))
            }
        }
        let list = ChatList([("a", account(0)), ("b", account(3))])
        #expect(list.talks.count == count)
        #expect(list.talks.allSatisfy { $0.isSure && $0.hasSamePeople == true })
    }

    @Test func theJSONHasTheSameFacts() throws {
        var writer = JSONWriter()
        writer.object {
            ChatList([
                ("a", [chat("Ben", people("Ana", "Ben"), 0...3)]),
                ("b", [chat("Tea", people("Ana")), chat("Ben", people("Ben", "Ana"), nil)]),
            ]).write(to: &$0)
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self).hasSuffix(
                #""same_talks":[{"chats":[0,2],"sure":true,"same_name":true,"same_people":true,"people":["Ana","Ben"]}]}"#
            ))
    }
}

import Model
import Testing

@testable import Layout

@Suite struct WordsSystemTests {
    private func event(
        _ action: String, _ actors: [String] = [], _ targets: [String] = []
    ) -> SystemEvent {
        var event = SystemEvent(action: action)
        event.actors = actors
        event.targets = targets
        return event
    }

    @Test(arguments: [
        ("en", ["Ana"], ["Ben", "Cem"], "Ana added Ben and Cem"),
        ("en", ["Ana"], [], "Ana added a member"),
        ("en", [], ["Ben"], "Added: Ben"),
        ("en", [], [], "A member was added"),
        ("de", ["Ana"], ["Ben"], "Ana hat Ben hinzugefügt"),
        ("fr", ["Ana"], ["Ben", "Cem"], "Ana a ajouté Ben et Cem"),
        ("ru", ["Анна"], ["Борис"], "Анна добавил(а): Борис"),
        ("ja", ["アナ"], ["ベン"], "アナさんがベンさんを追加しました"),
        ("zh-Hans", ["安娜"], ["本"], "安娜添加了本"),
        ("ko", ["아나"], ["벤"], "아나 님이 벤 님을 추가했습니다"),
        ("hi", ["आना"], ["बेन"], "आना ने बेन को जोड़ा"),
        ("tr", ["Ana"], ["Ben"], "Ana ekledi: Ben"),
    ])
    func eventsAreSentencesForEveryCombinationOfNames(
        locale: String, actors: [String], targets: [String], expected: String
    ) {
        let words = Phrases(locale: locale).sentence(event("member_added", actors, targets))
        #expect(words == expected)
    }

    @Test(arguments: [
        ("add", "added"), ("member_add", "member_added"), ("left", "leave"),
        ("title_change", "title_changed"), ("pin", "pinned"), ("rename", "renamed"),
        ("edited_group_title", "title_changed"), ("created_group", "group_created"),
    ])
    func presentAndPastFormsOfAnEventAreTheSame(one: String, other: String) {
        let phrases = Phrases(locale: "en")
        let words = phrases.sentence(event(one, ["Ana"], ["Ben"]))
        #expect(words == phrases.sentence(event(other, ["Ana"], ["Ben"])))
        #expect(!words.contains("·"))
    }

    @Test func namesWithoutAPlaceholderInASentenceFollowIt() {
        let phrases = Phrases(locale: "en")
        #expect(
            phrases.sentence(event("title_changed", ["Ana"], ["Family"]))
                == "Ana changed the name of the chat: Family")
        #expect(
            phrases.sentence(event("title_changed", [], ["Family"]))
                == "The name of the chat changed: Family")
    }

    @Test(arguments: [
        ("join_group_by_link", SystemAction.memberJoined), ("channel_topic", .topicChanged),
        ("Pin_Message", .pinned), ("set-messages-ttl", .timerChanged),
        ("keychange", .securityCodeChanged), ("member_added", .memberAdded),
    ])
    func eventNamesOfExportsAreRecognized(name: String, action: SystemAction) {
        #expect(SystemAction(named: name) == action)
    }

    @Test func unknownEventIsShownWithItsOwnText() {
        let phrases = Phrases(locale: "en")
        #expect(
            phrases.sentence(event("moon_landed", ["Ana"], ["Luna"])) == "Ana · moon landed · Luna")
        #expect(phrases.sentence(event(String(repeating: "x", count: 9_000))).count == 64)
        #expect(phrases.sentence(event("")) == "")
    }

    @Test func manyNamesAreCountedNotListed() {
        let words = Phrases(locale: "en").sentence(
            event("member_added", ["Ana"], (1...500).map { "N\($0)" }))
        #expect(words == "Ana added N1, N2, N3, N4, N5, N6 and 494 more")
    }

    @Test func nameOfAMegabyteIsCut() {
        let name = String(repeating: "é", count: 500_000)
        let words = Phrases(locale: "en").sentence(event("member_left", [name]))
        #expect(words.hasSuffix("é… left"))
        #expect(words.utf8.count < 700)
    }
}

import Basics
import Model
import TestBytes
import Testing

@testable import Importing

@Suite struct JoinTests {
    // MARK: Two exports

    @Test func theSecondMonthFollowsTheFirst() throws {
        let talk = talk(["Hi!", "Hello", "How are you?", "Fine", "And you?", "Fine, too"])
        let joined = try join([part(talk, 0..<4, "may"), part(talk, 2..<6, "june")])
        #expect(texts(joined) == texts(talk))
        #expect(joined.conversation.sources.map(\.name) == ["may", "june"])
        #expect(joined.conversation.sources.map(\.id) == ["a", "b"])
        #expect(
            joined.conversation.messages.map(\.details.sources)
                == [["a"], ["a"], ["a", "b"], ["a", "b"], ["b"], ["b"]])
        #expect(joined.report.differences.isEmpty)
        #expect(joined.report.sources.map(\.joined) == [2, 2])
        #expect(joined.report.sources.map(\.onlyHere) == [2, 2])
    }

    @Test func orderAndRepetitionOfPartsMakeNoDifference() throws {
        let talk = talk((0..<30).map { "message \($0)" })
        let parts = [part(talk, 0..<20, "a"), part(talk, 10..<30, "b"), part(talk, 5..<15, "c")]
        let joined = try join(parts)
        #expect(try join(parts.reversed()).conversation == joined.conversation)
        let twice = try join(parts + [parts[1]])
        #expect(twice.conversation == joined.conversation)
        #expect(twice.report.duplicates == [JoinReport.Duplicate(name: "b", messages: 20)])
        let again = JoinPart(joined.conversation, name: "joined", format: "chatprint", sha256: "j")
        #expect(try join([parts[0], again]).conversation == joined.conversation)
    }

    /// Of two pictures of one minute, the other export has the second.
    @Test func picturesAreTheSameByTheirFile() throws {
        var whole = talk(["", "", "Look"])
        for (index, size) in [(0, 70), (1, 71)] {
            var picture = Attachment(kind: .image)
            picture.name = "IMG.jpg"
            picture.size = size
            whole.messages[index].attachments = [picture]
            whole.messages[index].from = 0
            whole.messages[index].at = whole.messages[2].at
        }
        var other = whole
        other.messages.removeFirst()
        let joined = try join([part(whole, nil, "a"), part(other, nil, "b")])
        #expect(
            joined.conversation.messages.map(\.details.sources) == [
                ["a"], ["a", "b"], ["a", "b"],
            ])
    }

    @Test func repeatedWordsStayApart() throws {
        let talk = talk(["ok", "ok", "ok", "yes", "ok", "ok"])
        var other = talk
        other.messages.remove(at: 1)
        let joined = try join([part(talk, nil, "a"), part(other, nil, "b")])
        #expect(texts(joined) == texts(talk))
        #expect(differences(joined) == ["1 absent b"])
    }

    @Test func aDeletedMessageIsShownWithWhatIsKnown() throws {
        let talk = talk(["one of them", "secret", "three of them", "four of them"])
        var other = talk
        other.messages[1].body = []
        other.messages[1].details.deleted = Deleted()
        for parts in [[talk, other], [other, talk]] {
            let joined = try join([part(parts[0], nil, "a"), part(parts[1], nil, "b")])
            #expect(texts(joined) == texts(talk))
            let name = joined.conversation.sources.first { source in
                joined.conversation.messages[1].details.differences[0].source == source.id
            }?.name
            #expect(differences(joined).count == 1)
            #expect(joined.conversation.messages[1].details.differences[0].kind == .deleted)
            #expect(name == (parts[0] == other ? "a" : "b"))
            #expect(joined.conversation.messages[1].details.deleted == nil)
        }
    }

    @Test func otherTextsAreKeptBesideEachOther() throws {
        let talk = talk(["I owe you 100 euros", "I know it well", "Good for you then"])
        var other = talk
        other.messages[0].body = [.paragraph(RichText("I owe you 10 euros"))]
        let joined = try join([part(talk, nil, "a"), part(other, nil, "b")])
        #expect(joined.conversation.messages.count == 3)
        let found = joined.conversation.messages[0].details.differences
        #expect(found.map(\.kind) == [.text])
        let shown = texts(joined)[0]
        #expect(Set([shown, found[0].text]) == ["I owe you 100 euros", "I owe you 10 euros"])
    }

    @Test func theOtherPhoneNamesPeopleOtherwise() throws {
        let talk = talk(["Where are you?", "At the station", "I am coming now", "See you soon"])
        var other = talk
        other.participants[0].name = "Ana from work"
        other.participants[0].id = "+49 40 7654321"
        other.participants[1].name = "Me"
        other.participants[1].id = "me"
        other.me = 1
        let joined = try join([part(talk, nil, "a"), part(other, nil, "b")])
        #expect(joined.conversation.participants.map(\.name) == ["Ana", "Ben"])
        #expect(joined.conversation.me == 0)
        #expect(joined.report.differences.isEmpty)
    }

    @Test(arguments: [3_600, -5 * 3_600, 20_700])
    func clocksOfOtherZonesAreFound(offset: Int) throws {
        let talk = talk((0..<20).map { "message \($0)" })
        var other = talk
        for index in other.messages.indices {
            other.messages[index].at?.milliseconds -= Int64(offset) * 1_000
        }
        let joined = try join([part(talk, 0..<15, "a"), part(other, 5..<20, "b")])
        // The clock of the export that begins first is that of the talk.
        let shifts = zip(joined.conversation.messages, talk.messages).map {
            ($0.at?.milliseconds ?? 0) - ($1.at?.milliseconds ?? 0)
        }
        #expect(joined.conversation.messages.count == 20)
        #expect(Set(shifts).count == 1)
        let offsets = joined.conversation.sources.map(\.offsets)
        #expect(offsets == [[], [offset]] || offsets == [[], [-offset]])
    }

    @Test func dayAndMonthMayBeExchanged() throws {
        var talk = talk((0..<24).map { "message \($0)" })
        for index in talk.messages.indices {
            var time = CivilTime(year: 2026, month: 1 + index % 12, day: 1 + index * 5 % 12)
            time.hour = 8
            time.minute = index
            talk.messages[index].at = Moment(milliseconds: time.milliseconds)
        }
        talk.messages.sort { ($0.at?.milliseconds ?? 0) < ($1.at?.milliseconds ?? 0) }
        var other = talk
        for index in other.messages.indices {
            guard let at = other.messages[index].at else { continue }
            var time = CivilTime(milliseconds: at.milliseconds)
            (time.day, time.month) = (time.month, time.day)
            other.messages[index].at = Moment(milliseconds: time.milliseconds)
        }
        let joined = try join([part(talk, nil, "a"), part(other, nil, "b")])
        #expect(joined.conversation.messages.count == 24)
        #expect(joined.warnings.contains { $0.detail.contains("exchanged") })
    }

    @Test func theBestOfEachIsKept() throws {
        let talk = talk(["a picture of us", "nice one, thanks"])
        var (one, other) = (talk, talk)
        one.messages[0].attachments = [Attachment(kind: .image)]
        one.messages[0].attachments[0].missing = "not exported"
        other.messages[0].attachments = [Attachment(kind: .image)]
        other.messages[0].attachments[0].media = 0
        other.media = [MediaFile(bytes: [1, 2, 3], pointer: "/messages/0/attachments/0")]
        one.messages[1].details.reactions = [Reaction(emoji: "👍")]
        other.messages[1].details.readAt = Moment(milliseconds: 1_800_000_000_000)
        let joined = try join([part(one, nil, "a"), part(other, nil, "b")])
        let messages = joined.conversation.messages
        let media = try #require(messages[0].attachments[0].media)
        #expect(joined.conversation.media[media].bytes == [1, 2, 3])
        #expect(messages[1].details.reactions.map(\.emoji) == ["👍"])
        #expect(messages[1].details.readAt != nil)
    }

    @Test func repliesFollowTheirMessages() throws {
        var talk = talk([
            "Shall we go?", "Where to, exactly?", "To the lake, again", "Yes, please do",
        ])
        talk.messages[3].details.replyTo = Reply()
        talk.messages[3].details.replyTo?.index = 2
        let joined = try join([part(talk, 0..<2, "a"), part(talk, 1..<4, "b", shifted: 1)])
        #expect(joined.conversation.messages.count == 4)
        #expect(joined.conversation.messages[3].details.replyTo?.index == 2)
    }

    @Test func strangersAreRefused() throws {
        let one = talk((0..<20).map { "message \($0)" })
        var two = talk((0..<20).map { "other \($0)" })
        two.participants = [
            Participant(id: "cem", name: "Cem"), Participant(id: "dora", name: "Dora"),
        ]
        #expect(throws: JoinFault.self) {
            try join([part(one, nil, "a"), part(two, nil, "b")])
        }
    }

    @Test func doubtIsAnErrorIfAskedFor() throws {
        let talk = talk(["one of them", "left", "three of them"], seconds: 0)
        var other = talk
        other.messages[1].body = [.paragraph(RichText("right"))]
        let parts = [part(talk, nil, "a"), part(other, nil, "b")]
        let joined = try join(parts)
        #expect(joined.report.unsure == 1)
        #expect(joined.conversation.messages.count == 4)
        var options = JoinOptions()
        options.isStrict = true
        #expect(throws: JoinFault.unsure(1)) { try join(parts, options) }
    }

    @Test func aMillionEqualMessagesTakeLinearTime() throws {
        for count in [2_000, 16_000] {
            var talk = talk([String](repeating: "ok", count: count))
            for index in talk.messages.indices {
                talk.messages[index].at = Moment(milliseconds: 1_800_000_001_000)
                talk.messages[index].from = 0
            }
            var other = talk
            other.messages.removeLast(7)
            let joined = try join([part(talk, nil, "a"), part(other, nil, "b")])
            #expect(joined.conversation.messages.count == count)
            #expect(joined.report.sources[1].absent == 7)
        }
    }

    // MARK: Many talks

    /// What exports of eight apps keep of a talk.
    private struct Style {
        let name: String
        var hasIDs = false
        var hasSeconds = true
        var hasNotices = true
        var namesMe = true
    }

    private static let styles = [
        Style(name: "whatsapp text", hasSeconds: false),
        Style(name: "whatsapp database", hasIDs: true),
        Style(name: "telegram", hasIDs: true),
        Style(name: "discord", hasIDs: true, hasNotices: false),
        Style(name: "imessage", hasIDs: true, namesMe: false),
        Style(name: "signal", namesMe: false),
        Style(name: "slack", hasNotices: false),
        Style(name: "messenger", hasNotices: false),
    ]

    /// Known talks are cut into overlapping parts, whose clocks, people and contents are changed.
    @Test(arguments: 0..<64)
    func joinsWhatWasCut(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<32 {
            let whole = Self.invented(&random)
            var parts: [JoinPart] = []
            var expected: Set<String> = []
            let count = whole.messages.count
            let middle = count / 4 + random.below(count / 2)
            let overlap = min(middle, 4 + random.below(count / 4))
            let ranges = [0..<min(count, middle + overlap), (middle - overlap)..<count]
            let changed = random.below(2)
            let common = ranges[0].clamped(to: ranges[1])
            let styles = (0..<2).map { _ in Self.styles[random.below(Self.styles.count)] }
            for (number, range) in ranges.enumerated() {
                let style = styles[number]
                var own = whole
                var touched: Set<Int> = []
                if number == changed, common.count > 8 {
                    for _ in 0..<random.below(4) {
                        // Only messages between others of both, whose words are their own.
                        let place = common.lowerBound + 2 + random.below(common.count - 4)
                        guard touched.insert(place).inserted,
                            own.messages[place].plainWords.contains("#"),
                            own.messages[place].kind == .message
                        else { continue }
                        if random.below(2) == 0 {
                            own.messages[place].body = [
                                .paragraph(RichText(own.messages[place].plainWords + " changed"))
                            ]
                            expected.insert("\(place) text")
                        } else {
                            own.messages[place].body = []
                            own.messages[place].kind = .typing
                            expected.insert("\(place) absent")
                        }
                    }
                }
                own.messages = Array(own.messages[range])
                let offset = Int64(random.below(3) - 1) * 3_600_000 * Int64(random.below(12))
                for index in own.messages.indices {
                    if !style.hasIDs { own.messages[index].id = nil }
                    guard let at = own.messages[index].at?.milliseconds else { continue }
                    let shown = style.hasSeconds ? at : at - at % 60_000
                    own.messages[index].at = Moment(milliseconds: shown + offset)
                }
                own.messages.removeAll {
                    $0.kind == .typing || !style.hasNotices && $0.kind == .system
                }
                if !style.namesMe { own.participants[0].name = "Me" }
                own.service = style.hasIDs ? .telegram : .other
                parts.append(
                    JoinPart(own, name: "\(number)", format: style.name, sha256: "\(number)"))
            }
            if random.below(2) == 0 { parts.reverse() }
            let joined = try join(parts)
            let kept = whole.messages.filter { $0.kind != .system }
            let names = "\(styles.map(\.name)), seed \(seed)"
            let got = joined.conversation.messages.filter { $0.kind != .system }
            #expect(
                got.count == kept.count,
                "\(names): \(got.map { "\($0.at?.text ?? "") \($0.plainWords)" })")
            guard got.count == kept.count else { continue }
            var found: Set<String> = []
            var place = 0
            let places = whole.messages.indices.filter { whole.messages[$0].kind != .system }
            for message in got {
                for difference in message.details.differences {
                    found.insert("\(places[place]) \(difference.kind.rawValue)")
                }
                place += 1
            }
            #expect(found == expected, "\(names)")
            for (one, other) in zip(got, kept)
            where !found.contains(where: { $0.hasSuffix("text") }) {
                #expect(one.plainWords == other.plainWords, "\(names)")
            }
        }
    }

    private static func invented(_ random: inout SeededRandom) -> Conversation {
        var talk = Conversation()
        let names = ["Ana", "Ben", "Cem", "Dora"].prefix(2 + random.below(3))
        talk.participants = names.map { Participant(id: $0.lowercased(), name: $0) }
        talk.kind = names.count > 2 ? .group : .direct
        talk.me = 0
        var time: Int64 = 1_780_000_000_000
        for number in 0..<(40 + random.below(80)) {
            time +=
                Int64(random.below(3) == 0 ? 1 + random.below(50) : 61 + random.below(9_000))
                * 1_000
            var message = Message()
            message.id = "m\(number)"
            message.at = Moment(milliseconds: time)
            message.from = random.below(names.count)
            switch random.below(10) {
            case 0:
                message.kind = .system
                message.from = nil
                message.details.system = SystemEvent(action: "title_changed")
                message.body = [.paragraph(RichText("Event \(number)"))]
            case 1, 2: message.body = [.paragraph(RichText(["ok", "yes", "👍"][random.below(3)]))]
            case 3:
                message.attachments = [Attachment(kind: .image)]
                message.attachments[0].caption = "Picture #\(number)"
            default: message.body = [.paragraph(RichText("Words of message #\(number)"))]
            }
            talk.messages.append(message)
        }
        return talk
    }

    // MARK: Helpers

    private func talk(_ texts: [String], seconds: Int64 = 7) -> Conversation {
        var talk = Conversation()
        talk.participants = [
            Participant(id: "ana", name: "Ana"), Participant(id: "ben", name: "Ben"),
        ]
        talk.me = 0
        for (index, text) in texts.enumerated() {
            var message = Message()
            message.at = Moment(
                milliseconds: 1_800_000_000_000 + Int64(index) * 3_600_000 + seconds * 1_000)
            message.from = index % 2
            message.body = [.paragraph(RichText(text))]
            talk.messages.append(message)
        }
        return talk
    }

    private func part(
        _ talk: Conversation, _ range: Range<Int>?, _ name: String, shifted: Int = 0
    ) -> JoinPart {
        var talk = talk
        if let range { talk.messages = Array(talk.messages[range]) }
        if shifted > 0 {
            for index in talk.messages.indices {
                guard let quoted = talk.messages[index].details.replyTo?.index else { continue }
                talk.messages[index].details.replyTo?.index = quoted - shifted
            }
        }
        return JoinPart(talk, name: name, format: "whatsapp", sha256: name)
    }

    private func texts(_ joined: Joined) -> [String] { texts(joined.conversation) }

    private func texts(_ talk: Conversation) -> [String] { talk.messages.map(\.plainWords) }

    private func differences(_ joined: Joined) -> [String] {
        joined.conversation.messages.enumerated().flatMap { index, message in
            message.details.differences.map { "\(index) \($0.kind.rawValue) \($0.source)" }
        }
    }
}

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

import Basics
import Model
import TestSupport
import Testing
import Themes

@testable import Layout

extension Phrases {
    init(locale: String) { self.init(Languages.of(locale), locale: locale) }
}

@Suite struct WordsPhraseTests {
    @Test(arguments: [
        ("en", 0, "0 votes"), ("en", 1, "1 vote"), ("en", 2, "2 votes"),
        ("fr", 0, "0 vote"), ("fr", 2, "2 votes"), ("de", 1, "1 Stimme"),
        ("ru", 1, "1 голос"), ("ru", 3, "3 голоса"), ("ru", 11, "11 голосов"),
        ("ru", 21, "21 голос"), ("ru", 112, "112 голосов"),
        ("pl", 1, "1 głos"), ("pl", 21, "21 głosów"), ("pl", 22, "22 głosy"),
        ("pl", 12, "12 głosów"), ("ar", 0, "لا أصوات"), ("ar", 2, "صوتان"),
        ("ar", 5, "5 أصوات"), ("ar", 11, "11 صوتًا"), ("ar", 100, "100 صوت"),
        ("ar-EG", 5, "٥ أصوات"), ("he", 2, "שתי הצבעות"), ("ja", 3, "3票"),
        ("tr", 5, "5 oy"), ("en", .max, "9223372036854775807 votes"),
        ("ru", .min, "-9223372036854775808 голосов"),
    ])
    func countsUseThePluralFormsOfTheirLanguage(locale: String, number: Int, expected: String) {
        #expect(Phrases(locale: locale).counted(.votes, number) == expected)
    }

    @Test(arguments: [
        (0, "0:00", "0 s"), (5, "0:05", "5 s"), (65, "1:05", "1 min 5 s"),
        (3_600, "1:00:00", "1 h"), (3_900, "1:05:00", "1 h 5 min"),
        (-3, "0:00", "0 s"), (.nan, "0:00", "0 s"), (.infinity, "0:00", "0 s"),
        (1e300, "2400:00:00", "2400 h"),
    ])
    func durationsAreWrittenAsClocksAndAsWords(seconds: Double, clock: String, span: String) {
        let phrases = Phrases(locale: "en")
        #expect(phrases.clock(seconds) == clock)
        #expect(phrases.span(seconds) == span)
    }

    @Test func durationsUseTheDigitsAndUnitsOfTheLocale() {
        #expect(Phrases(locale: "ar-EG").clock(65) == "١:٠٥")
        #expect(Phrases(locale: "de").span(3_900) == "1 Std. 5 Min.")
        #expect(Phrases(locale: "zh-Hans").span(65) == "1分钟 5秒")
    }

    @Test(arguments: [
        (0, "0 B"), (-1, "0 B"), (999, "999 B"), (1_000, "1 KB"), (1_234, "1.2 KB"),
        (9_960, "10 KB"), (48_230, "48 KB"), (999_499, "999 KB"), (999_500, "1 MB"),
        (1_234_567, "1.2 MB"), (5_000_000_000, "5 GB"), (.max, "9.2 EB"),
    ])
    func fileSizesAreShortAndNeverRoundToAThousand(bytes: Int, expected: String) {
        #expect(ByteCount.words(bytes) == expected)
    }

    @Test func listsFollowTheRulesOfTheLanguageAndLongOnesAreCut() {
        let english = Phrases(locale: "en")
        #expect(english.list([]) == "")
        #expect(english.list(["Ana"]) == "Ana")
        #expect(english.list(["Ana", "Ben", "Cem"]) == "Ana, Ben and Cem")
        #expect(Phrases(locale: "ja").list(["A", "B", "C"]) == "A、B、C")
        #expect(english.list((1...9).map { "N\($0)" }, most: 3) == "N1, N2, N3 and 6 more")
    }

    @Test func languagesAreNamedInTheLanguageOfTheLocale() {
        #expect(Phrases(locale: "en").translation(into: "de") == "Translation · German")
        #expect(Phrases(locale: "de").translation(into: "ja") == "Übersetzung · Japanisch")
        #expect(Phrases(locale: "en").translation(into: "🙂\u{0}") == "Translation · 🙂\u{0}")
        #expect(Phrases(locale: "en").translation(into: nil) == "Translation")
    }

    @Test func textFromTheRequestIsNeverReadAsAPlaceholder() {
        let phrases = Phrases(locale: "en")
        #expect(phrases.replied("{other}", to: "Ben") == "{other} replied to Ben")
        #expect(phrases.forwarded(from: "{name}") == "Forwarded from {name}")
        #expect(phrases.forwarded(from: "") == "Forwarded")
    }

    @Test func namesWithTheOppositeDirectionAreIsolatedAndCannotAffectOtherText() {
        let english = Phrases(locale: "en")
        #expect(english.forwarded(from: "دانا") == "Forwarded from \u{2068}دانا\u{2069}")
        #expect(english.forwarded(from: "a\u{202E}b") == "Forwarded from \u{2068}ab\u{2069}")
        #expect(
            Phrases(locale: "ar").forwarded(from: "Ben")
                == "معاد توجيهها من \u{2068}Ben\u{2069}")
    }
}

@Suite struct WordsDateTests {
    /// 2026-05-31T09:40:00Z.
    private static let morning = Moment(milliseconds: 1_780_220_400_000)
    private static let afternoon = LocalTime(localSeconds: 13 * 3_600 + 5 * 60)

    @Test(arguments: [
        ("en-US", "Sunday, May 31, 2026", "9:40 AM", "1:05 PM"),
        ("en-US-u-hc-h23", "Sunday, May 31, 2026", "09:40", "13:05"),
        ("en-GB-u-hc-h12", "Sunday, 31 May 2026", "9:40 am", "1:05 pm"),
        ("en-GB", "Sunday, 31 May 2026", "09:40", "13:05"),
        ("de-DE", "Sonntag, 31. Mai 2026", "09:40", "13:05"),
        ("fr-FR", "dimanche 31 mai 2026", "09:40", "13:05"),
        ("es-ES", "domingo, 31 de mayo de 2026", "9:40", "13:05"),
        ("pt-BR", "domingo, 31 de maio de 2026", "09:40", "13:05"),
        ("it-IT", "domenica 31 maggio 2026", "09:40", "13:05"),
        ("nl-NL", "zondag 31 mei 2026", "09:40", "13:05"),
        ("ru-RU", "воскресенье, 31 мая 2026 г.", "09:40", "13:05"),
        ("uk-UA", "неділя, 31 травня 2026 р.", "09:40", "13:05"),
        ("pl-PL", "niedziela, 31 maja 2026", "09:40", "13:05"),
        ("tr-TR", "31 Mayıs 2026 Pazar", "09:40", "13:05"),
        ("ar-EG", "الأحد، ٣١ مايو، ٢٠٢٦", "٩:٤٠ ص", "١:٠٥ م"),
        ("ar-MA", "الأحد، 31 ماي 2026", "09:40", "13:05"),
        ("he-IL", "יום ראשון, 31 במאי 2026", "9:40", "13:05"),
        ("hi-IN", "रविवार, 31 मई 2026", "पू 9:40", "अ 1:05"),
        ("hi-IN-u-nu-deva", "रविवार, ३१ मई २०२६", "पू ९:४०", "अ १:०५"),
        ("zh-Hans-CN", "2026年5月31日 星期日", "09:40", "13:05"),
        ("zh-TW", "2026年5月31日 星期日", "上午9:40", "下午1:05"),
        ("ja-JP", "2026年5月31日 日曜日", "9:40", "13:05"),
        ("ko-KR", "2026년 5월 31일 일요일", "오전 9:40", "오후 1:05"),
        // Dates use the Gregorian calendar, whatever the calendar of the country.
        ("fa-IR", "یکشنبه ۳۱ مهٔ ۲۰۲۶", "۹:۴۰", "۱۳:۰۵"),
        ("th-TH", "วันอาทิตย์ที่ 31 พฤษภาคม 2026", "09:40", "13:05"),
    ])
    func daysAndTimesFollowTheConventionsOfTheLocale(
        locale: String, day: String, morning: String, afternoon: String
    ) {
        var words = DateWords(locale: locale, zone: .gmt, clock: .auto)
        let civil = words.civil(Self.morning)
        #expect(plain(words.day(of: Self.morning, offset: 0)) == day)
        #expect(plain(words.time(civil)) == morning)
        #expect(plain(words.time(Self.afternoon)) == afternoon)
    }

    @Test(arguments: [
        ("en-US", Options.TimeFormat.h24, "09:40", "13:05"),
        ("de-DE", .h12, "9:40 AM", "1:05 PM"), ("ja-JP", .h12, "午前9:40", "午後1:05"),
        ("ar-EG", .h24, "٠٩:٤٠", "١٣:٠٥"), ("ko-KR", .h24, "09:40", "13:05"),
    ])
    func requestedClockOverridesThatOfTheLocale(
        locale: String, clock: Options.TimeFormat, morning: String, afternoon: String
    ) {
        var words = DateWords(locale: locale, zone: .gmt, clock: clock)
        #expect(plain(words.time(words.civil(Self.morning))) == morning)
        #expect(plain(words.time(Self.afternoon)) == afternoon)
    }

    @Test(arguments: [
        "", "-", "🙂", "en-", "../../etc/passwd", "hi-IN-u-nu-bogus", "en@numbers=zzzz",
        "hi_IN@numbers=deva;numbers=", "x-private", "de_DE.UTF-8", "en-US-u-ca-buddhist",
        String(repeating: "a-", count: 5_000), "\u{0}", "ab-cdef-gh-ij",
    ])
    func noLocaleCrashesTheProcess(locale: String) {
        var words = DateWords(locale: locale, zone: .gmt, clock: .auto)
        let civil = words.civil(Self.morning)
        #expect(words.day(of: Self.morning, offset: 0).contains("2026"))
        #expect(words.time(civil).contains("40"))
        #expect(!Phrases(locale: locale).photo.isEmpty)
    }

    /// Newer tables separate "AM" with no-break spaces.
    private func plain(_ time: String) -> String {
        time.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }
}

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
        ("en", ["Ana"], [], "Ana added a member"), ("en", [], ["Ben"], "Added: Ben"),
        ("en", [], [], "A member was added"), ("de", ["Ana"], ["Ben"], "Ana hat Ben hinzugefügt"),
        ("fr", ["Ana"], ["Ben", "Cem"], "Ana a ajouté Ben et Cem"),
        ("ru", ["Анна"], ["Борис"], "Анна добавил(а): Борис"),
        ("ja", ["アナ"], ["ベン"], "アナさんがベンさんを追加しました"), ("zh-Hans", ["安娜"], ["本"], "安娜添加了本"),
        ("ko", ["아나"], ["벤"], "아나 님이 벤 님을 추가했습니다"), ("hi", ["आना"], ["बेन"], "आना ने बेन को जोड़ा"),
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

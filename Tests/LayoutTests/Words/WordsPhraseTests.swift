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
        #expect(
            english.list((1...9).map { "N\($0)" }, most: 3) == "N1, N2, N3 and 6 more")
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

    /// Names with the opposite direction are isolated and cannot affect other text.
    @Test func namesWithTheOppositeDirectionAreIsolatedAndCannotAffectOtherText() {
        let english = Phrases(locale: "en")
        #expect(english.forwarded(from: "دانا") == "Forwarded from \u{2068}دانا\u{2069}")
        #expect(english.forwarded(from: "a\u{202E}b") == "Forwarded from \u{2068}ab\u{2069}")
        #expect(
            Phrases(locale: "ar").forwarded(from: "Ben")
                == "معاد توجيهها من \u{2068}Ben\u{2069}")
    }
}

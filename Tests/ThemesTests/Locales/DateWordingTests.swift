import Foundation
import Testing

@testable import Themes

/// Against the formats of the system, letter by letter.
@Suite struct DateWordingTests {
    /// Each day of a year, and days of the first and the last year.
    private static let days = Array(20_454..<20_819) + [-719_162, -719_000, 2_932_896]
    private static let minutes = [0, 1, 59, 60, 299, 540, 605, 719, 720, 721, 780, 1_085, 1_439]

    @Test(arguments: DayForm.allCases)
    func everyLocaleFormatsDaysLikeTheSystem(form: DayForm) throws {
        let template = try #require(DateTable.templates[form.rawValue])
        for identifier in KnownLocales.identifiers {
            // The tables have one form of each name, the one of full dates. These languages inflect
            // it in dates without a year.
            let language = String(identifier.prefix { $0 != "_" })
            guard form.withYear == form || !["dz", "fa", "fi", "os", "smn"].contains(language)
            else { continue }
            let locale = KnownLocales.locale(identifier)
            let theirs = KnownLocales.formatter(locale, template)
            let ours = DateWording.of(LocaleName(identifier), clock: .usual)
            // Days that differ only in their month or their weekday.
            for days in Self.days.enumerated().filter({ $0.offset % 13 < 2 || $0.offset > 360 }) {
                // Before 1582, the system uses the Julian calendar.
                guard days.element > -141_427 else { continue }
                let date = Date(timeIntervalSince1970: Double(days.element) * 86_400)
                #expect(
                    ours.day(days.element, as: form) == theirs.string(from: date), "\(identifier)")
            }
        }
    }

    @Test(arguments: [
        ("jmm", DateWording.Clock.usual), ("hmm", .twelveHours), ("Hmm", .twentyFourHours),
    ])
    func everyLocaleFormatsTimesLikeTheSystem(template: String, clock: DateWording.Clock) {
        for identifier in KnownLocales.identifiers {
            let theirs = KnownLocales.formatter(KnownLocales.locale(identifier), template)
            let ours = DateWording.of(LocaleName(identifier), clock: clock)
            for minute in Self.minutes {
                let date = Date(timeIntervalSince1970: Double(minute) * 60)
                #expect(ours.time(minute) == theirs.string(from: date), "\(identifier)")
            }
        }
    }

    /// Combinations that no table lists: a language in a country where few people speak it.
    @Test func clockFollowsTheRegion() {
        for language in ["de", "en", "fr", "zh", "ar", "ja", "pt", "sw", "xx"]
        where language != "xx" || KnownLocales.showsUnknownLanguages {
            for region in Locale.Region.isoRegions.map(\.identifier) {
                let identifier = "\(language)_\(region)"
                let theirs = KnownLocales.formatter(KnownLocales.locale(identifier), "jmm")
                let ours = DateWording.of(LocaleName(identifier), clock: .usual)
                let evening = Date(timeIntervalSince1970: 1_085 * 60)
                #expect(ours.time(1_085) == theirs.string(from: evening), "\(identifier)")
            }
        }
    }

    @Test func requestedDigitsAreUsed() {
        for digits in DigitSet.offered.sorted() {
            for language in ["en", "ar", "hi", "fa", "de", "my"] {
                let theirs = KnownLocales.formatter(
                    KnownLocales.locale(language, digits: digits), "EEEEyMMMMd")
                let ours = DateWording.of(LocaleName("\(language)-u-nu-\(digits)"), clock: .usual)
                let day = Date(timeIntervalSince1970: 20_604 * 86_400)
                #expect(ours.day(20_604) == theirs.string(from: day), "\(language) \(digits)")
            }
        }
    }

    /// Dates before 1582 use the calendar of ISO 8601 as well, like the dates in conversations.
    @Test func earlyYearsUseTheGregorianCalendar() {
        let ours = DateWording.of(LocaleName("en"), clock: .usual)
        #expect(ours.day(-719_162) == "Monday, January 1, 1")
        #expect(ours.day(-141_428) == "Thursday, October 14, 1582")
        #expect(ours.day(-141_427) == "Friday, October 15, 1582")
    }

    @Test func unknownLocalesUseEnglish() {
        for tag in [
            "", "🙂", "../../etc", "x-private", "\u{0}", "*h", "*codes", "root", "zzz", "a\tb",
        ] {
            let ours = DateWording.of(LocaleName(tag), clock: .twentyFourHours)
            #expect(ours.day(20_604) == "Sunday, May 31, 2026", "\(tag)")
            #expect(ours.time(65) == "01:05")
        }
    }

    @Test func deprecatedLanguageCodesAreRecognized() {
        for (old, present) in [
            ("iw", "he"), ("deu", "de"), ("in-ID", "id-ID"), ("sh", "sr-Latn"), ("mo", "ro-MD"),
        ] {
            let ours = DateWording.of(LocaleName(old), clock: .usual)
            #expect(
                ours.day(20_604) == DateWording.of(LocaleName(present), clock: .usual).day(20_604))
        }
    }
}

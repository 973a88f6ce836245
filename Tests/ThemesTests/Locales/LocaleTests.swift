import Basics
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
            let theirs = KnownLocales.formatter(KnownLocales.locale(identifier), template)
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

@Suite struct MoneyWordingTests {
    private static let sums = [
        ("0", "5"), ("12", "00"), ("999", ""), ("1234", "5"), ("0012345", "678"),
        ("123456789012", "34"),
    ]

    private static func expectAlike(
        _ identifier: String, digits: String? = nil, currencies: [String], sums: [(String, String)]
    ) {
        let tag = identifier + (digits.map { "-u-nu-" + $0 } ?? "")
        let ours = MoneyWording.of(LocaleName(tag))
        let locale = KnownLocales.locale(identifier, digits: digits)
        for currency in currencies {
            for (whole, fraction) in sums {
                let decimals = max(2, fraction.utf8.count)
                let style = Decimal.FormatStyle.Currency(code: currency, locale: locale)
                    .precision(.fractionLength(decimals))
                let theirs = Decimal(string: "\(whole).\(fraction)0")?.formatted(style)
                let text = ours.amount(
                    whole: whole, fraction: fraction, code: currency, decimals: 2)
                #expect(text == theirs, "\(tag) \(currency)")
            }
        }
    }

    @Test func everyLocaleFormatsAmountsLikeTheSystem() {
        for identifier in KnownLocales.identifiers {
            Self.expectAlike(
                identifier, currencies: ["EUR", "USD", "CHF", "INR", "CVE", "ILS", "ESP"],
                sums: Self.sums)
        }
    }

    @Test func everyCurrencyIsFormattedLikeTheSystem() {
        for identifier in [
            "en", "en_AU", "de", "de_AT", "fr_CA", "pt_PT", "ar", "ar_EG", "fa", "he", "hi",
            "zh_TW", "ja", "zzz",
        ] where identifier != "zzz" || KnownLocales.showsUnknownLanguages {
            Self.expectAlike(identifier, currencies: MoneyTable.currencies, sums: [("1234", "5")])
        }
        #expect(MoneyWording.currencies == Set(MoneyTable.currencies))
    }

    @Test func requestedDigitsAreUsed() {
        for identifier in ["en", "de", "ar", "ar_EG", "hi", "fa", "bn_IN", "es_MX"] {
            for digits in MoneyTable.digits {
                Self.expectAlike(
                    identifier, digits: digits, currencies: ["EUR", "USD", "INR"], sums: Self.sums)
            }
        }
    }

    @Test func currenciesWithoutDecimalsShowNone() {
        let ours = MoneyWording.of(LocaleName("ja"))
        #expect(ours.amount(whole: "1200", fraction: "", code: "JPY", decimals: 0) == "¥1,200")
    }
}

@Suite struct LanguageNamesTests {
    @Test func everyLocaleNamesLanguagesLikeTheSystem() {
        let codes = [
            "en", "de", "pt-BR", "zh-Hans", "zh-Hant-TW", "sr-Latn", "en-GB", "ar", "tlh", "haw",
            "yue-HK", "he",
        ]
        var compared = 0
        for identifier in KnownLocales.identifiers {
            let ours = LanguageNames.of(LocaleName(identifier))
            let locale = KnownLocales.locale(identifier)
            for code in codes {
                let theirs = locale.localizedString(forIdentifier: code)
                guard !code.contains("-") || Self.whole.contains(identifier) else { continue }
                #expect(ours.name(of: code) == theirs, "\(code) in \(identifier)")
                compared += 1
            }
        }
        #expect(compared > 5_000)
    }

    /// Locales that have names for all parts of these tags. For others, the system fills gaps
    /// inconsistently with codes or English names.
    private static let whole: Set = [
        "ar", "bg", "ca", "cs", "da", "de", "de_CH", "el", "en", "en_GB", "es", "es_MX", "fa", "fi",
        "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "nb", "nl", "pl", "pt", "pt_PT", "ro",
        "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh", "zh_Hant",
    ]

    @Test(arguments: [
        "en", "de", "fr", "ar", "zh-Hans", "zh-Hant", "ja", "agq", "en-AU", "sr-Latn",
    ])
    func everyLanguageHasAName(tag: String) {
        let identifier = LocaleName(tag).identifier
        let ours = LanguageNames.of(LocaleName(tag))
        let locale = KnownLocales.locale(identifier)
        for language in NameTable.languages {
            #expect(
                ours.name(of: language) == locale.localizedString(forIdentifier: language),
                "\(language) in \(tag)")
        }
    }

    @Test func alternativeLanguageCodesAreRecognized() {
        let ours = LanguageNames.of(LocaleName("en"))
        for (code, name) in [
            ("iw", "Hebrew"), ("deu", "German"), ("ger", "German"), ("cmn", "Chinese"),
        ] {
            #expect(ours.name(of: code) == name)
        }
    }

    @Test(arguments: [
        "", "-", "x", "german", "de-", "-de", "xx", "de-QQ", "de-Qaaa", "*codes", "zh_Hans", "?",
        "de-1996", "root",
    ])
    func unknownCodesHaveNoName(code: String) {
        #expect(LanguageNames.of(LocaleName("en")).name(of: code) == nil)
    }

    /// A name that a locale lacks must not be inherited from its parent.
    @Test func everyLocaleHasItsBlock() {
        for identifier in KnownLocales.identifiers {
            #expect(NameFile.names(for: LocaleName(identifier)).count > 20, "\(identifier)")
        }
    }
}

/// Generates the files in config/locales from the system's tables:
///
///     CHATPRINT_WRITE_LOCALES=1 swift test --filter TableWritingTests
@Suite struct TableWritingTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("config/locales")

    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATPRINT_WRITE_LOCALES"] == "1"))
    func writesTheTables() throws {
        let zlib = try #require(Zlib(level: 12))
        let names = NameTable { zlib.compress($0) }
        let files = [
            ("dates.txt", Data(DateTable(aliases: DateTable.aliases).text.utf8)),
            ("money.txt", Data(MoneyTable().text.utf8)),
            ("names.txt", Data(names.index.utf8)), ("names.bin", Data(names.blocks)),
        ]
        for (name, bytes) in files {
            try bytes.write(to: Self.folder.appendingPathComponent(name))
        }
    }

    /// Shows if a newer system would generate other files, as do the comparisons in the other
    /// suites.
    @Test func tablesMatchThisSystem() {
        for identifier in KnownLocales.identifiers {
            let dates = LocaleTable.dates.entry(for: LocaleTable.present(LocaleName(identifier)))
            for (field, value) in DateTable.fields(of: identifier) where field != "hours" {
                #expect(dates[field] == value, "\(identifier) \(field)")
            }
        }
    }

    /// Lines are found by binary search.
    @Test(arguments: ["dates.txt", "money.txt", "names.txt"])
    func linesAreSorted(file: String) throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
        let words = text.utf8.split(separator: 0x0A).map { Array($0.prefix { $0 != 0x09 }) }
            .filter { $0.first != UInt8(ascii: "#") }
        #expect(words.count > 300)
        for (word, next) in zip(words, words.dropFirst()) {
            #expect(
                word.lexicographicallyPrecedes(next), "\(String(decoding: next, as: UTF8.self))")
        }
    }

    @Test func everyLineCanBeFound() throws {
        let path = Self.folder.appendingPathComponent("dates.txt")
        let text = try String(contentsOf: path, encoding: .utf8)
        for line in text.utf8.split(separator: 0x0A) where line.first != UInt8(ascii: "#") {
            let words = String(Substring(line)).parted(at: "\t")
            #expect(BundledTable.dates.line(words[0]) == Array(words.dropFirst()))
        }
        for word in ["", "a", "zzzz", "#", "# Words", "de_", "DE"] {
            #expect(BundledTable.dates.line(word) == nil, "\(word)")
        }
        #expect(BundledTable("locales/none.txt").line("de") == nil)
    }
}

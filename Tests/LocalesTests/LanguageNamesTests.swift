import Foundation
import Testing

@testable import Locales

@Suite struct LanguageNamesTests {
    @Test func everyLocaleNamesLanguagesAsTheSystemDoes() {
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

    /// Those that have names for all parts of these tags. Elsewhere the system puts codes, or
    /// English names, for what it lacks, now one and now the other.
    private static let whole: Set = [
        "ar", "bg", "ca", "cs", "da", "de", "de_CH", "el", "en", "en_GB", "es", "es_MX", "fa", "fi",
        "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "nb", "nl", "pl", "pt", "pt_PT", "ro",
        "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh", "zh_Hant",
    ]

    @Test(arguments: [
        "en", "de", "fr", "ar", "zh-Hans", "zh-Hant", "ja", "agq", "en-AU", "sr-Latn",
    ])
    func everyLanguageHasItsName(tag: String) {
        let identifier = LocaleName(tag).identifier
        let ours = LanguageNames.of(LocaleName(tag))
        let locale = KnownLocales.locale(identifier)
        for language in NameTable.languages {
            #expect(
                ours.name(of: language) == locale.localizedString(forIdentifier: language),
                "\(language) in \(tag)")
        }
    }

    @Test func otherCodesAreThoseOfTheirLanguages() {
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
    func whatHasNoNameIsNil(code: String) {
        #expect(LanguageNames.of(LocaleName("en")).name(of: code) == nil)
    }

    /// A name that its parent has and it has not must not be taken from there.
    @Test func everyBlockIsRead() {
        for identifier in KnownLocales.identifiers {
            #expect(NameFile.names(for: LocaleName(identifier)).count > 20, "\(identifier)")
        }
    }
}

import Foundation
import Testing

@testable import Themes

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

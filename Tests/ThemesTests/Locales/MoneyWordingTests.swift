import Foundation
import Testing

@testable import Themes

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
            Self.expectAlike(
                identifier, currencies: MoneyTable.currencies, sums: [("1234", "5")])
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

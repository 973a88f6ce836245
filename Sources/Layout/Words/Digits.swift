import Themes

/// Writes numbers with the reader's digits.
struct Digits: Sendable {
    private let script: DigitSet

    init(_ locale: LocaleName) { script = locale.digitSet }

    var isArabic: Bool { script.zero == 0x660 || script.zero == 0x6F0 }

    func localized(_ ascii: String) -> String { script.localized(ascii) }
}

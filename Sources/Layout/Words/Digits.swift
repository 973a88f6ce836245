/// Writes numbers with the reader's digits.
struct Digits: Sendable {
    private let zero: UInt32

    init(_ locale: CleanLocale) { zero = locale.zero }

    var isArabic: Bool { zero == 0x660 || zero == 0x6F0 }

    func localized(_ ascii: String) -> String {
        guard zero != 0x30 else { return ascii }
        var scalars = String.UnicodeScalarView()
        for scalar in ascii.unicodeScalars {
            let digit = scalar.value &- 0x30
            scalars.append(digit < 10 ? Unicode.Scalar(zero + digit) ?? scalar : scalar)
        }
        return String(scalars)
    }
}

import Foundation

/// The digits a locale writes numbers with.
struct Digits: Sendable {
    private let zero: UInt32?

    init(locale: String) {
        // The value of each digit zero, by CLDR's names of numbering systems.
        let zeros: [String: UInt32] = [
            "arab": 0x660, "arabext": 0x6F0, "deva": 0x966, "beng": 0x9E6, "mymr": 0x1040,
        ]
        zero = zeros[Locale(identifier: locale).numberingSystem.identifier]
    }

    func localized(_ ascii: String) -> String {
        guard let zero else { return ascii }
        var scalars = String.UnicodeScalarView()
        for scalar in ascii.unicodeScalars {
            let digit = scalar.value &- 0x30
            scalars.append(digit < 10 ? Unicode.Scalar(zero + digit) ?? scalar : scalar)
        }
        return String(scalars)
    }
}

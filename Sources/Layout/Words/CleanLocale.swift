import Foundation

/// A locale made only of parts we know the form of: language, script, region, digits.
///
/// Foundation's DateFormatter ends the process over some identifiers ("hi-IN-u-nu-deva", an emoji), so
/// that a caller's own is never handed to it.
struct CleanLocale: Sendable {
    let foundation: Locale
    /// The code point of the digit zero.
    let zero: UInt32

    /// From BCP 47 or ICU's form; English where there is nothing to go by.
    init(_ tag: String) {
        let parts = CleanLocale.parts(of: tag)
        guard let language = parts.first, (2...3).contains(language.count), language.isLetters
        else {
            self.init(identifier: "en", digits: nil)
            return
        }
        var identifier = language
        var digits: String?
        var rest = parts.dropFirst()
        if let script = rest.first, script.count == 4, script.isLetters {
            identifier += "_" + script.prefix(1).uppercased() + script.dropFirst()
            rest = rest.dropFirst()
        }
        if let region = rest.first,
            (region.count == 2 && region.isLetters) || (region.count == 3 && region.isDigits)
        {
            identifier += "_" + region.uppercased()
        }
        // "-u-nu-deva", or "@numbers=deva".
        if let key = rest.lastIndex(where: { $0 == "nu" || $0 == "numbers" }),
            key < rest.endIndex - 1
        {
            digits = rest[key + 1]
        }
        self.init(identifier: identifier, digits: digits)
    }

    private init(identifier: String, digits: String?) {
        let known = digits.flatMap { CleanLocale.zeros[$0] == nil ? nil : $0 }
        // Days are told in the calendar that conversations are written with.
        foundation = Locale(
            identifier: identifier + "@calendar=gregorian"
                + (known.map { ";numbers=" + $0 } ?? ""))
        zero = CleanLocale.zeros[foundation.numberingSystem.identifier] ?? 0x30
    }

    private static func parts(of tag: String) -> [String] {
        String(decoding: tag.utf8.prefix(64), as: UTF8.self).lowercased()
            .split { "-_@=;.".contains($0) }.map(String.init)
    }

    /// CLDR's names of the digits that have ten code points in a row.
    private static let zeros: [String: UInt32] = [
        "latn": 0x30, "arab": 0x660, "arabext": 0x6F0, "deva": 0x966, "beng": 0x9E6,
        "guru": 0xA66, "gujr": 0xAE6, "orya": 0xB66, "tamldec": 0xBE6, "telu": 0xC66,
        "knda": 0xCE6, "mlym": 0xD66, "thai": 0xE50, "laoo": 0xED0, "tibt": 0xF20, "mymr": 0x1040,
        "khmr": 0x17E0, "fullwide": 0xFF10,
    ]
}

extension String {
    fileprivate var isLetters: Bool { utf8.allSatisfy { (0x61...0x7A).contains($0) } }
    fileprivate var isDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

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

import Basics
import Synchronization

/// A locale with only recognized parts: language, script, region, digits and clock.
///
/// Callers choose locales. Any other part of their tags is dropped here.
package struct LocaleName: Hashable, Sendable {
    /// The language code in lowercase, two or three letters.
    let language: String
    /// The script, such as `Hant`.
    let script: String?
    /// The region, such as `TW` or `419`.
    let region: String?
    /// The name of the requested digits, if they have ten consecutive code points.
    let digits: String?
    /// The requested clock: `h` for twelve hours, `H` for 24.
    let hours: String?

    /// Parses a tag in the notation of BCP 47 or ICU. Invalid tags mean English.
    package init(_ tag: String) {
        let parts = LocaleName.parts(of: tag)
        guard let language = parts.first, (2...3).contains(language.count), language.isLetters
        else {
            self.init(language: "en")
            return
        }
        var script: String?
        var region: String?
        var rest = parts.dropFirst()
        if let word = rest.first, word.count == 4, word.isLetters {
            script = word.prefix(1).uppercased() + word.dropFirst()
            rest = rest.dropFirst()
        }
        if let word = rest.first,
            (word.count == 2 && word.isLetters) || (word.count == 3 && word.isDigits)
        {
            region = word.uppercased()
        }
        // "-u-nu-deva" or "@numbers=deva", and the like.
        func requested(_ keys: [String]) -> String? {
            guard let key = rest.lastIndex(where: { keys.contains($0) }), key < rest.endIndex - 1
            else { return nil }
            return rest[key + 1]
        }
        let digits = requested(["nu", "numbers"])
        let clock = requested(["hc", "hours"])
        self.init(
            language: language, script: script, region: region,
            digits: digits.flatMap { DigitSet.offered.contains($0) ? $0 : nil },
            hours: clock.flatMap { ["h11": "h", "h12": "h", "h23": "H", "h24": "H"][$0] })
    }

    init(
        language: String, script: String? = nil, region: String? = nil, digits: String? = nil,
        hours: String? = nil
    ) {
        self.hours = hours
        self.language = language
        self.script = script
        self.region = region
        self.digits = digits
    }

    /// Capital letters by the rules of the language: a Turkish "i" keeps its dot.
    package func capital(_ words: String) -> String {
        (["tr", "az"].contains(language) ? words.replacing("i", with: "İ") : words).uppercased()
    }

    /// The identifier, such as `zh_Hant_TW`.
    var identifier: String {
        [language, script, region].compactMap { $0 }.joined(separator: "_")
    }

    /// The digits of the locale. Digits that callers may not request are replaced by Latin ones.
    package var digitSet: DigitSet {
        // The cache is necessary: reading the table took 4 % of the time of a document with one
        // message.
        if let known = Self.digitSets.withLock({ $0[self] }) { return known }
        let name = digits ?? LocaleTable.dates.entry(for: LocaleTable.present(self))["digits"]
        let set = DigitSet.offered.contains(name) ? DigitSet(name) ?? .latin : .latin
        Self.digitSets.withLock { known in
            // The bound is necessary because callers choose locales.
            if known.count >= Self.maxDigitSets { known.removeAll() }
            known[self] = set
        }
        return set
    }

    private static let maxDigitSets = 64
    private static let digitSets = Mutex<[LocaleName: DigitSet]>([:])

    private static func parts(of tag: String) -> [String] {
        String(decoding: tag.utf8.prefix(64), as: UTF8.self).lowercased()
            .split { "-_@=;.".contains($0) }.map(String.init)
    }
}

extension String {
    var isLetters: Bool { utf8.allSatisfy { (0x61...0x7A).contains($0) } }
    var isDigits: Bool { utf8.allSatisfy(ASCII.isDigit) }
}

package struct DigitSet: Sendable, Hashable {
    /// The code point of the digit zero. The other digits follow it.
    package let zero: UInt32

    static let latin = DigitSet(zero: 0x30)

    private init(zero: UInt32) { self.zero = zero }

    /// Returns nil for names unknown to CLDR.
    init?(_ name: String) {
        guard let zero = DigitSet.offeredZeros[name] ?? DigitSet.otherZeros[name] else {
            return nil
        }
        self.zero = zero
    }

    package func localized(_ ascii: String) -> String {
        guard zero != 0x30 else { return ascii }
        var scalars = String.UnicodeScalarView()
        for scalar in ascii.unicodeScalars {
            let digit = scalar.value &- 0x30
            scalars.append(digit < 10 ? Unicode.Scalar(zero + digit) ?? scalar : scalar)
        }
        return String(scalars)
    }

    static let offered = Set(offeredZeros.keys)

    private static let offeredZeros: [String: UInt32] = [
        "latn": 0x30, "arab": 0x660, "arabext": 0x6F0, "deva": 0x966, "beng": 0x9E6,
        "guru": 0xA66, "gujr": 0xAE6, "orya": 0xB66, "tamldec": 0xBE6, "telu": 0xC66,
        "knda": 0xCE6, "mlym": 0xD66, "thai": 0xE50, "laoo": 0xED0, "tibt": 0xF20, "mymr": 0x1040,
        "khmr": 0x17E0, "fullwide": 0xFF10,
    ]

    /// The code points of zero for other digits of some languages.
    private static let otherZeros: [String: UInt32] = [
        "adlm": 0x1E950, "cakm": 0x11136, "hmnp": 0x1E140, "java": 0xA9D0, "mtei": 0xABF0,
        "nkoo": 0x7C0, "olck": 0x1C50, "rohg": 0x10D30,
    ]
}

import Synchronization

/// A locale made only of parts we know the form of: language, script, region, digits.
///
/// Callers name locales: what else they write never gets further than this.
package struct LocaleName: Hashable, Sendable {
    /// In small letters, two or three.
    package let language: String
    /// As in `Hant`.
    package let script: String?
    /// As in `TW` or `419`.
    package let region: String?
    /// The name of the digits that were asked for, where they have ten code points in a row.
    package let digits: String?

    /// From BCP 47 or ICU's form; English where there is nothing to go by.
    package init(_ tag: String) {
        let parts = LocaleName.parts(of: tag)
        guard let language = parts.first, (2...3).contains(language.count), language.isLetters
        else {
            self.init(language: "en")
            return
        }
        var script: String?
        var region: String?
        var digits: String?
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
        // "-u-nu-deva", or "@numbers=deva".
        if let key = rest.lastIndex(where: { $0 == "nu" || $0 == "numbers" }),
            key < rest.endIndex - 1
        {
            digits = rest[key + 1]
        }
        self.init(
            language: language, script: script, region: region,
            digits: digits.flatMap { DigitSet.offered.contains($0) ? $0 : nil })
    }

    init(
        language: String, script: String? = nil, region: String? = nil, digits: String? = nil
    ) {
        self.language = language
        self.script = script
        self.region = region
        self.digits = digits
    }

    /// `zh_Hant_TW`.
    package var identifier: String {
        [language, script, region].compactMap { $0 }.joined(separator: "_")
    }

    /// The digits that the locale is written with. Digits that callers may not ask for become Latin
    /// ones.
    package var digitSet: DigitSet {
        // Reading the table took 4 % of a document of one message.
        if let known = Self.digitSets.withLock({ $0[self] }) { return known }
        let name = digits ?? LocaleTable.dates.entry(for: LocaleTable.present(self))["digits"]
        let set = DigitSet.offered.contains(name) ? DigitSet(name) ?? .latin : .latin
        Self.digitSets.withLock { known in
            // Callers choose locales.
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
    var isDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

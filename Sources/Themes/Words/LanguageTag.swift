/// A BCP 47 tag, parsed as far as the lookup of phrases requires.
struct LanguageTag: Hashable, Sendable {
    let language: String
    /// Script, region and all other subtags, in lowercase.
    private let subtags: [String]

    /// Parses a tag in any notation of a caller, including ICU's underscores.
    init(_ text: String) {
        let parts = text.utf8.prefix(64).split {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        .map { String(Substring($0)).lowercased() }
        language = parts.first ?? ""
        subtags = Array(parts.dropFirst())
    }

    /// Returns whether a text has the form of a tag: letters and digits separated by hyphens,
    /// beginning with a language.
    static func isTag(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count) else { return false }
        return parts.allSatisfy { part in
            (2...8).contains(part.count)
                && part.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"):
                        true
                    default: false
                    }
                }
        }
    }

    func serves(_ other: LanguageTag) -> Bool {
        language == other.language && subtags.allSatisfy(other.subtags.contains)
    }

    /// Returns whether a tag is more specific. The longest subtag decides, because a script (four
    /// letters) determines the writing more than a region does. Then the number of subtags decides.
    fileprivate func isMoreSpecific(than other: LanguageTag) -> Bool {
        func weight(_ tag: LanguageTag) -> [Int] {
            [tag.subtags.map(\.utf8.count).max() ?? 0, tag.subtags.count]
        }
        return weight(other).lexicographicallyPrecedes(weight(self))
    }
}

/// Values by language tag, with lookup by the tags that callers request.
struct LanguageMatcher<Value> {
    /// The values by language, the most specific tag first.
    private let served: [String: [(tag: LanguageTag, value: Value)]]

    init(_ values: [(tag: String, value: Value)]) {
        var served: [String: [(tag: LanguageTag, value: Value)]] = [:]
        for (name, value) in values {
            let tag = LanguageTag(name)
            served[tag.language, default: []].append((tag, value))
        }
        // The offset breaks ties: Swift's sort is not guaranteed to be stable.
        self.served = served.mapValues { all in
            all.enumerated().sorted { one, other in
                if one.element.tag.isMoreSpecific(than: other.element.tag) { return true }
                if other.element.tag.isMoreSpecific(than: one.element.tag) { return false }
                return one.offset < other.offset
            }.map(\.element)
        }
    }

    /// Returns the value for a BCP 47 tag, preferably that of its script or region.
    func value(for locale: String) -> Value? {
        let wanted = LanguageTag(locale)
        return served[wanted.language]?.first { $0.tag.serves(wanted) }?.value
    }
}

extension LanguageMatcher: Sendable where Value: Sendable {}

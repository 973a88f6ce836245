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

/// Values by language tag, found by the tags that callers ask for.
struct LanguageMatcher<Value> {
    /// By language, the most specific tag first.
    private let served: [String: [(tag: LanguageTag, value: Value)]]

    init(_ values: [(tag: String, value: Value)]) {
        var served: [String: [(tag: LanguageTag, value: Value)]] = [:]
        for (name, value) in values {
            let tag = LanguageTag(name)
            served[tag.language, default: []].append((tag, value))
        }
        // Sorting is not stable in Swift.
        self.served = served.mapValues { all in
            all.enumerated().sorted { one, other in
                if one.element.tag.isMoreSpecific(than: other.element.tag) { return true }
                if other.element.tag.isMoreSpecific(than: one.element.tag) { return false }
                return one.offset < other.offset
            }.map(\.element)
        }
    }

    /// Returns the value for a BCP 47 tag, that for its script or region first.
    func value(for locale: String) -> Value? {
        let wanted = LanguageTag(locale)
        return served[wanted.language]?.first { $0.tag.serves(wanted) }?.value
    }
}

extension LanguageMatcher: Sendable where Value: Sendable {}

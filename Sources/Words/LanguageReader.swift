import JSON

/// Reads a language's file and collects all that is wrong in it.
struct LanguageReader {
    /// The events that every language tells.
    let events: [String]
    /// English, once it is read: what it has a sentence for, all others have.
    let measure: InterfaceLanguage?
    private var schema = SchemaReader()
    /// Other tags that the file's words serve.
    private(set) var also: [String] = []

    init(events: [String], measure: InterfaceLanguage?) {
        self.events = events
        self.measure = measure
    }

    var faults: [SchemaFault] { schema.faults }

    /// What it returns is of use only if there are no faults.
    mutating func language(_ tag: String, _ json: JSONValue) -> InterfaceLanguage {
        let whole = schema.members(
            of: json, at: "", required: ["direction", "plurals", "phrases", "counted", "events"],
            optional: ["also"])
        let faultsBefore = schema.faults.count
        let plurals = schema.choice(
            whole["plurals"], at: "/plurals", of: PluralRule.allCases.map { ($0.rawValue, $0) })
        // Without a rule nobody knows which categories there should be.
        let hasRule = whole["plurals"] != nil && schema.faults.count == faultsBefore
        also = tags(whole["also"])
        return InterfaceLanguage(
            tag: tag,
            isRightToLeft: schema.choice(
                whole["direction"], at: "/direction", of: [("ltr", false), ("rtl", true)]),
            plurals: plurals, phrases: phrases(whole["phrases"]),
            counted: counted(hasRule ? whole["counted"] : nil, plurals),
            events: sentences(whole["events"]))
    }

    private mutating func phrases(_ json: JSONValue?) -> [String] {
        let texts = schema.members(of: json, at: "/phrases", required: Phrase.fileKeys)
        return zip(Phrase.allCases, Phrase.fileKeys).map { phrase, key in
            text(texts[key], at: "/phrases/\(key)", places: phrase.places)
        }
    }

    private mutating func counted(_ json: JSONValue?, _ rule: PluralRule) -> [PluralForms] {
        let keys = CountedPhrase.fileKeys
        let phrases = schema.members(of: json, at: "/counted", required: keys)
        return keys.map { forms(phrases[$0], at: "/counted/\($0)", rule) }
    }

    /// One text for all numbers, or one for each category of the language.
    private mutating func forms(
        _ json: JSONValue?, at pointer: String, _ rule: PluralRule
    ) -> PluralForms {
        guard let json else { return PluralForms("") }
        if json.kind == .string { return PluralForms(text(json, at: pointer, places: ["n"])) }
        let texts = schema.members(
            of: json, at: pointer, required: rule.categories.map(\.stringValue))
        return PluralForms { category in
            let key = category.stringValue
            let words = texts[key]
            let hasNumber = words?.string?.contains("{") ?? true
            let places = hasNumber || !rule.isOneNumber(category) ? ["n"] : []
            return text(words, at: pointer + "/" + key, places: places)
        }
    }

    private mutating func sentences(_ json: JSONValue?) -> [String: EventSentence] {
        let sentences = schema.members(of: json, at: "/events", required: events)
        var read: [String: EventSentence] = [:]
        for event in events {
            read[event] = sentence(
                sentences[event], at: "/events/\(event)", as: measure?.sentence(event))
        }
        return read
    }

    private mutating func sentence(
        _ json: JSONValue?, at pointer: String, as measure: EventSentence?
    ) -> EventSentence {
        var required = ["bare", "by"]
        if measure?.both != nil { required.append("both") }
        if measure?.onTargets != nil { required.append("on") }
        let texts = schema.members(
            of: json, at: pointer, required: required,
            optional: measure == nil ? ["both", "on"] : [])
        func text(_ key: String, _ places: [String]) -> String {
            self.text(texts[key], at: pointer + "/" + key, places: places)
        }
        return EventSentence(
            bare: text("bare", []), byActor: text("by", ["actor"]),
            both: texts["both"].map { _ in text("both", ["actor", "targets"]) },
            onTargets: texts["on"].map { _ in text("on", ["targets"]) })
    }

    private mutating func text(
        _ json: JSONValue?, at pointer: String, places: [String]
    ) -> String {
        let text = schema.text(json, at: pointer)
        guard !text.isEmpty else { return text }
        let actual = LanguageReader.places(in: text)
        if actual != places {
            schema.mismatch(
                at: pointer, expected: LanguageReader.list(places),
                actual: LanguageReader.list(actual))
        }
        return text
    }

    private mutating func tags(_ json: JSONValue?) -> [String] {
        let tags = schema.texts(json, at: "/also")
        for (index, tag) in tags.enumerated() where !LanguageTag.isTag(tag) {
            schema.mismatch(
                at: "/also/\(index)", expected: "a language tag such as zh-TW", actual: tag)
        }
        return tags
    }

    private static func list(_ places: [String]) -> String {
        places.isEmpty
            ? "no place to fill in" : places.map { "{\($0)}" }.joined(separator: " and ")
    }

    /// What stands between braces, in alphabetical order; a brace without its other counts as a place
    /// too, which no phrase has.
    private static func places(in text: String) -> [String] {
        guard text.utf8.contains(where: { $0 == 0x7B || $0 == 0x7D }) else { return [] }
        var places: [String] = []
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            let start = rest.index(after: brace)
            let end = rest[start...].firstIndex { $0 == "{" || $0 == "}" }
            guard rest[brace] == "{", let end, rest[end] == "}" else {
                return places + [String(rest[brace...].prefix(20))]
            }
            places.append(String(rest[start..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return places.sorted()
    }
}

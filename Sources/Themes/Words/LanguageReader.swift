import Basics

struct LanguageReader {
    /// The events for which every language must have a sentence.
    let events: [String]
    /// The English language, or nil while it is being read. Other languages must have the same
    /// sentences.
    let measure: InterfaceLanguage?
    private var schema = SchemaReader()

    init(events: [String], measure: InterfaceLanguage?) {
        self.events = events
        self.measure = measure
    }

    var faults: [SchemaFault] { schema.faults }

    /// Reads a language. The result is only usable if there are no faults.
    mutating func language(_ tag: String, _ json: JSONValue) -> InterfaceLanguage {
        let whole = schema.members(
            of: json, at: "",
            required: ["direction", "plurals", "phrases", "counted", "events"],
            optional: ["also", "everyday"])
        let faultsBefore = schema.faults.count
        let plurals = schema.choice(
            whole[1], at: "/plurals", of: PluralRule.allCases.map { ($0.rawValue, $0) })
        // Without a plural rule, the required categories are unknown.
        let hasRule = whole[1] != nil && schema.faults.count == faultsBefore
        check(tags: whole[5])
        return InterfaceLanguage(
            tag: tag,
            isRightToLeft: schema.choice(
                whole[0], at: "/direction", of: [("ltr", false), ("rtl", true)]),
            plurals: plurals, phrases: phrases(whole[2]),
            counted: counted(hasRule ? whole[3] : nil, plurals), events: sentences(whole[4]),
            everydayWords: schema.texts(whole[6], at: "/everyday"))
    }

    private mutating func phrases(_ json: JSONValue?) -> [String] {
        let keys = Phrase.fileKeys
        let texts = schema.members(of: json, at: "/phrases", required: keys)
        return Phrase.allCases.map { phrase in
            let place = phrase.rawValue
            return text(texts[place], at: "/phrases/" + keys[place], places: phrase.places)
        }
    }

    private mutating func counted(_ json: JSONValue?, _ rule: PluralRule) -> [PluralForms] {
        let keys = CountedPhrase.fileKeys
        let phrases = schema.members(of: json, at: "/counted", required: keys)
        return zip(keys, phrases).map { forms($1, at: "/counted/" + $0, rule) }
    }

    private mutating func forms(
        _ json: JSONValue?, at pointer: String, _ rule: PluralRule
    ) -> PluralForms {
        guard let json else { return PluralForms("") }
        if json.kind == .string { return PluralForms(text(json, at: pointer, places: ["n"])) }
        let categories = rule.categories
        let texts = schema.members(
            of: json, at: pointer, required: categories.map(\.stringValue))
        return PluralForms { category in
            guard let place = categories.firstIndex(of: category) else { return "" }
            let hasNumber = texts[place]?.string?.utf8.contains(LanguageReader.opening) ?? true
            return text(
                texts[place], at: pointer + "/" + category.stringValue,
                places: hasNumber || !rule.isOneNumber(category) ? ["n"] : [])
        }
    }

    private mutating func sentences(_ json: JSONValue?) -> [String: EventSentence] {
        let sentences = schema.members(of: json, at: "/events", required: events)
        var read = Dictionary<String, EventSentence>(minimumCapacity: events.count)
        for (event, json) in zip(events, sentences) {
            read[event] = sentence(json, of: event, as: measure?.sentence(event))
        }
        return read
    }

    /// The parts of a sentence in English. Optional ones are last.
    private static let parts = ["bare", "by", "both", "on"]

    private mutating func sentence(
        _ json: JSONValue?, of event: String, as measure: EventSentence?
    ) -> EventSentence {
        let parts = LanguageReader.parts
        let hasBoth = measure?.both != nil
        let hasTargets = measure?.onTargets != nil
        var required = Array(parts[..<2])
        if hasBoth { required.append("both") }
        if hasTargets { required.append("on") }
        let found = schema.members(
            of: json, at: "/events/" + event, required: required,
            optional: measure == nil ? Array(parts[2...]) : [])
        func text(_ place: Int, _ part: String, places: [String]) -> String? {
            guard place < found.count, let json = found[place] else { return nil }
            return self.text(json, at: "/events/" + event + "/" + part, places: places)
        }
        let isMeasure = measure == nil
        return EventSentence(
            bare: text(0, "bare", places: []) ?? "",
            byActor: text(1, "by", places: ["actor"]) ?? "",
            both: hasBoth || isMeasure ? text(2, "both", places: ["actor", "targets"]) : nil,
            onTargets: hasTargets || isMeasure
                ? text(hasBoth || isMeasure ? 3 : 2, "on", places: ["targets"]) : nil)
    }

    private mutating func text(
        _ json: JSONValue?, at pointer: @autoclosure () -> String, places: [String]
    ) -> String {
        let text = schema.text(json, at: pointer())
        guard !text.isEmpty else { return text }
        let actual = LanguageReader.places(in: text)
        if actual != places {
            schema.mismatch(
                at: pointer(), expected: LanguageReader.list(places),
                actual: LanguageReader.list(actual))
        }
        return text
    }

    private mutating func check(tags json: JSONValue?) {
        let tags = schema.texts(json, at: "/also")
        for (index, tag) in tags.enumerated() where !LanguageTag.isTag(tag) {
            schema.mismatch(
                at: "/also/\(index)", expected: "a language tag such as zh-TW", actual: tag)
        }
    }

    static func list(_ places: [String]) -> String {
        places.isEmpty
            ? "no placeholder" : places.map { "{\($0)}" }.joined(separator: " and ")
    }

    private static let opening = UInt8(ascii: "{")
    private static let closing = UInt8(ascii: "}")

    /// Returns the placeholders between braces in alphabetical order. An unmatched brace counts as
    /// a placeholder that no phrase has.
    static func places(in text: String) -> [String] {
        let bytes = text.utf8
        var places: [String] = []
        var rest = bytes[...]
        while let brace = rest.firstIndex(where: { $0 == opening || $0 == closing }) {
            let start = bytes.index(after: brace)
            let end = bytes[start...].firstIndex { $0 == opening || $0 == closing }
            guard bytes[brace] == opening, let end, bytes[end] == closing else {
                return places + [String(text[brace...].prefix(20))]
            }
            places.append(String(text[start..<end]))
            rest = bytes[bytes.index(after: end)...]
        }
        return places.count > 1 ? places.sorted() : places
    }
}

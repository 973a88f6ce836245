import Basics

/// The rules of a redaction: people, messages and patterns. They are parsed once and then applied
/// to every text.
struct RedactionRules {
    /// The replacement for names, by rule.
    let covers: [String]
    private let reasons: [String?]
    private let bars: [Bool]
    /// The rule for each redacted participant. A bar takes precedence over a replacement name.
    private(set) var participants: [ParticipantIndex: Int] = [:]
    /// The rule for each redacted message, by index.
    private(set) var messages: [Int: Int] = [:]
    private(set) var patterns: [(pattern: Pattern, rule: Int)] = []
    private(set) var names: NameSearch
    let folding = Folding()
    /// The terms of the search, by their numbers in it.
    private(set) var terms: [Term] = []
    var forms: NameForms
    /// The folded first letters of name parts, by rule.
    private(set) var initials: [Int: Set<Unicode.Scalar>] = [:]
    /// The rules by the references to participants, in all forms.
    private(set) var references: [String: Int] = [:]

    struct Term {
        enum Kind {
            /// A name, handle or ID.
            case whole
            /// A part of a name, or several parts as one word.
            case part
            /// Capital initials: "Z. Q."
            case initials
        }

        let rule: Int
        let kind: Kind
    }

    /// - Parameter everydayWords: words of the conversation's language that may also be part of a
    ///   name.
    init(
        _ redactions: [Options.Redaction], in conversation: Conversation,
        everydayWords: [String] = []
    ) throws(ConversationError) {
        reasons = redactions.map(\.reason)
        bars = redactions.map { $0.pseudonym == nil }
        covers = redactions.map { redaction in
            redaction.pseudonym ?? RedactionMark.text(reasons: [redaction.reason].compactMap { $0 })
        }
        names = NameSearch(folding)
        forms = NameForms(folding)
        for (rule, redaction) in redactions.enumerated() {
            try add(redaction, rule, in: conversation)
        }
        // Participants with bars come first, because the search returns the first of equal names.
        let inOrder = participants.sorted { $0.key < $1.key }
        let people =
            inOrder.filter { isBar($0.value) } + inOrder.filter { !isBar($0.value) }
        for (index, rule) in people {
            try addNames(of: conversation.participants[index], rule)
        }
        let rules = Set(people.map(\.value)).sorted()
        for rule in rules { try addSpellings(redactions[rule].spellings, rule) }
        // Parts follow all whole names, because the search returns the first of equal names.
        let everyday = Set(
            everydayWords.map { String(String.UnicodeScalarView(folding.fold(name: $0))) })
        for (index, rule) in people where redactions[rule].hidesParts {
            addParts(
                of: conversation.participants[index].name, rule: rule, everydayWords: everyday,
                folding: folding)
        }
        for rule in rules where redactions[rule].hidesParts {
            for spelling in redactions[rule].spellings {
                addParts(of: spelling, rule: rule, everydayWords: everyday, folding: folding)
            }
        }
        if !forms.isEmpty {
            for word in everydayWords { forms.add(ordinary: word) }
            for (index, other) in conversation.participants.enumerated()
            where participants[index] == nil {
                for word in NameParts.words(of: other.name) { forms.add(ordinary: word) }
            }
        }
        names.finish()
    }

    func isBar(_ rule: Int) -> Bool { bars[rule] }

    /// With the reasons of all rules.
    func bar(of rules: Set<Int>) -> String {
        var distinct: [String] = []
        for reason in rules.sorted().compactMap({ reasons[$0] }) where !distinct.contains(reason) {
            distinct.append(reason)
        }
        return RedactionMark.text(reasons: distinct)
    }

    func reason(of rule: Int) -> String? { reasons[rule] }

    private mutating func add(
        _ redaction: Options.Redaction, _ rule: Int, in conversation: Conversation
    ) throws(ConversationError) {
        let pointer = RedactionRules.pointer(rule)
        switch redaction.target {
        case .participant(let key, _):
            let found = conversation.participants(named: key)
            // A misspelled name is an error: redacting nobody would disclose what the caller wants
            // to hide.
            guard !found.isEmpty else {
                throw .unknownTarget(
                    key, at: pointer + "/participant",
                    allowed: conversation.participants.map(\.id))
            }
            for index in found {
                if let other = participants[index], isBar(other) { continue }
                participants[index] = rule
            }
        case .message(let key):
            let found = conversation.places(ofMessage: key)
            guard !found.isEmpty else {
                throw .unknownTarget(
                    key, at: pointer + "/message",
                    allowed: conversation.messages.lazy.prefix(20).compactMap(\.id))
            }
            for place in found { messages[place] = messages[place] ?? rule }
        case .pattern(let source):
            do throws(Pattern.Fault) {
                patterns.append((try Pattern(source), rule))
            } catch {
                throw .invalid([
                    FieldFault(at: pointer + "/pattern", .malformedPattern(source, error))
                ])
            }
        }
    }

    static func pointer(_ rule: Int) -> String { "/options/redact/\(rule)" }

    // MARK: - Names

    /// The minimum length of an ID that is searched for. Shorter ones have no meaning outside of
    /// the request: `b` occurs in half of all lists.
    private static let minIDLength = 3

    private mutating func addNames(of participant: Participant, _ rule: Int)
        throws(ConversationError)
    {
        let (id, name, handle) = (participant.id, participant.name, participant.handle ?? "")
        for reference in [id, name, handle] where !reference.isEmpty {
            references[reference] = references[reference] ?? rule
        }
        for alias in [name, handle] where !alias.isEmpty {
            guard add(alias, .whole, of: rule) else {
                throw .invalid([
                    FieldFault(
                        at: RedactionRules.pointer(rule) + "/participant",
                        .unsearchable(FieldReader.excerpt(alias)))
                ])
            }
        }
        if id.unicodeScalars.count >= RedactionRules.minIDLength { _ = add(id, .whole, of: rule) }
        try addNumber(handle, rule)
    }

    private mutating func addSpellings(
        _ spellings: [String], _ rule: Int
    ) throws(ConversationError) {
        for (index, spelling) in spellings.enumerated() {
            references[spelling] = references[spelling] ?? rule
            guard add(spelling, .whole, of: rule) else {
                throw .invalid([
                    FieldFault(
                        at: RedactionRules.pointer(rule) + "/also/\(index)",
                        .unsearchable(FieldReader.excerpt(spelling)))
                ])
            }
        }
    }

    /// Returns false if the text contains nothing that can be searched for.
    private mutating func add(_ text: String, _ kind: Term.Kind, of rule: Int) -> Bool {
        guard names.add(text, as: terms.count) else { return false }
        terms.append(Term(rule: rule, kind: kind))
        return true
    }

    private mutating func addParts(
        of name: String, rule: Int, everydayWords: Set<String>, folding: Folding
    ) {
        let made = NameParts(name, everydayWords: everydayWords, folding)
        for part in made.parts {
            _ = add(part, .part, of: rule)
            forms.add(part, isEveryday: false, as: rule)
        }
        for word in made.everyday { forms.add(word, isEveryday: true, as: rule) }
        for joined in made.joined { _ = add(joined, .part, of: rule) }
        for form in made.initialForms { _ = add(form, .initials, of: rule) }
        initials[rule, default: []].formUnion(made.initials)
    }

    func rule(ofName name: String) -> Int? {
        guard let term = names.name(equalTo: name).map({ terms[$0] }) else { return nil }
        switch term.kind {
        case .whole: return term.rule
        case .part, .initials: return nil
        }
    }

    /// Adds a phone number, or an @name without its sign.
    private mutating func addNumber(_ handle: String, _ rule: Int) throws(ConversationError) {
        let bare = handle.drop { "@#+".contains($0) }
        if bare.count < handle.count { _ = add(String(bare), .whole, of: rule) }
        let digits = handle.filter { $0.isASCII && $0.isNumber }
        let isNumber = handle.allSatisfy { $0.isASCII && ($0.isNumber || "+-() ./".contains($0)) }
        guard isNumber, (5...20).contains(digits.count) else { return }
        // The digits may be separated in any way.
        let source = digits.map(String.init).joined(
            separator: #"[\s().\/\u00ad\u2010-\u2015-]{0,3}"#)
        do throws(Pattern.Fault) {
            patterns.append((try Pattern(#"(?:\+|00)?\(?"# + source + #"\b"#), rule))
        } catch {
            throw .invalid([
                FieldFault(
                    at: RedactionRules.pointer(rule) + "/participant",
                    .malformedPattern(source, error))
            ])
        }
    }
}

extension ConversationError {
    /// For a target of a redaction or filter that the conversation does not contain.
    static func unknownTarget(
        _ key: String, at pointer: String, allowed: [String]
    ) -> ConversationError {
        .invalid([
            FieldFault(
                at: pointer,
                .notAllowed(
                    value: FieldReader.excerpt(key),
                    allowed: allowed.prefix(20).map(FieldReader.excerpt)))
        ])
    }
}

extension Conversation {
    /// All messages with this ID, or otherwise the one with this number.
    func places(ofMessage key: String) -> [Int] {
        let places = messages.indices.filter { messages[$0].id == key }
        guard places.isEmpty, let number = Int(key), messages.indices.contains(number &- 1) else {
            return places
        }
        return [number - 1]
    }

    /// All participants with this ID, or otherwise with this name or handle.
    func participants(named key: String) -> [ParticipantIndex] {
        let known = participants.indices.filter { participants[$0].id == key }
        guard known.isEmpty else { return known }
        return participants.indices.filter {
            participants[$0].name == key || participants[$0].handle == key
        }
    }
}

/// The number of places that one rule redacted, without their contents.
package struct RedactionCount: Sendable, Equatable {
    /// The number of participants with a replacement name.
    package internal(set) var participants = 0
    /// The number of messages redacted as a whole.
    package internal(set) var messages = 0
    /// The number of places in the texts of other messages.
    package internal(set) var places = 0
    /// The number of places in which only a part of a name matched.
    package internal(set) var parts = 0
    package internal(set) var similar: [SimilarWord] = []
    /// The number of occurrences of these words, which is also known where the words are not.
    package internal(set) var similarPlaces = 0
    package internal(set) var reason: String?

    package init(
        participants: Int = 0, messages: Int = 0, places: Int = 0, parts: Int = 0,
        similarPlaces: Int = 0, reason: String? = nil
    ) {
        self.participants = participants
        self.messages = messages
        self.places = places
        self.parts = parts
        self.similarPlaces = similarPlaces
        self.reason = reason
    }

    var isNothing: Bool { participants == 0 && messages == 0 && places == 0 }
}

extension RedactionRules {
    /// Extends a match by adjacent initials: "Z. Quackenbush", "Zebulon Q.".
    func withInitials(
        _ range: Range<Int>, of rule: Int, in scalars: [Unicode.Scalar]
    ) -> Range<Int> {
        guard let letters = initials[rule], !letters.isEmpty else { return range }
        var (start, end) = (range.lowerBound, range.upperBound)
        // No name has more than four initials; the bound keeps the work linear.
        for _ in 0..<4 {
            guard let next = initialEnding(before: start, in: scalars, letters) else { break }
            start = next
        }
        for _ in 0..<4 {
            guard let next = initialBeginning(after: end, in: scalars, letters) else { break }
            end = next
        }
        return start..<end
    }

    /// An initial that is separated from the text at `index` by a space, a period or both.
    private func initialEnding(
        before index: Int, in scalars: [Unicode.Scalar], _ letters: Set<Unicode.Scalar>
    ) -> Int? {
        var place = index - 1
        if place >= 0, Self.isBlank(scalars[place]) { place -= 1 }
        if place >= 0, scalars[place] == "." { place -= 1 }
        guard place >= 0, place < index - 1, Self.isInitial(scalars[place], letters),
            place == 0 || !WordBoundary.joins(scalars[place - 1], scalars[place])
        else { return nil }
        return place
    }

    private func initialBeginning(
        after index: Int, in scalars: [Unicode.Scalar], _ letters: Set<Unicode.Scalar>
    ) -> Int? {
        var place = index
        if place < scalars.count, Self.isBlank(scalars[place]) { place += 1 }
        guard place < scalars.count, place > index, Self.isInitial(scalars[place], letters)
        else { return nil }
        place += 1
        if place < scalars.count, scalars[place] == "." { return place + 1 }
        guard place == scalars.count || !WordBoundary.joins(scalars[place - 1], scalars[place])
        else {
            return nil
        }
        return place
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\u{A0}" || scalar == "\u{202F}"
    }

    private static func isInitial(
        _ scalar: Unicode.Scalar, _ letters: Set<Unicode.Scalar>
    ) -> Bool {
        guard scalar.properties.isUppercase else { return false }
        let folded = String(scalar).decomposedForComparison.lowercased().unicodeScalars.first
        return folded.map(letters.contains) ?? false
    }

    /// All cased letters must be capitals: "e.g." is not a person's initials.
    static func isCapital(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.allSatisfy { !$0.properties.isCased || $0.properties.isUppercase }
    }
}

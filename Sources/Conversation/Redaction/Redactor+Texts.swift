import Encodings
import Markup

extension Redactor {
    /// What is to be hidden in a text.
    private func diagnostics(
        in scalars: [Unicode.Scalar]
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        var diagnostics: [HiddenPlaces.Finding] = []
        for match in try rules.names.matches(in: scalars, steps) {
            diagnostics.append(
                HiddenPlaces.Finding(
                    range: match.range, rule: match.name, name: name(by: match.name)))
        }
        guard !rules.patterns.isEmpty else { return diagnostics }
        let composed = ComposedText(scalars)
        for (pattern, rule) in rules.patterns {
            for match in try pattern.matches(in: composed.scalars, steps) {
                diagnostics.append(
                    HiddenPlaces.Finding(
                        range: composed.original(match), rule: rule, name: name(by: rule)))
            }
        }
        return diagnostics
    }

    /// What a rule calls what it hides; nil for a bar.
    private func name(by rule: Int) -> String? {
        rules.isBar(rule) ? nil : rules.covers[rule]
    }

    /// - Parameter besides: what is to be hidden for another reason.
    private func hiding(
        _ text: String, _ besides: [HiddenPlaces.Finding] = []
    ) throws(ConversationError) -> HiddenText? {
        guard !text.isEmpty else { return nil }
        let scalars = Array(text.unicodeScalars)
        let places = HiddenPlaces(try diagnostics(in: scalars) + besides, in: scalars).places
        guard !places.isEmpty else { return nil }
        for place in places { for rule in place.rules { count(rule) } }
        return HiddenText(scalars, places) { rules.bar(of: $0) }
    }

    /// The text with covers where something was found. Who wrote the mark themselves gets no bar for it.
    func text(_ text: String) throws(ConversationError) -> String {
        let own = hasMarks ? text : RedactionMark.without(text)
        return try hiding(own)?.text ?? own
    }

    func hidden(_ text: String?) throws(ConversationError) -> String? {
        guard let text else { return nil }
        return try self.text(text)
    }

    /// What names somebody: wholly, where it is one of those to be hidden.
    func name(_ name: String) throws(ConversationError) -> String {
        guard let rule = rule(of: name) else { return try text(name) }
        count(rule)
        return rules.covers[rule]
    }

    // MARK: - Marked text

    func rich(_ rich: RichText) throws(ConversationError) -> RichText {
        guard hasMarks || RedactionMark.places(in: rich.text).isEmpty else {
            return RichText(try text(rich.text))
        }
        let hidden = try hiding(rich.text, addresses(in: rich))
        guard hidden != nil || !rich.entities.isEmpty else { return rich }
        var entities: [(order: Int, entity: Entity)] = []
        for (order, entity) in rich.entities.enumerated() {
            guard try !leaks(entity, hidden) else { continue }
            for range in hidden?.stretches(of: entity.range) ?? [entity.range] {
                entities.append((order, Entity(range, entity.kind)))
            }
        }
        // The outer ones first, as they were.
        entities.sort {
            ($0.entity.range.lowerBound, -$0.entity.range.upperBound, $0.order)
                < ($1.entity.range.lowerBound, -$1.entity.range.upperBound, $1.order)
        }
        return RichText(hidden?.text ?? rich.text, entities.map(\.entity))
    }

    /// Addresses that are written out and tell what is to be hidden, if only in their escapes.
    private func addresses(
        in rich: RichText
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        var addresses: [HiddenPlaces.Finding] = []
        var bytes: [UInt8] = []
        var offset = 0
        var scalars = 0
        for entity in rich.entities {
            guard case .link(let url) = entity.kind else { continue }
            if bytes.isEmpty { bytes = Array(rich.text.utf8) }
            let range = entity.range.clamped(to: offset..<bytes.count)
            scalars += UTF8.scalars(in: bytes[offset..<range.lowerBound])
            let count = UTF8.scalars(in: bytes[range])
            let words = String(decoding: bytes[range], as: UTF8.self)
            if url.hasSuffix(words), let rule = try rule(leakingFrom: url) {
                addresses.append(
                    HiddenPlaces.Finding(
                        range: scalars..<scalars + count, rule: rule, name: nil))
            }
            scalars += count
            offset = range.upperBound
        }
        return addresses
    }

    /// Whether an entity holds in itself what is to be hidden.
    private func leaks(_ entity: Entity, _ hidden: HiddenText?) throws(ConversationError) -> Bool {
        switch entity.kind {
        case .link(let url):
            if hidden?.touches(entity.range) ?? false { return true }
            return try leaks(url)
        case .customEmoji(let name): return try leaks(name)
        case .bold, .italic, .underline, .strike, .spoiler, .code, .mention, .hashtag: return false
        }
    }

    // MARK: - What nobody reads

    /// Whether something stands in an id or an address, as it is or decoded.
    func leaks(_ text: String) throws(ConversationError) -> Bool {
        try rule(leakingFrom: text) != nil
    }

    private func rule(leakingFrom text: String) throws(ConversationError) -> Int? {
        if let finding = try diagnostics(in: Array(text.unicodeScalars)).first {
            return finding.rule
        }
        guard text.contains("%"), let decoded = text.percentDecoded else { return nil }
        return try diagnostics(in: Array(decoded.unicodeScalars)).first?.rule
    }

    /// An address is hidden as a whole: half of one tells the other half.
    func address(_ url: String) throws(ConversationError) -> String {
        guard let rule = try rule(leakingFrom: url) else { return url }
        count(rule)
        return rules.bar(of: [rule])
    }
}

extension UTF8 {
    /// How many characters begin in a stretch.
    fileprivate static func scalars(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }
}

extension Redactor {
    /// Returns the matches in a text as written and as decoded.
    ///
    /// - Parameter similar: receives the words of the text as written that resemble a name.
    private func findings(
        in scalars: [Unicode.Scalar], similar: inout [NameForms.Word]
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        var others: [NameForms.Word] = []
        var findings =
            try names(in: scalars, &similar) { $0 } + patterns(in: scalars) { $0 }
        let decoded = DecodedText(scalars)
        if let decoded {
            findings += try names(in: decoded.scalars, &others, decoded.original)
            findings += try patterns(in: decoded.scalars, decoded.original)
        }
        if let separated = DecodedText.separated(decoded?.scalars ?? scalars) {
            findings += try names(in: separated, &others) { decoded?.original($0) ?? $0 }
        }
        return findings
    }

    private func names(
        in scalars: [Unicode.Scalar], _ similar: inout [NameForms.Word],
        _ original: (Range<Int>) -> Range<Int>
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        guard !rules.names.isEmpty else { return [] }
        let text = rules.folding.fold(scalars)
        var findings: [HiddenPlaces.Finding] = []
        for word in try rules.forms.words(in: text, of: scalars, steps) {
            guard word.isForm else {
                similar.append(word)
                continue
            }
            let range = rules.withInitials(
                rules.names.whole(word.range, scalars), of: word.rule, in: scalars)
            findings.append(
                HiddenPlaces.Finding(
                    range: original(range), rule: word.rule, name: name(by: word.rule),
                    isPart: true))
        }
        for match in try rules.names.matches(in: text, of: scalars, steps) {
            let term = rules.terms[match.name]
            var range = match.range
            switch term.kind {
            case .whole, .part: range = rules.withInitials(range, of: term.rule, in: scalars)
            case .initials: guard RedactionRules.isCapital(scalars[range]) else { continue }
            }
            findings.append(
                HiddenPlaces.Finding(
                    range: original(range), rule: term.rule, name: name(by: term.rule),
                    isPart: term.kind != .whole))
        }
        return findings
    }

    private func patterns(
        in scalars: [Unicode.Scalar], _ original: (Range<Int>) -> Range<Int>
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        guard !rules.patterns.isEmpty else { return [] }
        let findings = try matches(in: ComposedText(scalars), original)
        guard let visible = VisibleText(scalars) else { return findings }
        return try findings
            + matches(in: ComposedText(visible.scalars)) { original(visible.original($0)) }
    }

    private func matches(
        in composed: ComposedText, _ original: (Range<Int>) -> Range<Int>
    ) throws(ConversationError) -> [HiddenPlaces.Finding] {
        var findings: [HiddenPlaces.Finding] = []
        for (pattern, rule) in rules.patterns {
            for match in try pattern.matches(in: composed.scalars, steps) {
                findings.append(
                    HiddenPlaces.Finding(
                        range: original(composed.original(match)), rule: rule,
                        name: name(by: rule)))
            }
        }
        return findings
    }

    /// Returns the replacement name of a rule, or nil for a bar.
    private func name(by rule: Int) -> String? {
        rules.isBar(rule) ? nil : rules.covers[rule]
    }

    /// Extends matches to the whole address or handle around each.
    private func widened(
        _ findings: [HiddenPlaces.Finding], in scalars: [Unicode.Scalar]
    ) -> [HiddenPlaces.Finding] {
        guard !findings.isEmpty else { return [] }
        var spans = AddressSpans(scalars)
        return findings.map { finding in
            guard let (range, isAddress) = spans.widened(finding.range) else { return finding }
            return HiddenPlaces.Finding(
                range: range, rule: finding.rule, name: isAddress ? nil : finding.name,
                isPart: finding.isPart)
        }
    }

    /// - Parameter besides: places to hide for other reasons.
    private func hiding(
        _ text: String, _ besides: [HiddenPlaces.Finding] = []
    ) throws(ConversationError) -> RedactedText? {
        guard !text.isEmpty else { return nil }
        let scalars = Array(text.unicodeScalars)
        var similar: [NameForms.Word] = []
        var found = try widened(findings(in: scalars, similar: &similar), in: scalars) + besides
        if hasMarks { found = ExistingMarks(text, scalars).outside(found) }
        let places = HiddenPlaces(found, in: scalars).places
        count(similar, in: scalars, outside: places)
        guard !places.isEmpty else { return nil }
        redactedTexts += 1
        for place in places {
            for rule in place.rules { count(rule, byPart: !place.certain.contains(rule)) }
        }
        return RedactedText(scalars, places) { rules.bar(of: $0) }
    }

    /// Returns the text with replacements for all matches. A mark that an author wrote gets no bar.
    func text(_ text: String) throws(ConversationError) -> String {
        let own = hasMarks ? text : RedactionMark.without(text)
        return try hiding(own)?.text ?? own
    }

    func hidden(_ text: String?) throws(ConversationError) -> String? {
        guard let text else { return nil }
        return try self.text(text)
    }

    /// Redacts a header or footer, but none of its placeholders, even if a rule matches their names.
    func template(_ template: String?) throws(ConversationError) -> String? {
        guard let template else { return nil }
        return try PageTemplate.rewritten(template) { (text) throws(ConversationError) in
            try self.text(text)
        }
    }

    /// Returns the replacement for a name. The name of a redacted person is replaced as a whole.
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
        // Outer entities come first, as in the original text.
        entities.sort {
            ($0.entity.range.lowerBound, -$0.entity.range.upperBound, $0.order)
                < ($1.entity.range.lowerBound, -$1.entity.range.upperBound, $1.order)
        }
        return RichText(hidden?.text ?? rich.text, entities.map(\.entity))
    }

    /// Returns the addresses in the text that disclose redacted text, even if only in escapes.
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
            if url.hasSuffix(words), let finding = try finding(leakingFrom: url) {
                addresses.append(
                    HiddenPlaces.Finding(
                        range: scalars..<scalars + count, rule: finding.rule, name: nil,
                        isPart: finding.isPart))
            }
            scalars += count
            offset = range.upperBound
        }
        return addresses
    }

    /// Returns whether an entity itself contains text to redact.
    private func leaks(_ entity: Entity, _ hidden: RedactedText?) throws(ConversationError) -> Bool
    {
        switch entity.kind {
        case .link(let url):
            if hidden?.touches(entity.range) ?? false { return true }
            return try leaks(url)
        case .customEmoji(let name): return try leaks(name)
        case .bold, .italic, .underline, .strike, .spoiler, .code, .mention, .hashtag: return false
        }
    }

    // MARK: - Invisible text

    /// Returns whether an ID, address or similar text discloses redacted text, as written or
    /// decoded.
    func leaks(_ text: String) throws(ConversationError) -> Bool {
        try finding(leakingFrom: text) != nil
    }

    /// Returns a match, preferably one of more than a part of a name.
    private func finding(
        leakingFrom text: String
    ) throws(ConversationError) -> HiddenPlaces.Finding? {
        if hasMarks, RedactionMark.isMark(text) { return nil }
        var similar: [NameForms.Word] = []
        let findings = try findings(in: Array(text.unicodeScalars), similar: &similar)
        return findings.first { !$0.isPart } ?? findings.first
    }

    /// Redacts an address as a whole: half of an address discloses the other half.
    func address(_ url: String) throws(ConversationError) -> String {
        guard let finding = try finding(leakingFrom: url) else { return url }
        count(finding.rule, byPart: finding.isPart)
        return rules.bar(of: [finding.rule])
    }
}

extension UTF8 {
    /// Returns the number of scalars that begin in a range.
    fileprivate static func scalars(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }
}

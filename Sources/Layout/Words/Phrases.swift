package import Model
package import Themes

/// The fixed phrases of a transcript in the reader's language, with numbers in the reader's digits.
package struct Phrases: Sendable {
    private let language: InterfaceLanguage
    private let digits: Digits
    let locale: LocaleName
    /// Whether lists contain all names.
    private let namesAll: Bool

    /// - Parameter locale: a BCP 47 tag that determines the digits and the names of languages.
    package init(_ language: InterfaceLanguage, locale: String, namesAll: Bool = false) {
        self.language = language
        self.namesAll = namesAll
        self.locale = LocaleName(locale)
        digits = Digits(self.locale)
    }

    var isRightToLeft: Bool { language.isRightToLeft }

    package subscript(phrase: Phrase) -> String { language[phrase] }

    package func counted(_ phrase: CountedPhrase, _ number: Int) -> String {
        language[phrase, number].filling("n", digits.localized(String(number)))
    }

    // MARK: Messages

    package func status(_ status: Message.Status) -> String {
        switch status {
        case .sending: self[.sending]
        case .sent: self[.sent]
        case .delivered: self[.delivered]
        case .read: self[.read]
        case .played: self[.played]
        case .failed: self[.failed]
        }
    }

    var continued: String { self[.continued] }
    var photo: String { self[.photo] }
    var deleted: String { self[.deleted] }
    var pinned: String { self[.pinned] }
    var starred: String { self[.starred] }
    var originalMissing: String { self[.originalMissing] }

    package func forwarded(from name: String?) -> String {
        guard let name, !name.isEmpty else { return self[.forwarded] }
        return self[.forwardedFrom].filling("name", isolated(name))
    }

    func signed(by name: String) -> String {
        self[.signedBy].filling("name", isolated(name))
    }

    /// An app's words for a deleted message.
    package func deletion(
        of message: Message, in conversation: Conversation, _ style: RelationStyle.Deleted
    ) -> String {
        let (phrase, byMe): (Phrase, Phrase) =
            switch style {
            case .deleted: (.deleted, .deletedByMe)
            case .short: (.messageDeleted, .messageDeleted)
            case .unsent: (.unsent, .unsentByMe)
            case .recalled: (.recalled, .recalledByMe)
            case .chat: (.chatDeleted, .chatDeletedByMe)
            }
        let by = message.details.deleted?.by
        if by.map(conversation.isMe) ?? (message.from != nil && message.from == conversation.me) {
            return self[byMe]
        }
        guard let name = by ?? message.from.map({ conversation.participants[$0].name }),
            !name.isEmpty
        else { return self[.deleted] }
        return self[phrase].filling("name", isolated(name))
    }

    /// A sender and the quoted sender; nil is "me".
    func replied(_ name: String?, to other: String?) -> String {
        switch (name, other) {
        case (nil, nil): self[.repliedByMeToSelf]
        case (nil, let other?): self[.repliedByMe].filling("other", isolated(other))
        case (let name?, nil): self[.repliedToMe].filling("name", isolated(name))
        case (let name?, let other?) where name == other && !RedactionMark.isMark(name):
            self[.repliedToSelf].filling("name", isolated(name))
        case (let name?, let other?):
            self[.repliedTo].filling("name", isolated(name), "other", isolated(other))
        }
    }

    /// Formats a part number: "Part 2 of 5".
    package func part(_ number: Int, of count: Int) -> String {
        self[.partOf].filling("n", self.number(number), "of", self.number(count))
    }

    /// "Times without an offset: 3, clock times among them read as Europe/Berlin".
    package func withoutOffset(_ count: Int, zone: String) -> String {
        self[.factNoOffset] + ": "
            + self[.factReadIn].filling("n", number(count), "zone", zone)
    }

    /// Describes omitted messages: "#21–#53 omitted: after=2026-05-31T09:40:00Z".
    func omitted(_ gap: SheetFacts.Gap) -> String {
        let (first, last) = (gap.numbers.lowerBound, gap.numbers.upperBound)
        return self[.omitted].filling(
            "range", first == last ? "#\(first)" : "#\(first)–#\(last)", "filter", gap.criterion)
    }

    /// Formats a count: "3 unread messages".
    package func unread(_ count: Int?) -> String {
        count.map { counted(.unread, $0) } ?? self[.unread]
    }

    package func sentWith(_ effect: String) -> String { self[.sentWith].filling("effect", effect) }

    /// "Edited 10:06", or without the time if it is unknown.
    func edited(at time: String?) -> String {
        [self[.edited], time].compactMap { $0 }.joined(separator: " ")
    }

    /// "Translation · English", or without the language if it is unknown.
    package func translation(into language: String?) -> String {
        let name = language.flatMap { $0.isEmpty ? nil : languageName($0) }
        return [self[.translation], name].compactMap { $0 }.joined(separator: " · ")
    }

    package func unsupported(_ kind: String) -> String {
        self[.unsupported].filling("kind", Phrases.readable(kind))
    }

    package func name(of kind: Attachment.Kind) -> String {
        switch kind {
        case .image: self[.photo]
        case .video: self[.video]
        case .gif: self[.gif]
        case .sticker: self[.sticker]
        case .voice: self[.voice]
        case .audio: self[.audio]
        case .video_note: self[.videoNote]
        case .file: self[.file]
        case .contact: self[.contact]
        case .location: self[.location]
        case .card: self[.app]
        }
    }

    /// A system event as one sentence.
    package func sentence(_ event: SystemEvent) -> String {
        SystemWords(self, language).sentence(event)
    }

    // MARK: Lists and names

    /// A person's name and other identifiers.
    func isolated(_ names: [String?]) -> String {
        names.compactMap { $0 }.filter { !$0.isEmpty }.map(isolated).joined(separator: " · ")
    }

    private func isolated(_ name: String) -> String {
        Isolate.wrapping(name.shortened(toLines: 1), in: isRightToLeft)
    }

    /// Joins names: "Ana, Ben and Cem".
    func list(_ names: [String]) -> String { joined(names.map(isolated)) }

    private func joined(_ names: [String]) -> String {
        guard let last = names.last else { return "" }
        guard names.count > 1 else { return last }
        return self[.lastTwo].filling(
            "a", names.dropLast().joined(separator: self[.comma]), "b", last)
    }

    /// The first names, and the number of the others.
    func list(_ names: [String], most: Int) -> String {
        guard !namesAll, names.count > most else { return list(names) }
        return beginning(of: names, most: most, count: names.count)
    }

    /// "Ana, Ben and 54 more".
    func beginning(of names: some Sequence<String>, most: Int, count: Int) -> String {
        joined(names.prefix(most).map(isolated) + [counted(.more, count - most)])
    }

    /// A language's name in the reader's language, or the text itself if it is not a known
    /// language.
    func languageName(_ language: String) -> String {
        let readable = Phrases.readable(language)
        guard language.utf8.allSatisfy({ $0 == 0x2D || (0x41...0x7A).contains($0) }) else {
            return readable
        }
        return LanguageNames.of(locale).name(of: readable) ?? readable
    }

    /// `game_score` → `game score`, cut to 64 characters.
    static func readable(_ name: String) -> String {
        String(name.prefix(64)).replacing("_", with: " ")
    }

    // MARK: Numbers

    func number(_ number: Int) -> String { digits.localized(String(number)) }

    func percent(_ share: Double) -> String {
        let whole = Int((min(max(share, 0), 1) * 100).rounded())
        // Arabic digits have their own percent sign; a Latin sign would be displayed before them.
        return number(whole) + (digits.isArabic ? "٪" : "%")
    }

    /// Formats a file size: "1.2 MB".
    package func size(_ bytes: Int) -> String { isolated(ByteCount.words(bytes)) }

    /// Formats a duration as a clock shows it: "1:05", "1:02:03".
    package func clock(_ seconds: Double) -> String {
        digits.localized(TimeSpan.clock(TimeSpan.whole(seconds)))
    }

    /// Formats a duration in words: "1 h 5 min", "45 s".
    func span(_ seconds: Double) -> String {
        let whole = TimeSpan.whole(seconds)
        let parts = TimeSpan.parts(whole).map { unit, count in
            let phrase: Phrase =
                switch unit {
                case .hours: .hours
                case .minutes: .minutes
                case .seconds: .seconds
                }
            return self[phrase].filling("n", number(count))
        }
        return parts.joined(separator: " ")
    }
}

extension String {
    /// Inserts values into a phrase's placeholders. Braces within a value stay unchanged.
    func filling(_ place: String, _ value: String) -> String {
        guard let range = firstRange(of: "{\(place)}") else { return self }
        return self[..<range.lowerBound] + value + self[range.upperBound...]
    }

    func filling(_ first: String, _ a: String, _ second: String, _ b: String) -> String {
        // Split at the first placeholder, so that a caller's text cannot be mistaken for the
        // second.
        guard let range = firstRange(of: "{\(first)}") else { return filling(second, b) }
        let before = String(self[..<range.lowerBound])
        let after = String(self[range.upperBound...])
        return before.filling(second, b) + a + after.filling(second, b)
    }
}

package import Basics
package import Model
package import Themes

/// The fixed phrases of a transcript in the reader's language, with numbers in the reader's digits.
package struct Phrases: Sendable {
    private let language: InterfaceLanguage
    private let digits: DigitSet
    let locale: LocaleName
    private let namesAll: Bool

    /// - Parameter locale: a BCP 47 tag that determines the digits and the names of languages.
    package init(_ language: InterfaceLanguage, locale: String, namesAll: Bool = false) {
        self.language = language
        self.namesAll = namesAll
        self.locale = LocaleName(locale)
        digits = self.locale.digitSet
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

    package func unread(_ count: Int?) -> String {
        count.map { counted(.unread, $0) } ?? self[.unread]
    }

    package func sentWith(_ effect: String) -> String { self[.sentWith].filling("effect", effect) }

    /// What a source of a joined conversation says otherwise: "Text in Ben.zip: Hello".
    package func sentence(
        _ difference: Difference, time: String?, in conversation: Conversation
    ) -> String {
        let source = conversation.sources.first { $0.id == difference.source }
        let phrase: Phrase =
            switch difference.kind {
            case .absent: .notIn
            case .deleted: .deletedIn
            case .edited: .editedIn
            case .text: .textIn
            case .time: .timeIn
            case .order: .orderIn
            case .file: .fileMissingIn
            case .unsure: .unsureIn
            }
        let name = isolated(source?.name ?? difference.source)
        let words = self[phrase].filling("name", name)
        let rest = [time, difference.text].compactMap(\.self).joined(separator: " · ")
        return rest.isEmpty ? words : words + ": " + rest
    }

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

    package func sentence(_ event: SystemEvent) -> String {
        let actors = list(event.actors, most: Phrases.maxNames)
        let targets = list(event.targets, most: Phrases.maxNames)
        guard let action = SystemAction(named: event.action),
            let words = language.sentence(action.rawValue)
        else {
            // The words of an unknown action, so that no information is lost.
            return [actors, Phrases.readable(event.action), targets].filter { !$0.isEmpty }
                .joined(separator: " · ")
        }
        switch (actors.isEmpty, targets.isEmpty) {
        case (true, true): return words.bare
        case (false, true): return words.byActor.filling("actor", actors)
        case (false, false):
            if let both = words.both { return both.filling("actor", actors, "targets", targets) }
            return words.byActor.filling("actor", actors) + ": " + targets
        case (true, false):
            return words.onTargets?.filling("targets", targets) ?? words.bare + ": " + targets
        }
    }

    /// The maximum number of names in the sentence for an event.
    private static let maxNames = 6

    // MARK: Lists and names

    func isolated(_ names: [String?]) -> String {
        names.compactMap { $0 }.filter { !$0.isEmpty }.map(isolated).joined(separator: " · ")
    }

    private func isolated(_ name: String) -> String {
        Isolate.wrapping(name.shortened(toLines: 1), in: isRightToLeft)
    }

    func list(_ names: [String]) -> String { joined(names.map(isolated)) }

    private func joined(_ names: [String]) -> String {
        guard let last = names.last else { return "" }
        guard names.count > 1 else { return last }
        return self[.lastTwo].filling(
            "a", names.dropLast().joined(separator: self[.comma]), "b", last)
    }

    func list(_ names: [String], most: Int) -> String {
        guard !namesAll, names.count > most else { return list(names) }
        return beginning(of: names, most: most, count: names.count)
    }

    /// "Ana, Ben and 54 more".
    func beginning(of names: some Sequence<String>, most: Int, count: Int) -> String {
        joined(names.prefix(most).map(isolated) + [counted(.more, count - most)])
    }

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
        return number(whole) + ([0x660, 0x6F0].contains(digits.zero) ? "٪" : "%")
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
    /// Braces within a value stay unchanged.
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

extension LanguageCatalog {
    /// Loads languages that have a phrase for every system event.
    package init(folder path: String) throws(LanguageFolderFault) {
        try self.init(LayeredFiles(folder: path), in: "")
    }

    /// - Parameter folder: the folder of the languages within the files.
    package init(_ files: LayeredFiles, in folder: String) throws(LanguageFolderFault) {
        try self.init(files, in: folder, events: SystemAction.described.map(\.rawValue))
    }
}

/// Isolates names and numbers, so that they do not change the direction of the words around them.
enum Isolate {
    /// Wraps a name in first strong isolate … pop directional isolate (UAX #9, 2.4) only if needed,
    /// because the characters would affect a search in plain text.
    static func wrapping(_ name: String, in isRightToLeft: Bool) -> String {
        let scalars = name.unicodeScalars
        let isForeign = scalars.contains { scalar in
            isControl(scalar) || (isRightToLeft ? isLatinLike(scalar) : isArabicLike(scalar))
        }
        guard isForeign else { return name }
        return "\u{2068}" + plain(name) + "\u{2069}"
    }

    /// Removes directional controls: an override or a pop within the name would affect the text
    /// outside.
    static func plain(_ name: String) -> String {
        // All of them begin with this byte. Few names contain it.
        guard name.utf8.contains(0xE2) else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.filter { !isControl($0) }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private static func isArabicLike(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }

    private static func isLatinLike(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && !isArabicLike(scalar)
    }
}

extension Participant {
    /// The name as shown everywhere. An override within it would show another name above bubbles
    /// than in notes, which isolate names.
    package var plainName: String { Isolate.plain(name) }
}

extension String {
    /// Truncates a name before shaping, so that a name of a megabyte is not shaped only to be cut.
    /// A line holds at most 160 characters of four bytes.
    func shortened(toLines lines: Int) -> String {
        let most = String.bytes(inLines: lines)
        guard utf8.count > most else { return self }
        let end = utf8.index(startIndex, offsetBy: most)
        let whole = unicodeScalars.index(before: unicodeScalars.index(after: end))
        return String(self[..<whole]) + "…"
    }

    func cut(to length: Int) -> String {
        let kept = prefix(length)
        return kept.endIndex == endIndex ? self : kept + "…"
    }

    static func bytes(inLines lines: Int) -> Int { 640 * Swift.max(lines, 1) }
}

extension [String] {
    /// The non-empty texts, one per line. A single text is returned without a copy. Most messages
    /// are one text, so a long conversation stores it once.
    var asLines: String {
        let lines = filter { !$0.isEmpty }
        return lines.count == 1 ? lines[0] : lines.joined(separator: "\n")
    }
}

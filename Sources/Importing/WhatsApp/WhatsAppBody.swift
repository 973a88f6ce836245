import Model

/// The content of a message. WhatsApp exports all content as text.
enum WhatsAppBody: Equatable {
    case text(String, isEdited: Bool)
    /// The name of an exported file.
    case file(name: String, title: String?, caption: String)
    /// A file that was not exported.
    case omitted(Attachment.Kind, name: String?, caption: String = "")
    case deleted(text: String)
    case call(Call)
    case poll(Poll)
    case location(Location)
    /// Text that WhatsApp may have written itself, under the name of a person or the group. The
    /// mark alone does not distinguish such a notice from a person's own words.
    case notice(String)
}

/// Determines the content of a text, mostly by its form: the words are in the phone's language.
struct WhatsAppBodyReader {
    let phrases: WhatsAppPhrases
    /// The words for `(file attached)` in this chat's language, learned from unambiguous lines.
    var attachedWords: Set<String> = []
    /// The placeholders of missing files in unknown words, with their angle brackets.
    var omittedWords: Set<String> = []
    /// Returns whether the archive has a file with this name.
    var isThere: (String) -> Bool = { _ in false }

    init(_ phrases: WhatsAppPhrases) { self.phrases = phrases }

    func read(_ raw: String, _ marking: WhatsAppTranscript.Marking) -> WhatsAppBody {
        let (text, isEdited) = phrases.withoutEditMark(raw)
        if marking != .none || mayBeSpecial(text), let special = special(text, marking) {
            return special
        }
        return .text(Marks.unwrapped(text), isEdited: isEdited)
    }

    /// A cheap test, because nearly every message is plain text.
    private func mayBeSpecial(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let last = bytes.last(where: { $0 > 0x20 }) else { return false }
        if last == UInt8(ascii: ">") || last == UInt8(ascii: ")") { return true }
        if bytes.count <= 200, phrases.mayBeSentence(text) { return true }
        // Files with captions, and locations, contain a bracket or an address.
        return text.holds(")\n") || text.holds(">\n") || text.holds("https://")
    }

    private func special(_ text: String, _ marking: WhatsAppTranscript.Marking) -> WhatsAppBody? {
        let plain = Marks.plain(text[...]).trimmingBlanks()
        guard !plain.isEmpty else { return nil }
        if let file = file(in: text.trimmingBlanks()) { return file }
        if let omitted = omitted(plain, isMarked: marking != .none) { return omitted }
        if let poll = WhatsAppPoll.read(plain) { return .poll(poll) }
        if let location = WhatsAppLocation.read(plain, phrases) { return .location(location) }
        if phrases.isDeleted(plain) { return .deleted(text: plain) }
        if let call = WhatsAppCall.read(plain) { return .call(call) }
        if phrases.isLiveLocation(plain) {
            var location = Location()
            location.isLive = true
            return .location(location)
        }
        switch marking {
        case .none: return nil
        case .lineAndText where !isKnownNotice(plain):
            let lineEnd = plain.utf8.firstIndex(of: 0x0A) ?? plain.endIndex
            let first = plain[..<lineEnd].trimmingBlanks()
            let (kind, name) = phrases.omitted(first, isMarked: true) ?? phrases.leftOut(first)
            let caption = plain[lineEnd...].trimmingBlanks()
            return .omitted(kind, name: name, caption: Marks.unwrapped(caption))
        case .text, .lineAndText: return phrases.isWaiting(plain) ? nil : .notice(plain)
        }
    }

    /// Whether a text with both marks, which phones write for files, is a sentence of WhatsApp.
    private func isKnownNotice(_ plain: String) -> Bool {
        guard !phrases.isWaiting(plain) else { return true }
        // The name of a document may contain any words.
        return !plain.holds(" • ") && WhatsAppNotice.event(plain, phrases) != nil
    }

    /// Reads an exported file: the line with its name, and captions before and after.
    private func file(in text: String) -> WhatsAppBody? {
        let lineEnd = text.utf8.firstIndex(of: 0x0A) ?? text.endIndex
        for end in [text.endIndex, lineEnd] {
            guard let open = WhatsAppFileLine.markedBracket(text[..<end]) else { continue }
            let bracket = Marks.plain(text[open..<end])
            guard let (name, _) = WhatsAppFileLine.read(bracket, isMarked: true, by: self)
            else { continue }
            return file(name, before: text[..<open], rest: text[end...])
        }
        let isMarked = WhatsAppFileLine.hasMarkedBracket(String(text[..<lineEnd]))
        let line = Marks.plain(text[..<lineEnd]).trimmingBlanks()
        guard let (name, before) = WhatsAppFileLine.read(line, isMarked: isMarked, by: self)
        else { return nil }
        return file(name, before: before, rest: text[lineEnd...])
    }

    private func file(_ name: String, before: Substring, rest: Substring) -> WhatsAppBody {
        var captions = before.split(separator: "\n", omittingEmptySubsequences: false)
        let title = captions.last.flatMap(WhatsAppFileLine.title)
        if title != nil { captions.removeLast() }
        var after = Marks.plain(rest).trimmingBlanks()
        // Android repeats a document's name, without its extension, on the next line.
        let stem = Path.stem(name)
        if after == stem || after == name {
            after = ""
        } else if after.hasPrefix(stem + "\n") {
            after = String(after.dropFirst(stem.count + 1))
        }
        let caption = [Marks.plain(captions.joined(separator: "\n")[...]).trimmingBlanks(), after]
            .filter { !$0.isEmpty }.joined(separator: "\n")
        return .file(name: name, title: title, caption: Marks.unwrapped(caption))
    }

    private func omitted(_ plain: String, isMarked: Bool) -> WhatsAppBody? {
        guard plain.utf8.count <= 200 else { return nil }
        var inner = plain[...]
        let isBracketed = plain.hasPrefix("<") && plain.hasSuffix(">")
        if isBracketed { inner = plain.dropFirst().dropLast() }
        if let (kind, name) = phrases.omitted(String(inner), isMarked: isMarked) {
            return .omitted(kind, name: name)
        }
        guard isBracketed else { return nil }
        if phrases.isMediaOmitted(inner) { return .omitted(.file, name: nil) }
        // A person may have typed the same words.
        return omittedWords.contains(plain) ? .omitted(.file, name: nil, caption: plain) : nil
    }
}

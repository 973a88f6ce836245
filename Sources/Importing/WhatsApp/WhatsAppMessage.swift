import Basics
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

/// The files of an export, by the names in its lines.
struct WhatsAppFiles {
    let index: FileIndex
    /// The chat's own file. The media are in the same folder.
    let document: String
    /// Whether the export has no other chat, so that its media may be in any folder.
    let isOnlyChat: Bool

    fileprivate func path(_ name: String) -> String? {
        index.resolve(name, from: document) ?? (isOnlyChat ? index.resolve(name) : nil)
    }
}

extension WhatsAppBody {
    func fill(_ record: inout Record, _ files: WhatsAppFiles, _ phrases: WhatsAppPhrases) {
        switch self {
        case .text(let text, let isEdited):
            record.message.body = Body.whatsApp(text)
            if isEdited { record.message.details.edited = Edited() }
        case .file(let name, let title, let caption):
            record.message.body = Body.whatsApp(caption)
            record.files = [WhatsAppFileName.file(name, title, at: files.path(name))]
        case .omitted(let kind, let name, let caption):
            if !caption.isEmpty { record.message.body = Body.whatsApp(caption) }
            record.files = [RecordFile(kind)]
            record.files[0].attachment.name = name
        case .deleted(let text):
            record.message.details.deleted = Deleted()
            record.message.details.deleted?.by = phrases.deletingAdmin(text)
        case .call(let call): record.becomeCall(call)
        case .poll(let poll): record.message.details.poll = poll
        case .location(let location): record.message.details.location = location
        case .notice(let text): record.message.body = Body.plain(text)
        }
    }
}

/// The names that WhatsApp gives to files.
enum WhatsAppFileName {
    fileprivate static func file(_ name: String, _ title: String?, at path: String?) -> RecordFile {
        let shown = shown(name)
        var file = RecordFile(Attachment(kind: kind(of: name)), at: .beside(path ?? name))
        file.attachment.name = shown
        if let title, title != shown, title != Path.stem(shown) {
            file.attachment.title = CleanText.line(title)
        }
        file.isContactCard = file.attachment.kind == .contact
        return file
    }

    /// Removes the number that iPhones prepend to documents and contacts: `00000014-notes.pdf`.
    private static func shown(_ name: String) -> String {
        let digits = name.utf8.prefix(while: ASCII.isDigit)
        guard digits.count == 8, name.utf8.dropFirst(8).first == UInt8(ascii: "-"),
            !WhatsAppFileLine.isOwnName(name[...])
        else { return name }
        return String(name.dropFirst(9))
    }

    /// Returns the kind according to WhatsApp's file naming, or otherwise the extension. iPhones
    /// distinguish voice notes from audio files only by their format.
    static func kind(of name: String) -> Attachment.Kind {
        let byExtension = FileKind.kind(name: name)
        let parts = name.split(separator: "-", maxSplits: 2)
        guard parts.count >= 2, WhatsAppFileLine.isOwnName(name[...]) else {
            if name.holds("-PHOTO-") { return .image }
            return Path.fileExtension(name) == "webp" ? .sticker : byExtension
        }
        let word = parts[0].utf8.allSatisfy(ASCII.isDigit) ? parts[1] : parts[0]
        switch word {
        case "IMG", "PHOTO": return .image
        case "VID", "VIDEO": return .video
        case "PTT": return .voice
        case "AUD": return .audio
        case "AUDIO": return byExtension == .voice ? .voice : .audio
        case "GIF": return .gif
        case "STK", "STICKER": return .sticker
        default: return byExtension
        }
    }
}

/// Lines that name an exported file, in the formats of all phones:
///
///     <attached: 00000001-PHOTO-2019-01-01-12-00-00.jpg>
///     plan • 2 pages <attached: 00000002-plan.pdf>
///     2015-08-04-PHOTO-00004762.jpg <attached>
///     IMG-20190101-WA0000.jpg (file attached)
enum WhatsAppFileLine {
    /// Returns the file's name and the text before its bracket, or nil for any other line.
    ///
    /// - Parameter isMarked: whether the line had a direction mark beside its bracket.
    static func read(
        _ line: String, isMarked: Bool, by reader: WhatsAppBodyReader
    ) -> (name: String, before: Substring)? {
        switch line.utf8.last {
        case UInt8(ascii: ">"):
            bracketed(line).flatMap { file in
                // A person may have typed `main.c <edit this>` or `<see: notes.txt>`.
                isMarked || isNumbered(file.name) || reader.isThere(file.name) ? file : nil
            }
        case UInt8(ascii: ")"): parenthesized(line, by: reader).map { ($0, "") }
        default: nil
        }
    }

    /// Returns the start of the bracket at the end of a text, if a mark precedes the bracket. Only
    /// such a bracket may follow a caption of several lines.
    static func markedBracket(_ text: Substring) -> Substring.Index? {
        let bytes = text.utf8
        guard bytes.last == UInt8(ascii: ">"), let open = bytes.lastIndex(of: UInt8(ascii: "<")),
            directionMarks.contains(where: text[..<open].hasSuffix)
        else { return nil }
        return open
    }

    /// Returns whether a direction mark is directly before or after an opening bracket.
    static func hasMarkedBracket(_ text: String) -> Bool {
        directionMarks.contains { text.holds($0 + "<") || text.holds("<" + $0) }
    }

    /// The marks before the texts that iPhones generate, in both directions of writing.
    private static let directionMarks = ["\u{200E}", "\u{200F}"]

    /// Returns a document's title, which precedes the dot and the mark in `plan • 2 pages`.
    static func title(_ line: Substring) -> String? {
        let dots = directionMarks.lazy.compactMap { line.place(of: " \u{2022} " + $0) }
        guard let dot = dots.first else { return nil }
        return Marks.plain(line[..<dot.lowerBound]).trimmingBlanks().nonEmpty
    }

    /// Returns whether a name has the form of WhatsApp's generated names, which are unambiguous.
    static func isOwnName(_ name: Substring) -> Bool {
        let parts = name.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
        if parts.count >= 3, ownPrefixes.contains(parts[0]), parts[1].count == 8,
            parts[1].utf8.allSatisfy(ASCII.isDigit), parts[2].hasPrefix("WA")
        {
            return true
        }
        return parts.count >= 2 && parts[0].count == 8
            && parts[0].utf8.allSatisfy(ASCII.isDigit) && ownPrefixes.contains(parts[1])
    }

    /// Returns whether a name has the number that iPhones give to every file.
    static func isNumbered(_ name: String) -> Bool {
        let digits = name.utf8.prefix(while: ASCII.isDigit)
        if digits.count == 8, name.utf8.dropFirst(8).first == UInt8(ascii: "-") { return true }
        return name.split(separator: "-").dropLast().contains(where: ownPrefixes.contains)
    }

    private static let ownPrefixes: Set<Substring> = [
        "IMG", "VID", "PTT", "AUD", "GIF", "STK", "DOC", "PHOTO", "VIDEO", "AUDIO", "STICKER",
    ]

    private static func bracketed(_ line: String) -> (name: String, before: Substring)? {
        guard let open = line.utf8.lastIndex(of: UInt8(ascii: "<")) else { return nil }
        let inner = line[line.utf8.index(after: open)...].dropLast()
        if let colon = colon(in: inner) {
            let name = inner[colon.upperBound...].trimmingBlanks()
            let word = inner[..<colon.lowerBound]
            guard word.utf8.count <= 60, hasExtension(name[...]) else { return nil }
            return (name, line[..<open])
        }
        // In the older format, the name precedes the brackets and has no spaces.
        let name = line[..<open].trimmingBlanks()
        guard hasExtension(name[...]), !name.utf8.contains(0x20), inner.utf8.count <= 60 else {
            return nil
        }
        return (name, "")
    }

    /// Returns the place of the colon between the words and the file's name. Chinese has a wide one
    /// without a space.
    static func colon(in bracket: Substring) -> Range<Substring.Index>? {
        bracket.place(of: ": ") ?? bracket.place(of: "\u{FF1A}")
    }

    private static func parenthesized(_ line: String, by reader: WhatsAppBodyReader) -> String? {
        guard let (name, words) = parts(line) else { return nil }
        if isOwnName(name) { return String(name) }
        // `Good news.see (for Matt)` has the same form: only known words or an existing file
        // confirm a name.
        guard hasExtension(name) else { return nil }
        let isKnown =
            reader.attachedWords.contains(String(words)) || reader.phrases.isAttached(words)
        return isKnown || reader.isThere(String(name)) ? String(name) : nil
    }

    /// Splits `name (words)`.
    static func parts(_ line: String) -> (name: Substring, words: Substring)? {
        guard line.utf8.last == UInt8(ascii: ")"),
            let open = line.utf8.lastIndex(of: UInt8(ascii: "(")), open > line.startIndex
        else { return nil }
        let name = line[..<line.utf8.index(before: open)]
        guard line.utf8[line.utf8.index(before: open)] == 0x20, !name.isEmpty else { return nil }
        return (name, line[line.utf8.index(after: open)...].dropLast())
    }

    /// Returns whether a name ends with a dot and one to five letters or digits.
    private static func hasExtension(_ name: Substring) -> Bool {
        let bytes = name.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return false
        }
        let ending = bytes[bytes.index(after: dot)...]
        return (1...5).contains(ending.count)
            && ending.allSatisfy(ASCII.isAlphanumeric)
    }
}

/// Calls in English exports: `Missed voice call`, `Video call, 3 min`.
enum WhatsAppCall {
    static func read(_ text: String) -> Call? {
        guard text.utf8.count <= 80, mayBeCall(text) else { return nil }
        var words = text.lowercased()[...]
        var call = Call()
        for miss in ["missed ", "silenced "] where words.hasPrefix(miss) {
            words = words.dropFirst(miss.count)
            call.outcome = .missed
            call.direction = .in
        }
        if words.hasPrefix("group ") { words = words.dropFirst(6) }
        if words.hasPrefix("video call") {
            call.isVideo = true
        } else if !words.hasPrefix("voice call") {
            return nil
        }
        let rest = words.dropFirst(10)
        if rest.isEmpty || rest.hasPrefix(" at ") || rest == "." {
            return call.outcome == nil ? nil : call
        }
        guard rest.hasPrefix(", ") else { return nil }
        return finish(&call, String(rest.dropFirst(2)))
    }

    /// Checks the first letter against those of `missed`, `silenced`, `group`, `video` and `voice`.
    private static func mayBeCall(_ text: String) -> Bool {
        switch (text.utf8.first ?? 0) | 0x20 {
        case UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(ascii: "g"), UInt8(ascii: "v"): true
        default: false
        }
    }

    private static func finish(_ call: inout Call, _ end: String) -> Call? {
        if end.hasPrefix("tap to call back") { return call }
        if end.hasPrefix("no answer") {
            call.outcome = .unanswered
            call.direction = .out
            return call
        }
        let parts = end.split(separator: " ")
        guard parts.count.isMultiple(of: 2), parts.count >= 2 else { return nil }
        var seconds = 0.0
        for index in stride(from: 0, to: parts.count, by: 2) {
            guard let value = Double(parts[index]), value < 1e6 else { return nil }
            switch parts[index + 1].prefix(1) {
            case "s": seconds += value
            case "m": seconds += value * 60
            case "h": seconds += value * 3600
            default: return nil
            }
        }
        call.outcome = .answered
        call.duration = seconds
        return call
    }
}

/// A location: its name in one of the app's forms, with a map's address at the very end. With any
/// other text before the address, the message is a person's own words, which a location cannot
/// hold.
///
///     Lookout (North Park): https://maps.google.com/?q=60.1699,24.9384
///     Town Hall⏎Main Square, Springfield⏎location: https://maps.google.com/?q=40.5,-80.25
enum WhatsAppLocation {
    static func read(_ text: String, _ phrases: WhatsAppPhrases) -> Location? {
        guard let link = text.place(of: "https://maps.google.com/?q=") else {
            return venue(text)
        }
        let pair = text[link.upperBound...].split(separator: ",", omittingEmptySubsequences: false)
        guard pair.count == 2, let latitude = Double(pair[0]), let longitude = Double(pair[1]),
            (-90...90).contains(latitude), (-180...180).contains(longitude),
            var location = named(text[..<link.lowerBound], phrases)
        else { return nil }
        location.latitude = latitude
        location.longitude = longitude
        return location
    }

    /// Reads a Foursquare venue, which has no coordinates.
    private static func venue(_ text: String) -> Location? {
        guard let link = text.place(of: ": https://foursquare.com/v/"),
            !text[link.upperBound...].utf8.contains(where: { $0 <= 0x20 })
        else { return nil }
        return place(String(text[..<link.lowerBound]))
    }

    /// Returns a location with the name that precedes its address, or nil if the text has none of
    /// the app's forms.
    private static func named(_ before: Substring, _ phrases: WhatsAppPhrases) -> Location? {
        var location = Location()
        var lines = before.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingBlanks() }
        guard let last = lines.popLast() else { return nil }
        if last.isEmpty { return lines.isEmpty ? location : nil }
        guard last.hasSuffix(":") else { return nil }
        let label = last.dropLast().trimmingBlanks()
        lines.removeAll(where: \.isEmpty)
        guard lines.isEmpty else {
            // Android's name and area. A word other than its label was typed.
            guard phrases.isLocation(label) else { return nil }
            location.name = lines.removeFirst()
            if !lines.isEmpty { location.address = lines.joined(separator: ", ") }
            return location
        }
        if let place = place(label) { return place }
        if label == "Location" {
            // iOS writes a live location without a name, as this word only.
            location.isLive = true
        } else if !phrases.isLocation(label) {
            guard !label.utf8.contains(0x20) else { return nil }
            if !label.isEmpty { location.name = label }
        }
        return location
    }

    /// Reads `Name (Area)`.
    private static func place(_ label: String) -> Location? {
        guard !label.utf8.contains(0x0A), let (name, area) = WhatsAppFileLine.parts(label) else {
            return nil
        }
        return Location(name: String(name), address: area == name ? nil : String(area))
    }
}

/// Polls: a word in capitals with a colon, the question, then `OPTION: text (3 votes)` lines.
///
/// Polls are recognized by their form, because both words and `votes` are translated.
enum WhatsAppPoll {
    static func read(_ text: String) -> Poll? {
        guard text.utf8.contains(UInt8(ascii: "(")) else { return nil }
        let lines = text.split(separator: "\n").map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
        guard lines.count >= 3, let head = lines.first, isCapitals(head), head.hasSuffix(":") else {
            return nil
        }
        var poll = Poll()
        var question: [String] = []
        for line in lines.dropFirst() {
            if let option = option(line) {
                poll.options.append(option)
            } else if poll.options.isEmpty {
                question.append(line)
            } else {
                // The second line of a long answer ends with the votes. Such polls are not
                // recognized.
                return nil
            }
        }
        guard !poll.options.isEmpty, !question.isEmpty else { return nil }
        poll.question = question.joined(separator: "\n")
        return poll
    }

    private static func option(_ line: String) -> Poll.Option? {
        guard let colon = line.place(of: ": "), isCapitals(String(line[..<colon.lowerBound])),
            let (text, votes) = WhatsAppFileLine.parts(String(line[colon.upperBound...]))
        else { return nil }
        let words = votes.split(separator: " ")
        guard words.count == 2, let count = words.compactMap({ Int($0) }).first,
            (0...1_000_000_000).contains(count)
        else {
            return nil
        }
        var option = Poll.Option(text: text.trimmingBlanks())
        option.votes = count
        return option
    }

    private static func isCapitals(_ word: String) -> Bool {
        let letters = word.hasSuffix(":") ? word.dropLast() : word[...]
        guard !letters.isEmpty, letters.utf8.count <= 40 else { return false }
        return letters.uppercased() == letters && !letters.utf8.contains(UInt8(ascii: ":"))
    }
}

/// The meaning of a system text in English.
enum WhatsAppNotice {
    /// Returns nil if the text contains no known phrase. The actor precedes the phrase, and the
    /// affected person follows it.
    static func event(_ text: String, _ phrases: WhatsAppPhrases) -> SystemEvent? {
        guard text.utf8.count <= 1024 else { return nil }
        // Phones write either apostrophe.
        let plain = text.holds("\u{2019}") ? text.replacing("\u{2019}", with: "'") : text
        let bytes = ByteSet(plain)
        for notice in phrases.notices where bytes.holds(notice.bytes) {
            guard let place = plain.place(of: notice.says) else { continue }
            let action = notice.event
            if action == .memberLeft, !plain.hasSuffix(" left"), !plain.hasSuffix(" left.") {
                continue
            }
            return event(
                action, before: plain[..<place.lowerBound], after: plain[place.upperBound...])
        }
        return nil
    }

    private static func event(
        _ action: SystemAction, before: Substring, after: Substring
    ) -> SystemEvent {
        var event = SystemEvent(action: action.rawValue)
        let name = before.trimmingBlanks()
        switch action {
        case .memberAdded, .memberRemoved:
            let others = after.trimmingBlanks()
            if others.isEmpty {
                event.targets = [name]
            } else {
                event.actors = [name]
                event.targets = others.components([",", " and "])
            }
        case .memberJoined, .memberLeft, .groupCreated, .titleChanged, .photoChanged,
            .photoRemoved, .descriptionChanged, .settingsChanged:
            event.actors = name.isEmpty ? [] : [name]
        default: break
        }
        return event
    }

    /// Returns the quoted name in a text about creating or renaming a group.
    static func groupName(_ text: String, action: String) -> String? {
        let isCreation = action == SystemAction.groupCreated.rawValue
        guard isCreation || action == SystemAction.titleChanged.rawValue else { return nil }
        let quotes: Set<Character> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]
        let parts = text.split(omittingEmptySubsequences: false) { quotes.contains($0) }
        return parts.count >= 3 ? String(parts[parts.count - 2]) : nil
    }
}

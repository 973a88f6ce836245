import Model

/// The lines of one message in a text file, sorted by meaning.
struct IMessageBlock {
    private(set) var isReply = false
    private(set) var isDeleted = false
    /// The lines of the replies below the message.
    private(set) var replies: [[String]] = []
    private var unsent: String?
    private var effect: String?
    private var reactions: [(name: String, emoji: String)] = []
    private var body: [String] = []
    private var versions: [Edited.Version] = []
    private var files: [RecordFile] = []
    private var missing = 0
    private var payment: Payment?

    init(_ lines: ArraySlice<String>, sender: String, clock: (CivilTime) -> Moment) {
        var lines = lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        var isTapbacks = false
        var index = lines.startIndex
        while index < lines.endIndex {
            let line = lines[index]
            index += 1
            let inner = line.hasPrefix("    ") ? String(line.dropFirst(4)) : nil
            if let inner, Self.isReply(inner) {
                replies.append([inner])
            } else if !replies.isEmpty, line != IMessageWords.replied {
                // Replies are last. Only the first line of their text may be indented.
                replies[replies.count - 1].append(inner ?? line)
            } else if Self.isHeading(line, before: lines[index...]) {
                isTapbacks = true
            } else if let inner {
                if isTapbacks, let tapback = IMessageWords.tapback(inner) {
                    reactions.append(tapback)
                } else {
                    body.append(line)
                }
            } else {
                if !line.isEmpty { isTapbacks = false }
                if index > lines.startIndex + 1, let effect = IMessageWords.effect(line),
                    Self.endsText(lines[index...])
                {
                    self.effect = effect
                } else {
                    read(line, sender, clock)
                }
            }
        }
    }

    /// Returns whether a line is the heading of tapbacks, and not text.
    private static func isHeading(_ line: String, before rest: ArraySlice<String>) -> Bool {
        guard line == "Tapbacks:" || line == "Reactions:", let next = rest.first else {
            return false
        }
        return next.hasPrefix("    ") && IMessageWords.tapback(String(next.dropFirst(4))) != nil
    }

    /// Returns whether the text of a message ends before some lines.
    private static func endsText(_ rest: ArraySlice<String>) -> Bool {
        guard let index = rest.firstIndex(where: { !$0.isEmpty }) else { return true }
        let next = rest[index]
        return next == IMessageWords.replied || isHeading(next, before: rest[(index + 1)...])
            || next.hasPrefix("    ") && isReply(String(next.dropFirst(4)))
    }

    /// Returns whether a message begins at a line. The first version of an edited text has a time,
    /// too.
    private static func isReply(_ line: String) -> Bool {
        IMessageTime.header(line[...]).map {
            $0.rest.isEmpty || $0.rest.hasPrefix("(Read by ")
        } ?? false
    }

    private mutating func read(_ line: String, _ sender: String, _ clock: (CivilTime) -> Moment) {
        if line == IMessageWords.deleted {
            isDeleted = true
        } else if line == IMessageWords.replied {
            isReply = true
        } else if line == "Attachment missing!" {
            missing += 1
        } else if line.hasPrefix("Transcription: "), let last = files.indices.last {
            files[last].attachment.transcript = CleanText.clean(String(line.dropFirst(15)))
        } else if IMessageWords.isUnsent(line, by: sender) {
            unsent = line
        } else if let payment = IMessageWords.payment(line) {
            self.payment = payment
        } else if line.hasPrefix("Sticker from ") || line.hasPrefix("Sticker From ") {
            let path = line.drop { $0 != ":" }.dropFirst().trimmingBlanks()
            files.append(Self.file(Self.withoutNote(path), .sticker))
        } else if Self.isPath(line) {
            files.append(Self.file(line))
        } else {
            readText(line, clock)
        }
    }

    /// Reads a line of plain text, or a version of an edited message.
    private mutating func readText(_ line: String, _ clock: (CivilTime) -> Moment) {
        if body.isEmpty, versions.isEmpty, let header = IMessageTime.header(line[...]),
            !header.rest.isEmpty
        {
            versions.append(Edited.Version(at: clock(header.time), text: String(header.rest)))
        } else if !versions.isEmpty, line.hasPrefix("Edited "),
            let later = line.place(of: " later: ")
        {
            let words = line[..<later.lowerBound].dropFirst(7)
            let before = versions.last?.at
            let at = IMessageTime.duration(words).flatMap { seconds in
                before.map { Moment(milliseconds: $0.milliseconds + seconds * 1000) }
            }
            versions.append(Edited.Version(at: at, text: String(line[later.upperBound...])))
        } else if !versions.isEmpty {
            versions[versions.count - 1].text += "\n" + line
        } else {
            body.append(line)
        }
    }

    /// Returns whether a line is a path: `attachments/3/12.jpeg`, `/Users/…/IMG.heic`,
    /// `~/Library/…`.
    private static func isPath(_ line: String) -> Bool {
        let isRooted =
            line.hasPrefix("/") || line.hasPrefix("~/") || line.hasPrefix("attachments/")
            || line.hasPrefix("./") || line.holds("/attachments/")
        let ending = Path.fileExtension(line)
        return isRooted && (1...8).contains(ending.utf8.count) && line.utf8.count <= 1024
            && !ending.utf8.contains(0x20)
    }

    private static func file(_ path: String, _ kind: Attachment.Kind? = nil) -> RecordFile {
        RecordFile(
            kind ?? FileKind.kind(name: path), named: Path.lastName(path), at: .beside(path))
    }

    /// Removes a note such as `(App: Memoji)` at the end.
    private static func withoutNote(_ path: String) -> String {
        guard let note = path.place(of: " (") else { return path }
        return String(path[..<note.lowerBound])
    }

    func fill(_ record: inout Record) {
        record.message.body = Body.plain(body.joined(separator: "\n").trimmingBlanks())
        if let last = versions.last {
            record.message.body = Body.plain(last.text)
            record.message.details.edited = Edited(
                at: versions.count > 1 ? last.at : nil,
                history: versions.dropLast().map {
                    Edited.Version(at: $0.at, text: CleanText.clean($0.text))
                })
        }
        let absent = RecordFile(.file, at: .missing("Attachment missing"))
        record.files = files + Array(repeating: absent, count: missing)
        record.message.details.reactions = Reaction.grouped(reactions)
        record.message.details.effect = effect.map(CleanText.line)
        record.message.details.payment = payment
        if isDeleted || unsent != nil {
            record.message.details.deleted = Deleted(at: nil, reason: unsent.map(CleanText.line))
        }
    }
}

import Model

/// The lines of one message in a text file, sorted by meaning.
struct IMessageBlock {
    struct Reply {
        var time: String
        var sender: String
        var text: String
    }

    private(set) var isReply = false
    private(set) var isDeleted = false
    private(set) var replies: [Reply] = []
    private var unsent: String?
    private var effect: String?
    private var reactions: [(name: String, emoji: String)] = []
    private var body: [String] = []
    private var versions: [Edited.Version] = []
    private var files: [(path: String, kind: Attachment.Kind?, transcript: String?)] = []
    private var missing = 0
    private var payment: Payment?

    /// The first line. The two copies of a reply are matched by it.
    private(set) var firstLine = ""

    init(_ lines: ArraySlice<String>, clock: (CivilTime) -> Moment) {
        var lines = lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        firstLine = lines.first ?? ""
        var isTapbacks = false
        var index = lines.startIndex
        while index < lines.endIndex {
            let line = lines[index]
            index += 1
            if line == "Tapbacks:" || line == "Reactions:" {
                isTapbacks = true
            } else if line.hasPrefix("    ") {
                let inner = String(line.dropFirst(4))
                if IMessageTime.header(inner[...]) != nil {
                    isTapbacks = false
                    readReply(inner, lines[index...])
                } else if isTapbacks, let tapback = IMessageWords.tapback(inner) {
                    reactions.append(tapback)
                } else if replies.isEmpty {
                    body.append(line)
                }
            } else {
                if !line.isEmpty { isTapbacks = false }
                read(line, clock)
            }
        }
    }

    private mutating func readReply(_ time: String, _ rest: ArraySlice<String>) {
        let lines = rest.prefix(2).map { $0.dropFirst(4) }
        guard let sender = lines.first else { return }
        replies.append(
            Reply(
                time: time, sender: String(sender).trimmingBlanks(),
                text: lines.count > 1 ? String(lines[1]) : ""))
    }

    private mutating func read(_ line: String, _ clock: (CivilTime) -> Moment) {
        if line == IMessageWords.deleted {
            isDeleted = true
        } else if line == IMessageWords.replied {
            isReply = true
        } else if line.hasPrefix("Sent with "), line.utf8.count <= 40 {
            effect = String(line.dropFirst(10))
        } else if line == "Attachment missing!" {
            missing += 1
        } else if line.hasPrefix("Transcription: "), let last = files.indices.last {
            files[last].transcript = String(line.dropFirst(15))
        } else if IMessageWords.isUnsent(line) {
            unsent = line
        } else if let payment = IMessageWords.payment(line) {
            self.payment = payment
        } else if line.hasPrefix("Sticker from ") || line.hasPrefix("Sticker From ") {
            let path = line.drop { $0 != ":" }.dropFirst().trimmingBlanks()
            files.append((Self.withoutNote(path), .sticker, nil))
        } else if Self.isPath(line) {
            files.append((line, nil, nil))
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

    /// Removes a note such as `(App: Memoji)` at the end.
    private static func withoutNote(_ path: String) -> String {
        guard let note = path.place(of: " (") else { return path }
        return String(path[..<note.lowerBound])
    }

    func fill(
        _ message: inout Message, file: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        message.body = Body.plain(body.joined(separator: "\n").trimmingBlanks())
        if let last = versions.last {
            message.body = Body.plain(last.text)
            var edited = Edited()
            edited.at = versions.count > 1 ? last.at : nil
            edited.history = versions.dropLast().map {
                Edited.Version(at: $0.at, text: CleanText.clean($0.text))
            }
            message.details.edited = edited
        }
        for entry in files {
            var attachment = Attachment(kind: entry.kind ?? FileKind.kind(name: entry.path))
            attachment.transcript = entry.transcript.map(CleanText.clean)
            attachment.name = CleanText.line(Path.lastName(entry.path))
            try builder.attach(entry.path, to: &attachment, from: &sources, document: file)
            message.attachments.append(attachment)
        }
        for _ in 0..<missing {
            var attachment = Attachment(kind: .file)
            builder.miss(&attachment, "Attachment missing")
            message.attachments.append(attachment)
        }
        message.details.reactions = Reaction.grouped(reactions)
        message.details.effect = effect.map(CleanText.line)
        message.details.payment = payment
        if isDeleted || unsent != nil {
            message.details.deleted = Deleted()
            message.details.deleted?.reason = unsent.map(CleanText.line)
        }
    }
}

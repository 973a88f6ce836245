import Model

/// Element's plain text: `TIME - NAME: TEXT` lines. The time is in words of the user's language.
struct MatrixText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static let fileNote = [" (File Attached)", " (Media omitted)"]

    /// Returns whether a file has a name that Element gives its exports, or lines that begin with a
    /// date in words.
    static func isOne(_ file: Probe.File) -> Bool {
        let name = Path.lastName(file.name)
        let isNamed = name.hasPrefix("matrix - ") && name.holds("Chat Export")
        let lines = Lines(TextFile.decode(file.head).bytes).prefix(200)
        let text = TextFile.decode(file.head).bytes
        var stamped = 0
        var isOfMatrix = file.contains(": <@") || file.contains(" (File Attached)")
        for range in lines {
            let line = String(decoding: text[range].prefix(400), as: UTF8.self)
            guard let parts = parts(line), isWordy(parts.stamp) else { continue }
            stamped += 1
            // A sender without a name is shown by ID, `@ana:chat.example`.
            if parts.name.hasPrefix("@"), parts.name.contains(":") { isOfMatrix = true }
        }
        return isNamed ? stamped > 0 : stamped > 1 && isOfMatrix
    }

    private static func isWordy(_ stamp: Substring) -> Bool {
        let words = stamp.split { $0 == " " || $0 == "," }
        let letters = words.filter { $0.count > 2 && $0.allSatisfy(\.isLetter) }
        return letters.count >= 2 && stamp.holds(":")
    }

    /// Splits `Thu, Nov 17, 2022, 16:58:32 - Ana: hello`.
    private static func parts(
        _ line: String
    ) -> (stamp: Substring, name: String, text: String)? {
        guard let dash = line.place(of: " - "), line[..<dash.lowerBound].utf8.count <= 100,
            line[..<dash.lowerBound].utf8.count >= 10
        else { return nil }
        let rest = line[dash.upperBound...]
        guard let colon = rest.place(of: ": ") else { return nil }
        let name = rest[..<colon.lowerBound].trimmingBlanks()
        guard !name.isEmpty, name.utf8.count <= 200 else { return nil }
        return (line[..<dash.lowerBound], name, String(rest[colon.upperBound...]))
    }

    func fill(_ builder: inout ConversationBuilder) throws(ImportError) {
        var open: (at: Moment?, name: String, text: String)?
        var early = 0
        for range in Lines(bytes) {
            let line = String(decoding: bytes[range], as: UTF8.self)
            let parts = Self.parts(line)
            let at = parts.flatMap { PageTime.moment(String($0.stamp), &builder.clock) }
            guard let parts, at != nil || Self.isWordy(parts.stamp) else {
                if open == nil, !line.trimmingBlanks().isEmpty { early += 1 }
                open?.text += "\n" + line
                continue
            }
            if let open { try builder.add(Self.record(open)) }
            open = (at, parts.name, parts.text)
        }
        if let open { try builder.add(Self.record(open)) }
        builder.warn(linesBeforeFirstMessage: early)
        builder.warn(untimed: "message")
    }

    private static func record(_ entry: (at: Moment?, name: String, text: String)) -> Record {
        var record = Record(at: entry.at, from: Record.Person(key: entry.name))
        var text = entry.text.trimmingBlanks()
        // A reply: `<@ben:example.org "start of what is quoted"> answer`.
        if text.hasPrefix("<@"), let end = text.place(of: "\"> ") {
            let head = text[..<end.lowerBound]
            if let quote = head.place(of: " \"") {
                let id = head[..<quote.lowerBound].dropFirst(2).prefix { $0 != ":" }
                record.message.details.replyTo = Reply(
                    from: CleanText.line(String(id)),
                    text: CleanText.clean(String(head[quote.upperBound...])))
                text = text[end.upperBound...].trimmingBlanks()
            }
        }
        if let note = fileNote.first(where: text.hasSuffix) {
            let name = text.dropLast(note.count).trimmingBlanks()
            record.files = [RecordFile(named: name.nonEmpty)]
        } else {
            record.message.body = Body.plain(text)
        }
        return record
    }

    /// Removes the quoted message that replies begin with, in `> <@ben:example.org> …` lines.
    static func withoutFallback(_ body: String) -> String {
        guard body.hasPrefix("> <@") || body.hasPrefix("> * <@") else { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines.drop { $0.hasPrefix(">") }
        return rest.drop { $0.isEmpty }.joined(separator: "\n")
    }
}

import Model

/// LINE's "Export chat history": a text file of days and lines, whose columns are separated by tabs
/// or, from a computer, by spaces.
enum Line {
    static let importer = Importer(
        name: "line", title: "LINE",
        summary: "the text of \u{201C}Export chat history\u{201D}, from a phone or a computer",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let chats = probe.files.compactMap { file in
            confidence(in: file).map { (file: file.name, confidence: $0) }
        }
        guard let best = chats.map(\.confidence).max() else { return nil }
        let others = probe.unexamined { Path.fileExtension($0) == "txt" && isNamed($0) }
        return Claim(best, chats.map(\.file) + others)
    }

    private static func confidence(in file: Probe.File) -> Confidence? {
        guard file.shape == nil, Path.fileExtension(file.name) != "html" else { return nil }
        let bytes = TextFile.decode(file.head).bytes
        let transcript = LineTranscript(bytes)
        guard !transcript.entries.isEmpty else { return nil }
        if isNamed(file.name) || LineHeading(firstLine(of: bytes)) != nil { return .certain }
        let tabbed = transcript.entries.count { $0.hasTabs }
        let isLikely =
            tabbed * 2 > transcript.entries.count && transcript.days > 0 && transcript.stray <= 2
        return isLikely ? .likely : nil
    }

    private static func isNamed(_ file: String) -> Bool {
        Path.lastName(file).hasPrefix("[LINE]")
    }

    private static func firstLine(of bytes: [UInt8]) -> String {
        var lines = Lines(bytes)
        return lines.next().map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        func name(of file: String) -> String? {
            let line = firstLine(of: sources.head(of: file))
            return (LineHeading(line) ?? LineHeading(Path.stem(file)))?.name
        }
        try builder.chooseFile(claim.files, name: name) { file, builder throws(ImportError) in
            let text = try sources.decoded(file)
            let heading = LineHeading(firstLine(of: text)) ?? LineHeading(Path.stem(file))
            builder.conversation.service = .line
            builder.conversation.title = heading.map { CleanText.line($0.name) }
            try LineChat(transcript: LineTranscript(text), heading: heading).fill(&builder)
        }
    }
}

/// The first line of an export, or its file name, which names the chat.
struct LineHeading {
    let name: String
    /// Whether the chat is a group, or nil if the heading does not say.
    let isGroup: Bool?

    private static let openings: [(String, isGroup: Bool)] = [
        ("Chat history with ", false), ("Chat history in ", true), ("与", false), ("與", false),
        ("ประวัติการแชทกับ ", false),
    ]

    private static let endings: [(String, isGroup: Bool)] = [
        ("とのトーク履歴", false), ("のトーク履歴", true), ("的聊天记录", true), ("的聊天記錄", true),
    ]

    init?(_ line: String) {
        let plain = Marks.plain(line[...]).trimmingBlanks()
        guard plain.hasPrefix("[LINE]") else { return nil }
        var name = plain.dropFirst(6).trimmingBlanks()
        var isGroup: Bool?
        if let ending = Self.endings.first(where: { name.hasSuffix($0.0) }) {
            name = String(name.dropLast(ending.0.count))
            isGroup = ending.isGroup
        }
        if let opening = Self.openings.first(where: { name.hasPrefix($0.0) }) {
            name = String(name.dropFirst(opening.0.count))
            isGroup = opening.isGroup
        }
        guard !name.isEmpty else { return nil }
        self.name = name
        self.isGroup = isGroup
    }
}

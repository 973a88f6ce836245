import Conversation
import Markup

/// Logs of IRC: irssi, WeeChat, ZNC, mIRC, HexChat.
enum IRC {
    static let importer = Importer(
        name: "irc", title: "IRC",
        summary: "logs of irssi, WeeChat, ZNC, mIRC and HexChat, one file or one a day",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
            guard file.shape == nil, !file.begins(with: "<!"), !file.begins(with: "<html") else {
                return false
            }
            var log = IRCLog()
            var lines = 0
            var known = 0
            for range in Lines(file.head).prefix(400) where !range.isEmpty {
                lines += 1
                if log.read(IRCText.decode(file.head[range])) != nil || log.wasHeading {
                    known += 1
                }
            }
            return known >= 2 && known * 10 >= lines * 8 && log.hasNicks
        }
        guard !files.isEmpty else { return nil }
        let names = probe.isArchive ? files.map(\.name).sorted() : [files[0].name]
        return Claim(.likely, names)
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var timeless = 0
        builder.conversation.service = .irc
        builder.conversation.kind = .group
        for file in claim.files {
            var log = IRCLog(day: DayInName.day(Path.stem(file)))
            let raw = try sources.document(file)
            let bytes = raw.starts(with: [0xFF, 0xFE]) ? TextFile.decode(raw).bytes : raw
            for range in Lines(bytes) where !range.isEmpty {
                guard let entry = log.read(IRCText.decode(bytes[range])) else { continue }
                try add(entry, &timeless, &builder)
            }
            if builder.conversation.title == nil {
                builder.conversation.title = log.channel.map(CleanText.line)
            }
        }
        if timeless > 0 {
            let lines = WarningText.count(timeless, "line")
            builder.warn(.badTime, "\(lines) of a day that neither the log nor its name tells")
        }
    }

    private static func add(
        _ entry: IRCLog.Entry, _ timeless: inout Int, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = entry.time.map { builder.moment($0) }
        if at == nil { timeless += 1 }
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        switch entry.kind {
        case .said:
            message.from = try builder.participant(entry.nick)
            message.body = IRCText.blocks(entry.text)
        case .done:
            message.from = try builder.participant(entry.nick)
            message.body = IRCText.blocks("\u{1D}\(entry.nick) \(entry.text)")
        case .event(let action):
            message.kind = .system
            message.body = IRCText.blocks(entry.text)
            message.details.system = SystemEvent(action: action.rawValue)
        }
        try builder.append(message)
    }
}

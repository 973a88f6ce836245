import Basics
import Model

/// IRC logs of irssi, WeeChat, ZNC, mIRC, HexChat, The Lounge and bots.
enum IRC {
    static let importer = Importer(
        name: "irc", title: "IRC",
        summary: "logs of irssi, WeeChat, ZNC, mIRC, HexChat and others, one file or one per day",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        var confidence = Confidence.likely
        var endings: Set<String> = []
        var claim = probe.claimsSorted { file in
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
            guard known >= 2, known * 10 >= lines * 8, log.isOfIRC else { return false }
            // Lines of other programs may also begin with a bracketed time, but never do all of
            // them have names in angle brackets.
            if known == lines, log.hasBrackets { confidence = .certain }
            endings.insert(Path.fileExtension(file.name))
            return true
        } named: { name in
            // A folder may have a log for each day of many years.
            endings.contains(Path.fileExtension(name)) && IRCChannel(path: name).day != nil
        }
        claim?.confidence = confidence
        return claim
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        let channels = try claim.files.grouped { IRCChannel(path: $0).name }
        let names = channels.map { ChatName(id: $0.chat, name: $0.chat) }
        try builder.choose(names) { index, builder throws(ImportError) in
            let (channel, files) = channels[index]
            builder.conversation.service = .irc
            builder.conversation.kind = .group
            let ordered = files.map { (name: $0, day: IRCChannel(path: $0).day) }.sorted {
                ($0.day?.milliseconds ?? .min, $0.name) < ($1.day?.milliseconds ?? .min, $1.name)
            }
            // The name of a single log is often not the channel's. The title must not depend on whether
            // the log came in a ZIP.
            let isNamed = channel.hasPrefix("#") || channels.count > 1 || ordered.count > 1
            builder.conversation.title = isNamed && !channel.isEmpty ? CleanText.line(channel) : nil
            var (timeless, unread) = (0, 0)
            for file in ordered {
                guard sources.budget.mayContinue else { throw .stopped }
                var log = IRCLog(day: file.day)
                let raw = try sources.document(file.name)
                let bytes = raw.starts(with: [0xFF, 0xFE]) ? TextFile.decode(raw).bytes : raw
                for range in Lines(bytes) where !range.isEmpty {
                    guard let entry = log.read(IRCText.decode(bytes[range])) else {
                        if !log.wasHeading, !log.wasListing { unread += 1 }
                        continue
                    }
                    try add(entry, &timeless, &builder)
                }
                if builder.conversation.title == nil {
                    builder.conversation.title = log.channel.map(CleanText.line)
                }
            }
            builder.warn(unreadLines: unread)
            builder.warn(
                .badTime, timeless, "line",
                "without a date: neither the log nor its name states the day")
        }
    }

    private static func add(
        _ entry: IRCLog.Entry, _ timeless: inout Int, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = entry.time.map { builder.moment($0, offset: entry.offset) }
        if at == nil { timeless += 1 }
        var message = builder.message(at: at)
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
            message.details.system = SystemEvent(action)
        }
        try builder.append(message)
    }
}

import Basics
import Model

/// Logs of Pidgin, Finch, Gaim and other libpurple programs: an HTML or text file per session.
enum Pidgin {
    static let importer = Importer(
        name: "pidgin", title: "Pidgin",
        summary: "logs of Pidgin (HTML or text), one session or a folder of them",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimsSorted { file in
            file.shape == nil && !isSystemLog(file.name)
                && PidginLog.isLog(TextFile.decode(file.head).bytes)
        } named: { name in
            ["html", "txt"].contains(Path.fileExtension(name)) && !isSystemLog(name)
                && PidginLog.start(inName: Path.lastName(name)) != nil
        }
    }

    /// Returns whether a log only records who came online, without a conversation.
    private static func isSystemLog(_ path: String) -> Bool {
        path.hasPrefix(".system/") || path.holds("/.system/")
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        let chats = try claim.files.grouped { file throws(ImportError) in
            guard sources.budget.mayContinue else { throw .stopped }
            let head = PidginLog.Header(sources.head(of: file, count: PidginLog.Header.maxLength))
            return chat(of: file, head)
        }
        try builder.choose(chats.map(\.chat)) { index, builder throws(ImportError) in
            let (chosen, files) = chats[index]
            if !chosen.name.isEmpty { builder.conversation.title = CleanText.line(chosen.name) }
            builder.needsSorting = true
            var timeless = 0
            for file in files {
                let bytes = try sources.decoded(file)
                if Path.folder(file).hasSuffix(".chat/") { builder.conversation.kind = .group }
                var log = PidginLog(bytes, name: Path.lastName(file), builder.options.dateOrder)
                while let entry = log.next() {
                    guard sources.budget.mayContinue else { throw .stopped }
                    try add(entry, &timeless, &builder)
                }
                suggestMe(log.header, &builder)
            }
            builder.warn(
                .badTime, timeless, "line",
                "without a date: neither the log nor its name states the day")
        }
    }

    /// Returns the contact or room of a log, from its header or otherwise its folder.
    private static func chat(of file: String, _ header: PidginLog.Header) -> ChatName {
        let folder = Path.folder(file).dropLast()
        var name = header.contact ?? Path.lastName(String(folder))
        if name.hasSuffix(".chat") { name.removeLast(5) }
        let account = header.account.map { " (\($0))" } ?? ""
        return ChatName(id: name + account, name: name)
    }

    private static func add(
        _ entry: PidginLog.Entry, _ timeless: inout Int, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = entry.time.map { builder.moment($0, offset: entry.offset) }
        if at == nil { timeless += 1 }
        var message = builder.message(at: at)
        message.body = entry.body
        switch entry.kind {
        case .said(let name, let isMe):
            let index = try builder.participant(name)
            if isMe { builder.setMe(index) }
            message.from = index
        case .notice:
            message.kind = .system
            message.details.system = SystemEvent(.notice)
        }
        guard !message.body.isEmpty else { return }
        try builder.append(message)
    }

    /// Suggests "me". Text logs do not mark the owner's messages: either a sender's name matches
    /// the account's, or the other sender is the contact.
    private static func suggestMe(
        _ header: PidginLog.Header, _ builder: inout ConversationBuilder
    ) {
        func bare(_ name: String) -> String {
            String(name.prefix { $0 != "/" && $0 != "@" }).lowercased()
        }
        guard let account = header.account, let contact = header.contact else { return }
        let senders = builder.senders
        let people = builder.conversation.participants
        if let me = senders.first(where: { bare(people[$0].name) == bare(account) }) {
            builder.suggestMe(me, because: "the log's account has this name")
        } else if senders.count == 2,
            let other = senders.first(where: { bare(people[$0].name) == bare(contact) }),
            let me = senders.first(where: { $0 != other })
        {
            builder.suggestMe(me, because: "the log's contact is \(people[other].name)")
        }
    }
}

import Basics
import Model

/// Messages of Microsoft Teams (work or school) as returned by Microsoft Graph: one page of
/// results, or several files.
enum Teams {
    static let importer = Importer(
        name: "teams", title: "Microsoft Teams",
        summary:
            "chatMessages of Microsoft Graph as JSON: of a chat, a channel or all chats",
        recognize: { probe in
            probe.claims {
                $0.shape?.hasRecords(in: "value", with: "messageType", "createdDateTime", "body")
                    ?? false
            }
        },
        read: read)

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        builder.conversation.service = .teams
        builder.needsSorting = true
        var driver = RecordDriver(TeamsChat(), builder, sources)
        let files = claim.files.sorted()
        for file in files {
            guard sources.budget.mayContinue else { throw .stopped }
            let path = sources.path(ofRecords: "value", in: file)
            try driver.look(at: try sources.json(file), path)
        }
        let names = driver.reader.chats
        // With fewer than two chats there is nothing to choose.
        if names.count < 2 { builder.options.chat = nil }
        let known = driver
        var chats = try OpenChats(names, builder) { _, _ in known }
        for file in files {
            let path = sources.path(ofRecords: "value", in: file)
            try sources.json(file).forEach(at: path) { record, _ throws(ImportError) in
                let chat = TeamsChat.chat(of: record)
                try chats.add(to: chat) { driver, builder throws(ImportError) in
                    try driver.add(record, &builder, &sources)
                    try driver.read(TeamsChat.inner(of: record), &builder, &sources)
                }
            }
        }
        try chats.end(&builder) { driver, builder in
            // Messages are newest first. Reversing keeps the order of messages with equal times.
            builder.conversation.messages.reverse()
            if driver.reader.isChannel {
                builder.conversation.kind = .group
                builder.isKindKnown = true
            }
            driver.end(&builder)
        }
    }
}

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
        let chats = driver.reader.chats
        if chats.count > 1 { driver.reader.chosen = chats[try builder.choose(chats)].id }
        for file in files {
            let path = sources.path(ofRecords: "value", in: file)
            try driver.read(try sources.json(file), at: path, &builder, &sources)
        }
        // Messages are newest first. Reversing keeps the order of messages with equal times.
        builder.conversation.messages.reverse()
        if driver.reader.isChannel {
            builder.conversation.kind = .group
            builder.isKindKnown = true
        }
        driver.end(&builder)
    }
}

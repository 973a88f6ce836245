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
        var messages = AlternatingChats(builder, counting: driver)
        var last: JSONDocument?
        for file in claim.files.sorted() {
            guard sources.budget.mayContinue else { throw .stopped }
            let path = sources.path(ofRecords: "value", in: file)
            let document = try sources.json(file)
            try document.forEachEntry(at: path) { record, place throws(ImportError) in
                for message in [record] + TeamsChat.inner(of: record) {
                    driver.reader.look(at: message)
                }
                try messages.see(
                    place, of: file, in: TeamsChat.chat(of: record)
                ) { driver, builder throws(ImportError) in
                    try driver.read([record] + TeamsChat.inner(of: record), &builder, &sources)
                }
            }
            last = document
        }
        let names = driver.reader.chats
        // With fewer than two chats there is nothing to choose.
        if names.count < 2 { builder.options.chat = nil }
        try messages.choose(names, &builder) { _, runs, builder throws(ImportError) in
            for run in runs {
                let document = try last?.file == run.file ? last : sources.json(run.file)
                last = document
                for record in try document?.entries(in: run.range) ?? [] {
                    try driver.read([record] + TeamsChat.inner(of: record), &builder, &sources)
                }
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
}

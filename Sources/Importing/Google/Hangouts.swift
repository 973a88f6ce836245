import Basics
import Model

/// Hangouts' part of a Takeout: `Hangouts.json` with all conversations.
enum Hangouts {
    static let importer = Importer(
        name: "hangouts", title: "Hangouts",
        summary: "Hangouts.json of Google's Takeout",
        recognize: {
            $0.claimObject { file, shape in
                shape.has("conversations[].conversation", "conversations[].events")
                    || shape.has("conversation_state[].conversation_state")
                    || shape.has("conversations[].events") && file.contains("\"gaia_id\"")
            }
        },
        read: read)

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        var isOld = false
        try document.visit(["conversation_state"]) { reader throws(JSONError) in
            isOld = true
            try reader.skip()
        }
        try builder.chooseTree(
            in: [file], at: [isOld ? "conversation_state" : "conversations"],
            heavy: isOld ? [] : ["events"], &sources, name: { HangoutsChat.name(of: $1) }
        ) { source, _, builder, sources throws(ImportError) in
            // Older files nest both members in `conversation_state`.
            let source = isOld ? source["conversation_state"] ?? source : source
            let chat = HangoutsChat(source)
            try chat.begin(&builder)
            var driver = RecordDriver(chat, builder, sources)
            try driver.read(source.list("events") + source.list("event"), &builder, &sources)
            driver.end(&builder)
        }
    }
}

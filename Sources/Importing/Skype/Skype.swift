import Basics
import Model

/// The conversation export of Skype and of personal Teams, which have the same format:
/// `messages.json`, on its own or in its tar archive.
enum Skype {
    static let importer = Importer(
        name: "skype", title: "Skype",
        summary: "messages.json of Skype's or the personal Teams' export, or its .tar",
        recognize: { $0.claim { !$0.isArray && $0.has("conversations[].MessageList") } },
        read: read)

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        guard let head = try document.members(without: ["conversations"]) else {
            throw .invalid(file: file, pointer: "", expected: "an object")
        }
        let files = SkypeChat.files(named: sources.names)
        try builder.chooseTree(
            in: [file], at: ["conversations"], heavy: ["MessageList"], &sources,
            name: { ChatName(id: $1.text("id") ?? "", name: SkypeChat.title(of: $1)) }
        ) { source, _, builder, sources throws(ImportError) in
            var chat = SkypeChat(source, ownID: head.text("userId"), files: files)
            builder.begin(title: SkypeChat.title(of: source), isGroup: chat.isGroup)
            builder.needsSorting = true
            let messages = chat.messages()
            var driver = RecordDriver(chat, builder, sources)
            try driver.read(messages, &builder, &sources)
            driver.end(&builder)
        }
    }
}

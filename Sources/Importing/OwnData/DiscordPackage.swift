import Basics
import Model

/// Discord's data package: the owner's own messages, one folder per channel.
struct DiscordPackage: RecordReader {
    static let importer = Importer(
        name: "discorddata", title: "Discord's data package",
        summary: "messages/c…/messages.json of Discord's data package: only your own messages",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let file = probe.files.first { $0.has("discorddata") }
        guard let file else { return nil }
        let files = probe.names.filter {
            Path.lastName($0) == "messages.json" && Path.folder($0).holds("/c")
        }
        return Claim(.certain, probe.isArchive && !files.isEmpty ? files : [file.name])
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        var names: [ChatName] = []
        for file in claim.files {
            let channel = try builder.sources.smallTree(Path.folder(file) + "channel.json")
            let id = channel.identifier("id") ?? Path.folder(file)
            let name = channel.text("name").map { "#" + $0 }
            names.append(ChatName(id: id, name: name ?? (id.isEmpty ? "Discord" : id)))
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            let file = claim.files[index]
            builder.conversation.title = CleanText.line(names[index].name)
            builder.conversation.service = .discord
            builder.needsSorting = true
            let me = try builder.participant(ConversationBuilder.anonymousMe, name: "Me")
            builder.setMe(me)
            var driver = RecordDriver(DiscordPackage(), builder)
            try driver.read(try builder.sources.json(file), at: [], &builder)
            builder.warn(.importing, "Discord exports only your own messages")
        }
    }

    func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        var record = Record(
            source.identifier("ID"), at: context.moment(source.text("Timestamp")),
            from: Record.Person(key: ConversationBuilder.anonymousMe))
        record.message.body = TextFormat.discord.blocks(
            CleanText.clean(source.text("Contents") ?? ""))
        record.files = (source.text("Attachments") ?? "").split(separator: " ").map { address in
            RecordFile(named: Path.lastName(String(address.prefix { $0 != "?" })))
        }
        return record
    }
}

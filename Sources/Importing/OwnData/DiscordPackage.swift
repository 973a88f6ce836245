import Conversation
import JSON
import Markup

/// Discord's data package: the owner's own messages, one folder per channel.
enum DiscordPackage {
    static let importer = Importer(
        name: "discorddata", title: "Discord's data package",
        summary: "messages/c…/messages.json of Discord's data package: only your own messages",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let file = probe.files.first { file in
            guard let shape = file.shape, shape.isArray else { return false }
            return shape.has("[].ID", "[].Timestamp", "[].Contents")
        }
        guard let file else { return nil }
        let files = probe.names.filter {
            Path.lastName($0) == "messages.json" && Path.folder($0).holds("/c")
        }
        return Claim(.certain, probe.isArchive && !files.isEmpty ? files : [file.name])
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var names: [ChatName] = []
        for file in claim.files {
            let channel = try sources.smallTree(Path.folder(file) + "channel.json")
            let id = channel.identifier("id") ?? Path.folder(file)
            let name = channel.text("name").map { "#" + $0 }
            names.append(ChatName(id: id, name: name ?? (id.isEmpty ? "Discord" : id)))
        }
        let index = try builder.choose(names)
        let file = claim.files[index]
        builder.conversation.title = CleanText.line(names[index].name)
        builder.conversation.service = .discord
        builder.needsSorting = true
        let me = try builder.participant(ConversationBuilder.anonymousMe, name: "Me")
        builder.setMe(me)
        let document = try sources.json(file)
        try document.forEach(at: []) { record, _ throws(ImportError) in
            let at = record.text("Timestamp").flatMap { builder.moment($0) }
            builder.beginEntry(at: at)
            var message = Message()
            message.id = record.identifier("ID")
            message.at = at
            message.from = me
            message.body = TextFormat.discord.blocks(
                CleanText.clean(record.text("Contents") ?? ""))
            for address in (record.text("Attachments") ?? "").split(separator: " ") {
                let name = Path.lastName(String(address.prefix { $0 != "?" }))
                var attachment = Attachment(kind: FileKind.kind(name: name))
                attachment.name = CleanText.line(name)
                builder.miss(&attachment, "not in the export")
                message.attachments.append(attachment)
            }
            guard !message.body.isEmpty || !message.attachments.isEmpty else { return }
            try builder.append(message)
        }
        builder.warn(.importing, "Discord exports only your own messages")
    }
}

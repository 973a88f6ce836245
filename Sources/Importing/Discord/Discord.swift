import Conversation
import JSON
import Markup

/// DiscordChatExporter's files in all of its formats: one channel per file, whole or in parts.
enum Discord {
    static let importer = Importer(
        name: "discord", title: "Discord",
        summary:
            "JSON, HTML, text or CSV of DiscordChatExporter, whole or in parts, alone or in a ZIP with media",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
            guard let shape = file.shape, !shape.isArray else { return false }
            return shape.has("guild", "channel")
                && (shape.has("messages") || shape.has("exportedAt") || shape.has("dateRange"))
        }
        guard files.isEmpty else { return Claim(.certain, files.map(\.name)) }
        let pages = probe.files.filter(DiscordPages.isPage).map(\.name)
        guard pages.isEmpty else { return Claim(.certain, pages) }
        let plain = probe.files.filter { file in
            file.shape == nil && (DiscordText.isText(file.head) || DiscordTable.isTable(file.head))
        }
        return plain.isEmpty ? nil : Claim(.certain, plain.map(\.name))
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let first = claim.files.first else { return }
        if ["html", "htm"].contains(Path.fileExtension(first)) {
            return try DiscordPages.read(claim.files, &sources, &builder)
        }
        let head = sources.head(of: first)
        if DiscordTable.isTable(head) {
            return try DiscordTable.read(claim.files, &sources, &builder)
        }
        if DiscordText.isText(head) {
            return try DiscordText.read(claim.files, &sources, &builder)
        }
        var channels: [(id: String, head: JSONValue, files: [String])] = []
        for file in claim.files {
            let document = try sources.json(file)
            guard let head = try document.members(without: ["messages"]) else {
                throw .invalid(file: file, pointer: "", expected: "an object")
            }
            let id = head["channel"]?.identifier("id") ?? file
            if let place = channels.firstIndex(where: { $0.id == id }) {
                channels[place].files.append(file)
            } else {
                channels.append((id, head, [file]))
            }
        }
        let names = channels.map {
            ChatName(id: $0.id, name: $0.head["channel"]?.text("name") ?? $0.id)
        }
        let channel = channels[try builder.choose(names)]
        builder.conversation.service = .discord
        // The parts are separate files, whose names do not always sort in order.
        builder.needsSorting = channel.files.count > 1
        var chat = DiscordChat(head: channel.head)
        chat.begin(&builder)
        for file in channel.files {
            let document = try sources.json(file)
            try document.forEach(at: ["messages"]) { message, pointer throws(ImportError) in
                guard message.kind == .object else {
                    throw .invalid(file: file, pointer: pointer, expected: "a message")
                }
                try chat.add(message, file, &builder, &sources)
            }
        }
        chat.end(&builder)
    }
}

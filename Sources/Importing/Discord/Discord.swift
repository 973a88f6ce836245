import Basics
import Model

/// DiscordChatExporter's files in all of its formats: one channel per file, whole or in parts.
enum Discord {
    static let importer = Importer(
        name: "discord", title: "Discord",
        summary:
            "JSON, HTML, text or CSV of DiscordChatExporter, whole or in parts, alone or in a ZIP with media",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let channels = probe.claims {
            $0.holdsObject { _, shape in
                shape.has("guild", "channel")
                    && ["messages", "exportedAt", "dateRange"].contains { shape.has($0) }
            }
        }
        return channels ?? probe.claims(DiscordPages.isPage)
            ?? probe.claims { file in
                file.shape == nil
                    && (DiscordText.isText(file.head) || DiscordTable.isTable(file.head))
            }
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
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
        try builder.choose(names) { index, builder throws(ImportError) in
            let channel = channels[index]
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
}

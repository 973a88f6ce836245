import Model

/// imessage-exporter's text and HTML: one conversation per file.
enum IMessage {
    static let importer = Importer(
        name: "imessage", title: "iMessage",
        summary: ".html or .txt of imessage-exporter, alone or in a ZIP with attachments",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        guard var claim = probe.claims({ isPage($0) || isText($0) }) else { return nil }
        // A phone has more chats than are examined.
        let folders = Set(claim.files.map(Path.folder))
        let endings = Set(claim.files.map(Path.fileExtension))
        claim.files += probe.unexamined {
            endings.contains(Path.fileExtension($0)) && folders.contains(Path.folder($0))
        }
        return claim
    }

    private static func isPage(_ file: Probe.File) -> Bool {
        file.begins(with: "<") && file.contains("class=\"timestamp\"")
            && (file.contains("<div class=\"message\"") || file.contains("class=\"announcement\""))
            && (file.contains("class=\"sender\"") || file.contains("imessage-exporter")
                || file.contains("message-guid="))
    }

    private static func isText(_ file: Probe.File) -> Bool {
        var lines = Lines(file.head)
        while let line = lines.next() {
            if line.isEmpty { continue }
            let text = String(decoding: file.head[line], as: UTF8.self)
            guard let header = IMessageTime.header(text[...]) else { return false }
            guard header.rest.isEmpty || header.rest.hasPrefix("(Read by ") else { return true }
            return lines.next().map { !$0.isEmpty } ?? false
        }
        return false
    }

    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            let bytes = try sources.decoded(file)
            builder.conversation.service = .imessage
            let isPage = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
            let name = CleanText.line(Path.stem(file))
            if isPage {
                var page = IMessagePage(file: file)
                try page.fill(HTMLReader(bytes), &builder, &sources)
            } else {
                var text = IMessageText(bytes: bytes, file: file)
                try text.fill(&builder, &sources)
            }
            conclude(&builder, name: name)
        }
    }

    /// Sets title and handle. Files are named after a number, an address, or the chat.
    private static func conclude(_ builder: inout ConversationBuilder, name: String) {
        let me = builder.conversation.me
        let others = builder.conversation.participants.indices.filter { $0 != me }
        if others.count == 1 {
            builder.conversation.title = builder.conversation.participants[others[0]].name
            let isAddress = name.hasPrefix("+") || name.utf8.contains(UInt8(ascii: "@"))
            if isAddress { builder.conversation.participants[others[0]].handle = name }
        } else {
            builder.conversation.title = name.isEmpty ? nil : name
        }
    }
}

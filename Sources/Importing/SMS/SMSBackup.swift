import Conversation
import Markup

/// The XML of "SMS Backup & Restore" on Android: every text and multimedia message of a phone.
enum SMSBackup {
    static let importer = Importer(
        name: "sms", title: "SMS Backup & Restore",
        summary: "sms-….xml of Android's SMS Backup & Restore, alone or in a ZIP",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let file = probe.files.first { file in
            file.begins(with: "<") && file.contains("<smses")
        }
        return file.map { Claim(.certain, [$0.name]) }
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let bytes = TextFile.decode(try sources.document(file)).bytes
        let chats = try chats(bytes, file)
        let names = chats.map { ChatName(id: $0.key, name: $0.name) }
        let wanted = builder.options.chat
        let index = try builder.choose(names, named: wanted.map { number($0) ?? $0 })
        builder.conversation.service = .sms
        builder.conversation.title = CleanText.line(chats[index].name)
        builder.needsSorting = true
        var reader = SMSReader(bytes: bytes, file: file)
        try reader.forEach { entry throws(ImportError) in
            guard key(entry.address) == chats[index].key else { return }
            try SMSMessage(entry: entry).add(to: &builder, title: chats[index].name)
        }
        if let me = builder.known(ConversationBuilder.anonymousMe) { builder.setMe(me) }
    }

    private static func chats(
        _ bytes: [UInt8], _ file: String
    ) throws(ImportError) -> [(key: String, name: String)] {
        var order: [(key: String, name: String)] = []
        var places: [String: Int] = [:]
        var reader = SMSReader(bytes: bytes, file: file)
        reader.skipsParts = true
        try reader.forEach { entry throws(ImportError) in
            let key = key(entry.address)
            if places[key] == nil {
                places[key] = order.count
                order.append((key, entry.contact ?? entry.address))
            }
        }
        return order
    }

    /// The same people in any order, and numbers in any spelling, are one chat.
    static func key(_ address: String) -> String {
        address.split(separator: "~").map { number(String($0)) ?? String($0) }.sorted()
            .joined(separator: "~")
    }

    /// The digits of a number; nil for names of services.
    private static func number(_ text: String) -> String? {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let isNumber = text.allSatisfy { "+-() .0123456789\u{A0}".contains($0) }
        return isNumber && digits.count >= 3 ? (text.hasPrefix("+") ? "+" : "") + digits : nil
    }
}

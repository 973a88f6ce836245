import Model

/// The XML of Android's "SMS Backup & Restore": all text and multimedia messages of a phone.
enum SMSBackup {
    static let importer = Importer(
        name: "sms", title: "SMS Backup & Restore",
        summary: "sms-….xml of Android's SMS Backup & Restore, alone or in a ZIP",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimOne { $0.begins(with: "<") && $0.contains("<smses") }
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let bytes = try sources.decoded(file)
        var numbers = SMSNumbers()
        let chats = try chats(bytes, file, &numbers)
        let names = chats.map { ChatName(id: $0.key, name: $0.name) }
        let wanted = builder.options.chat
        let index = try builder.choose(names, named: wanted.map { numbers.key($0) })
        builder.conversation.service = .sms
        builder.conversation.title = CleanText.line(chats[index].name)
        builder.needsSorting = true
        var reader = SMSReader(bytes: bytes, file: file)
        var drafts = 0
        try reader.forEach { entry throws(ImportError) in
            guard numbers.key(entry.address) == chats[index].key else { return }
            let message = SMSMessage(entry: entry, numbers: numbers)
            guard entry.box != SMSReader.Entry.drafts else {
                drafts += 1
                return builder.beginEntry(at: message.at)
            }
            try message.add(to: &builder)
        }
        builder.warn(.importing, drafts, "unsent draft", "omitted")
        builder.setMe(key: ConversationBuilder.anonymousMe)
    }

    private static func chats(
        _ bytes: [UInt8], _ file: String, _ numbers: inout SMSNumbers
    ) throws(ImportError) -> [(key: String, name: String)] {
        var order: [(key: String, name: String)] = []
        var places: [String: Int] = [:]
        var reader = SMSReader(bytes: bytes, file: file)
        reader.skipsParts = true
        try reader.forEach { entry throws(ImportError) in
            let key = numbers.key(entry.address)
            numbers.note(key, contact: entry.contact)
            if places[key] == nil, entry.box != SMSReader.Entry.drafts {
                places[key] = order.count
                order.append((key, entry.contact ?? entry.address))
            }
        }
        numbers.join()
        var joined: [(key: String, name: String)] = []
        places = [:]
        for (key, name) in order {
            let whole = numbers.key(key)
            if let place = places[whole] {
                // A contact's name is preferred to a number.
                if !name.contains(where: \.isNumber) { joined[place].name = name }
            } else {
                places[whole] = joined.count
                joined.append((whole, name))
            }
        }
        return joined
    }
}

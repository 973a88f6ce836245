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
        let wanted = builder.options.chat.map { numbers.key($0) }
        try builder.choose(names, named: wanted) { index, builder throws(ImportError) in
            builder.conversation.service = .sms
            builder.conversation.title = CleanText.line(chats[index].name)
            builder.needsSorting = true
            var reader = SMSReader(bytes: bytes, file: file)
            var drafts = 0
            for place in chats[index].entries {
                guard let entry = try reader.entry(at: place) else { continue }
                let message = SMSMessage(entry: entry, numbers: numbers)
                guard entry.box != SMSReader.Entry.drafts else {
                    drafts += 1
                    builder.beginEntry(at: message.at)
                    continue
                }
                try message.add(to: &builder)
            }
            builder.warn(.importing, drafts, "unsent draft", "omitted")
            builder.setMe(key: ConversationBuilder.anonymousMe)
        }
    }

    private struct Chat {
        var key: String
        var name: String
        /// The place of the first entry that is not a draft.
        var start = Int.max
        /// The places of the entries in the file.
        var entries: [Int] = []
    }

    /// Returns the chats with their entries, without those that have only drafts.
    private static func chats(
        _ bytes: [UInt8], _ file: String, _ numbers: inout SMSNumbers
    ) throws(ImportError) -> [Chat] {
        var found: [Chat] = []
        var places: [String: Int] = [:]
        var reader = SMSReader(bytes: bytes, file: file)
        reader.skipsParts = true
        try reader.forEach { entry, place throws(ImportError) in
            let key = numbers.key(entry.address)
            numbers.note(key, contact: entry.contact)
            let chat = places[key] ?? found.count
            if chat == found.count {
                places[key] = chat
                found.append(Chat(key: key, name: ""))
            }
            found[chat].entries.append(place)
            if found[chat].start == .max, entry.box != SMSReader.Entry.drafts {
                found[chat].name = entry.contact ?? entry.address
                found[chat].start = place
            }
        }
        numbers.join()
        found.sort { $0.start < $1.start }
        var joined: [Chat] = []
        places = [:]
        for var chat in found {
            chat.key = numbers.key(chat.key)
            guard let place = places[chat.key] else {
                places[chat.key] = joined.count
                joined.append(chat)
                continue
            }
            // A contact's name is preferred to a number.
            if chat.start < .max, !chat.name.contains(where: \.isNumber) {
                joined[place].name = chat.name
            }
            joined[place].entries += chat.entries
        }
        for place in joined.indices { joined[place].entries.sort() }
        return joined.filter { $0.start < .max }
    }
}

import Model
import Testing

/// Invariants of every imported conversation, whatever the input.
enum Invariants {
    static func check(_ conversation: Conversation) {
        let people = conversation.participants.indices
        let media = conversation.media.indices
        #expect(!conversation.messages.isEmpty)
        #expect(conversation.me.map(people.contains) ?? true)
        #expect(conversation.participants.allSatisfy { $0.avatar.map(media.contains) ?? true })
        var faults = 0
        for message in conversation.messages {
            if let from = message.from, !people.contains(from) { faults += 1 }
            for attachment in message.attachments {
                if let index = attachment.media, !media.contains(index) { faults += 1 }
            }
            if !message.body.allSatisfy(isSound) { faults += 1 }
            guard message.hasDetails else { continue }
            let details = message.details
            if let place = details.replyTo?.index, !conversation.messages.indices.contains(place) {
                faults += 1
            }
            if let picture = details.link?.picture, !media.contains(picture) { faults += 1 }
            for reaction in details.reactions {
                if reaction.count < 0 { faults += 1 }
                if let picture = reaction.picture, !media.contains(picture) { faults += 1 }
            }
        }
        #expect(faults == 0)
    }

    private static func isSound(_ block: TextBlock) -> Bool {
        switch block {
        case .paragraph(let text), .heading(_, let text): isSound(text)
        case .quote(let inner): inner.allSatisfy(isSound)
        case .list(_, let items): items.allSatisfy { $0.blocks.allSatisfy(isSound) }
        case .table(_, let header, let rows):
            header.allSatisfy(isSound) && rows.allSatisfy { $0.allSatisfy(isSound) }
        case .code, .rule: true
        }
    }

    /// Whether the entities are within their text, on whole characters, and nest.
    private static func isSound(_ text: RichText) -> Bool {
        let bytes = Array(text.text.utf8)
        var open: [Int] = []
        for entity in text.entities {
            let range = entity.range
            guard range.upperBound <= bytes.count, !range.isEmpty else { return false }
            for edge in [range.lowerBound, range.upperBound] where edge < bytes.count {
                guard bytes[edge] & 0xC0 != 0x80 else { return false }
            }
            while let end = open.last, end <= range.lowerBound { open.removeLast() }
            guard range.upperBound <= open.last ?? bytes.count else { return false }
            open.append(range.upperBound)
        }
        return true
    }
}

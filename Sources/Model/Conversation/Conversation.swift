/// A conversation as sent by the caller, validated and resolved: messages, participants, times and
/// media.
///
/// Decoders and importers fill the fields one by one. `RenderRequest.prepared` then redacts,
/// filters and sorts the conversation.
package struct Conversation: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable { case direct, group, assistant }

    package var title: String?
    package var subtitle: String?
    package var kind: Kind = .direct
    package var service: Service = .other
    /// The IANA time zone in which days and times are shown.
    package var timeZone = "UTC"
    /// The language as a BCP 47 tag.
    package var locale = "en-US"
    package var participants: [Participant] = []
    /// The participant whose messages are on the right, or nil if all are on the left.
    package var me: ParticipantIndex?
    package var messages: [Message] = []
    package var emoji: [CustomEmoji] = []
    /// A `RedactionMark` replaces redacted content.
    package var isRedacted = false
    package var media: [MediaFile] = []
    /// The exports that the conversation was joined from.
    package var sources: [ConversationSource] = []

    package init() {}

    /// The default of the option `system`.
    package var showsNotes: Bool { kind != .assistant }

    /// The names of custom emoji in texts and reactions, in order of appearance.
    package var emojiNames: [String] {
        var seen: Set<String> = []
        var names: [String] = []
        func note(_ name: String) { if seen.insert(name).inserted { names.append(name) } }
        func note(_ rich: RichText) -> RichText {
            for entity in rich.entities {
                if case .customEmoji(let name) = entity.kind { note(name) }
            }
            return rich
        }
        for message in messages {
            for block in message.body { _ = block.mapTexts(rich: note, plain: { $0 }) }
            guard message.hasDetails else { continue }
            for reaction in message.details.reactions { note(reaction.emojiName) }
        }
        return names
    }
}

/// An index into `Conversation.participants`.
package typealias ParticipantIndex = Int
/// An index into `Conversation.media`.
package typealias MediaIndex = Int

package enum Service: String, Sendable, CaseIterable {
    case imessage, sms, rcs, whatsapp, telegram, signal, slack, discord, messenger, assistant
    case line, kakaotalk, wechat, teams, instagram, snapchat, matrix, irc, other
}

package struct MediaFile: Sendable, Equatable {
    package var bytes: [UInt8]
    /// The JSON Pointer at which the caller named the media, for errors.
    package var pointer: String
    package var name: String?
    /// Media that is not drawn may have any type.
    package var isPicture = true

    package init(bytes: [UInt8], pointer: String) {
        self.bytes = bytes
        self.pointer = pointer
    }
}

/// A picture that replaces an emoji's name in texts and reactions.
package struct CustomEmoji: Sendable, Equatable {
    package var name: String
    package var media: MediaIndex

    package init(name: String, media: MediaIndex) {
        self.name = name
        self.media = media
    }
}

package struct Participant: Sendable, Equatable {
    package var id: String
    package var name: String
    /// A phone number, email address or @name.
    package var handle: String?
    package var avatar: MediaIndex?
    /// As 0xRRGGBB.
    package var color: UInt32?
    /// The role as the caller wrote it, such as `admin`.
    package var role: String?

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

extension [Participant] {
    /// What people call themselves in transcripts, the most certain word first.
    package static let ownNames = ["me", "self", "you", "i", "ich", "moi", "yo", "user", "human"]

    /// The participant whose ID or name is “me”, “You” or the like.
    package var own: ParticipantIndex? {
        var own: (rank: Int, index: ParticipantIndex)?
        for (index, participant) in enumerated() {
            for name in [participant.id, participant.name] where name.utf8.count <= 5 {
                guard let rank = Self.ownNames.firstIndex(of: name.lowercased()),
                    rank < own?.rank ?? .max
                else { continue }
                own = (rank, index)
            }
        }
        return own?.index
    }
}

/// The messages, senders and times: everything a caller sent, checked and resolved.
///
/// Decoders and importers build it field by field; from then on it is a value that nobody changes.
package struct Conversation: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable { case direct, group, assistant }

    package var title: String?
    package var subtitle: String?
    package var kind: Kind = .direct
    package var service: Service = .other
    /// IANA name; days and times are told in this zone.
    package var timeZone = "UTC"
    /// BCP 47.
    package var locale = "en-US"
    package var participants: [Participant] = []
    /// The participant whose messages are on the right; nil if nobody's are.
    package var me: ParticipantIndex?
    package var messages: [Message] = []
    /// Emoji of the service's own, by the names that texts and reactions use.
    package var emoji: [CustomEmoji] = []
    /// Whether something was taken out: a `RedactionMark` then stands where it was.
    package var isRedacted = false
    /// The bytes of pictures and avatars, which refer to them by index.
    package var media: [MediaFile] = []

    package init() {}

    /// Whether system notes are shown where nobody says so.
    package var showsNotes: Bool { kind != .assistant }
}

/// A place in `Conversation.participants`.
package typealias ParticipantIndex = Int
/// A place in `Conversation.media`.
package typealias MediaIndex = Int

package enum Service: String, Sendable, CaseIterable {
    case imessage, sms, rcs, whatsapp, telegram, signal, slack, discord, messenger, assistant
    case line, kakaotalk, wechat, teams, instagram, snapchat, matrix, irc, other
}

package struct MediaFile: Sendable, Equatable {
    package var bytes: [UInt8]
    /// JSON Pointer to where the caller named it, for errors.
    package var pointer: String
    /// The name of the file, if it was a file.
    package var name: String?
    /// Whether it is to be drawn; what is not may be of any type.
    package var isPicture = true

    package init(bytes: [UInt8], pointer: String) {
        self.bytes = bytes
        self.pointer = pointer
    }
}

/// A picture that stands for an emoji's name in texts and reactions.
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
    /// A number, a mail address, an @name.
    package var handle: String?
    package var avatar: MediaIndex?
    /// 0xRRGGBB.
    package var color: UInt32?
    /// `admin` and the like, as the caller wrote it.
    package var role: String?

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

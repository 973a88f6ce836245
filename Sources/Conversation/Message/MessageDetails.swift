/// The fields that only some messages have.
package struct MessageDetails: Sendable, Equatable {
    package var subject: String?
    package var poll: Poll?
    package var location: Location?
    package var contact: Contact?
    package var link: LinkPreview?
    package var call: Call?
    package var system: SystemEvent?
    package var payment: Payment?
    package var replyTo: Reply?
    package var thread: Thread?
    package var forwarded: Forwarded?
    package var reactions: [Reaction] = []
    package var edited: Edited?
    package var deleted: Deleted?
    package var deliveredAt: Moment?
    package var readAt: Moment?
    /// Overrides the conversation's, as a green SMS among blue ones.
    package var service: Service?
    package var effect: String?
    package var translation: Translation?
    /// The number of unread messages below an unread divider.
    package var unread: Int?
    package var isPinned = false
    package var isStarred = false
    /// nil where the message is shown.
    package var redacted: Redacted?

    package init() {}
}

/// The fact that a message is hidden, and its kind, if known.
package struct Redacted: Sendable, Equatable {
    /// In their own order, each once: how much there was is not told.
    package var kinds: [ContentKind] = []
    /// The code of why.
    package var reason: String?

    package init() {}
}

package struct Poll: Sendable, Equatable {
    package struct Option: Sendable, Equatable {
        package var text: String
        package var votes: Int?
        package var voters: [String] = []
        package var isChosen = false

        package init(text: String) { self.text = text }
    }

    package var question = ""
    package var isClosed = false
    package var totalVoters: Int?
    package var options: [Option] = []

    package init() {}
}

package struct Location: Sendable, Equatable {
    package var latitude: Double?
    package var longitude: Double?
    package var name: String?
    package var address: String?
    package var isLive = false
    /// A map with the place on it.
    package var picture: MediaIndex?

    package init() {}
}

package struct Contact: Sendable, Equatable {
    package var name = ""
    package var phones: [String] = []
    package var emails: [String] = []

    package init() {}
}

package struct LinkPreview: Sendable, Equatable {
    package var url: String
    package var title: String?
    package var summary: String?
    package var site: String?
    package var picture: MediaIndex?

    package init(url: String) { self.url = url }
}

package struct Call: Sendable, Equatable {
    package enum Direction: String, Sendable, CaseIterable { case `in`, out }
    package enum Outcome: String, Sendable, CaseIterable {
        case answered, missed, declined, busy, unanswered, failed
    }

    package var isVideo = false
    package var direction: Direction?
    package var outcome: Outcome?
    /// Seconds.
    package var duration: Double?

    package init() {}
}

package struct SystemEvent: Sendable, Equatable {
    package var action: String
    package var actors: [String] = []
    package var targets: [String] = []

    package init(action: String) { self.action = action }
}

package struct Payment: Sendable, Equatable {
    package var amount: String
    package var currency: String?
    package var note: String?
    package var direction: Call.Direction?

    package init(amount: String) { self.amount = amount }
}

package struct Reply: Sendable, Equatable {
    /// The quoted message's id, whether or not it is in the conversation.
    package var id: String?
    /// The quoted message's place in the conversation, where it was found.
    package var index: Int?
    package var from: String?
    package var text: String?
    package var attachmentKind: Attachment.Kind?

    package init() {}
}

/// The place of a message in a thread: its head, or among its replies.
package struct Thread: Sendable, Equatable {
    /// The id of the message that heads it; nil for that message itself.
    package var root: String?
    /// The head's place in the conversation, where it was found.
    package var index: Int?
    /// The number of the head's replies, whether or not they are in the conversation.
    package var replies: Int?

    package init() {}
}

package struct Forwarded: Sendable, Equatable {
    package var from: String?
    package var at: Moment?

    package init() {}
}

package struct Reaction: Sendable, Equatable {
    package var emoji: String
    package var picture: MediaIndex?
    package var count: Int
    package var by: [String] = []
    /// Whether "me" is among those who reacted.
    package var isMine = false

    /// `parrot`, of `:parrot:`.
    package var emojiName: String {
        let isNamed = emoji.utf8.count > 2 && emoji.hasPrefix(":") && emoji.hasSuffix(":")
        return isNamed ? String(emoji.dropFirst().dropLast()) : emoji
    }

    package init(emoji: String, count: Int = 1) {
        self.emoji = emoji
        self.count = count
    }
}

package struct Edited: Sendable, Equatable {
    package struct Version: Sendable, Equatable {
        package var at: Moment?
        package var text: String

        package init(at: Moment?, text: String) {
            self.at = at
            self.text = text
        }
    }

    package var at: Moment?
    /// Oldest first, the present text not among them.
    package var history: [Version] = []

    package init() {}
}

package struct Deleted: Sendable, Equatable {
    package var at: Moment?
    package var by: String?
    package var reason: String?

    package init() {}
}

package struct Translation: Sendable, Equatable {
    package var language: String?
    package var text: String

    package init(text: String) { self.text = text }
}

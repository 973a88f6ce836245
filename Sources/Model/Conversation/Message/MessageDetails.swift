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
    /// The service of this message if it differs from the conversation's, such as a green SMS among
    /// blue messages.
    package var service: Service?
    package var effect: String?
    package var translation: Translation?
    /// The number of unread messages after an unread divider.
    package var unread: Int?
    package var isPinned = false
    package var isStarred = false
    /// The IDs of the sources that have the message, if it was joined from several.
    package var sources: [String] = []
    package var differences: [Difference] = []
    /// Nil if the message is shown.
    package var redacted: Redacted?

    package init() {}
}

package struct Redacted: Sendable, Equatable {
    /// The kinds in a fixed order, each once. The number of items is not disclosed.
    package var kinds: [ContentKind] = []
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
    /// A map that shows the location.
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
    /// In seconds.
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
    /// The ID of the quoted message, even if that message is not in the conversation.
    package var id: String?
    /// Nil if the quoted message was not found.
    package var index: Int?
    package var from: String?
    package var text: String?
    package var attachmentKind: Attachment.Kind?

    package init() {}

    package init(
        id: String? = nil, from person: String? = nil, text: String? = nil,
        file: Attachment.Kind? = nil
    ) {
        (self.id, from, self.text, attachmentKind) = (id, person, text, file)
    }
}

/// A message's thread, as its head or as one of its replies.
package struct Thread: Sendable, Equatable {
    /// The ID of the thread's head, or nil for the head itself.
    package var root: String?
    /// Nil if the head was not found.
    package var index: Int?
    /// The number of replies, including those that are not in the conversation.
    package var replies: Int?

    package init() {}

    package init(root: String?) { self.root = root }
}

package struct Forwarded: Sendable, Equatable {
    package var from: String?
    package var at: Moment?

    package init() {}

    package init(from person: String?, at time: Moment? = nil) { (from, at) = (person, time) }
}

package struct Reaction: Sendable, Equatable {
    package var emoji: String
    package var picture: MediaIndex?
    package var count: Int
    package var by: [String] = []
    package var isMine = false

    /// The name of an emoji: `parrot` for `:parrot:`.
    package var emojiName: String {
        let isNamed = emoji.utf8.count > 2 && emoji.hasPrefix(":") && emoji.hasSuffix(":")
        return isNamed ? String(emoji.dropFirst().dropLast()) : emoji
    }

    package init(emoji: String, count: Int = 1, by: [String] = []) {
        self.emoji = emoji
        self.count = count
        self.by = by
    }
}

package struct Edited: Sendable, Equatable {
    package struct Version: Sendable, Equatable {
        package var at: Moment?
        package var text: String

        package init(at: Moment?, text: String) { (self.at, self.text) = (at, text) }
    }

    package var at: Moment?
    /// The previous versions, the oldest first, without the current text.
    package var history: [Version] = []

    package init() {}

    package init(at time: Moment?, history: [Version] = []) { (at, self.history) = (time, history) }
}

package struct Deleted: Sendable, Equatable {
    package var at: Moment?
    package var by: String?
    package var reason: String?

    package init() {}

    package init(at time: Moment?, by person: String? = nil, reason: String? = nil) {
        (at, by, self.reason) = (time, person, reason)
    }
}

package struct Translation: Sendable, Equatable {
    package var language: String?
    package var text: String

    package init(text: String) { self.text = text }
}

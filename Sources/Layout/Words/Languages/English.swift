enum English: Vocabulary {
    static let plurals = PluralRule.one

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Sending…"
        case .sent: "Sent"
        case .delivered: "Delivered"
        case .read: "Read"
        case .played: "Played"
        case .failed: "Not Delivered"
        case .continued: "continued"
        case .edited: "Edited"
        case .deleted: "This message was deleted"
        case .deletedByMe: "You deleted this message"
        case .pinned: "Pinned"
        case .starred: "Starred"
        case .forwarded: "Forwarded"
        case .forwardedFrom: "Forwarded from {name}"
        case .repliedTo: "{name} replied to {other}"
        case .originalMissing: "Original message not in this conversation"
        case .transcript: "Transcript"
        case .translation: "Translation"
        case .sentWith: "Sent with {effect}"
        case .photo: "Photo"
        case .video: "Video"
        case .gif: "GIF"
        case .sticker: "Sticker"
        case .voice: "Voice message"
        case .audio: "Audio"
        case .videoNote: "Video message"
        case .file: "File"
        case .app: "App"
        case .contact: "Contact"
        case .location: "Location"
        case .liveLocation: "Live location"
        case .link: "Link"
        case .poll: "Poll"
        case .payment: "Payment"
        case .voiceCall: "Voice call"
        case .videoCall: "Video call"
        case .missedVoiceCall: "Missed voice call"
        case .missedVideoCall: "Missed video call"
        case .incomingVoiceCall: "Incoming voice call"
        case .incomingVideoCall: "Incoming video call"
        case .outgoingVoiceCall: "Outgoing voice call"
        case .outgoingVideoCall: "Outgoing video call"
        case .declined: "Declined"
        case .busy: "Line busy"
        case .unanswered: "No answer"
        case .callFailed: "Call failed"
        case .finalResults: "Final results"
        case .yourChoice: "your choice"
        case .paymentSent: "Payment sent"
        case .paymentReceived: "Payment received"
        case .redactedPhoto: "Redacted photo"
        case .redactedVideo: "Redacted video"
        case .redactedGIF: "Redacted GIF"
        case .redactedSticker: "Redacted sticker"
        case .redactedVoice: "Redacted voice message"
        case .redactedAudio: "Redacted audio"
        case .redactedVideoNote: "Redacted video message"
        case .redactedFile: "Redacted file"
        case .redactedContact: "Redacted contact"
        case .redactedLocation: "Redacted location"
        case .redactedCard: "Redacted card"
        case .redactedPoll: "Redacted poll"
        case .redactedCall: "Redacted call"
        case .redactedPayment: "Redacted payment"
        case .redactedLink: "Redacted link"
        case .notAvailable: "Not available"
        case .notStated: "not stated"
        case .unsupported: "Unsupported message: {kind}"
        case .you: "You"
        case .typing: "Typing…"
        case .unread: "Unread messages"
        case .lastTwo: "{a} and {b}"
        case .comma: ", "
        case .hours: "{n} h"
        case .minutes: "{n} min"
        case .seconds: "{n} s"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "{n} vote", other: "{n} votes")
        case .voters: PluralForms(one: "{n} voter", other: "{n} voters")
        case .replies: PluralForms(one: "{n} reply", other: "{n} replies")
        case .photos: PluralForms(one: "{n} photo", other: "{n} photos")
        case .unread: PluralForms(one: "{n} unread message", other: "{n} unread messages")
        case .more: PluralForms(other: "{n} more")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "A member was added", by: "{actor} added a member",
                both: "{actor} added {targets}", on: "Added: {targets}")
        case .memberJoined: SystemSentence("A member joined", by: "{actor} joined")
        case .memberLeft: SystemSentence("A member left", by: "{actor} left")
        case .memberRemoved:
            SystemSentence(
                "A member was removed", by: "{actor} removed a member",
                both: "{actor} removed {targets}", on: "Removed: {targets}")
        case .adminAdded:
            SystemSentence(
                "An admin was appointed", by: "{actor} appointed an admin",
                both: "{actor} made {targets} an admin", on: "Now an admin: {targets}")
        case .adminRemoved:
            SystemSentence(
                "An admin was dismissed", by: "{actor} dismissed an admin",
                both: "{actor} dismissed {targets} as admin", on: "No longer an admin: {targets}")
        case .adminChanged: SystemSentence("The admins changed", by: "{actor} changed the admins")
        case .groupCreated: SystemSentence("The group was created", by: "{actor} created the group")
        case .channelCreated:
            SystemSentence("The channel was created", by: "{actor} created the channel")
        case .titleChanged:
            SystemSentence(
                "The name of the chat changed", by: "{actor} changed the name of the chat")
        case .photoChanged: SystemSentence("The photo changed", by: "{actor} changed the photo")
        case .photoRemoved: SystemSentence("The photo was removed", by: "{actor} removed the photo")
        case .topicChanged: SystemSentence("The topic changed", by: "{actor} changed the topic")
        case .descriptionChanged:
            SystemSentence("The description changed", by: "{actor} changed the description")
        case .settingsChanged:
            SystemSentence("The settings changed", by: "{actor} changed the settings")
        case .numberChanged:
            SystemSentence("A phone number changed", by: "{actor} changed their phone number")
        case .nameChanged: SystemSentence("A name changed", by: "{actor} changed their name")
        case .securityCodeChanged:
            SystemSentence(
                "A security code changed", by: "The security code with {actor} changed",
                on: "The security code with {targets} changed")
        case .encryption:
            SystemSentence(
                "Messages and calls are end-to-end encrypted",
                by: "{actor}: messages and calls are end-to-end encrypted")
        case .timerChanged:
            SystemSentence(
                "The timer for disappearing messages changed",
                by: "{actor} changed the timer for disappearing messages")
        case .blocked:
            SystemSentence(
                "The contact was blocked", by: "{actor} blocked the contact",
                both: "{actor} blocked {targets}", on: "Blocked: {targets}")
        case .unblocked:
            SystemSentence(
                "The contact was unblocked", by: "{actor} unblocked the contact",
                both: "{actor} unblocked {targets}", on: "Unblocked: {targets}")
        case .business:
            SystemSentence("This is a business account", by: "{actor} is a business account")
        case .pinned: SystemSentence("A message was pinned", by: "{actor} pinned a message")
        case .unpinned: SystemSentence("A message was unpinned", by: "{actor} unpinned a message")
        case .call: SystemSentence("A call was started", by: "{actor} started a call")
        case .themeChanged: SystemSentence("The theme changed", by: "{actor} changed the theme")
        case .screenshot: SystemSentence("A screenshot was taken", by: "{actor} took a screenshot")
        case .migrated:
            SystemSentence("The group was upgraded", by: "{actor} upgraded the group")
        case .archived: SystemSentence("The chat was archived", by: "{actor} archived the chat")
        case .threadCreated: SystemSentence("A thread was started", by: "{actor} started a thread")
        case .payment: SystemSentence("A payment was sent", by: "{actor} sent a payment")
        case .gift: SystemSentence("A gift was sent", by: "{actor} sent a gift")
        case .boost: SystemSentence("The chat was boosted", by: "{actor} boosted the chat")
        case .game: SystemSentence("A game was played", by: "{actor} played a game")
        case .historyCleared:
            SystemSentence("The history was cleared", by: "{actor} cleared the history")
        case .locationShared:
            SystemSentence("A location was shared", by: "{actor} shared a location")
        case .joinedService: SystemSentence("A contact joined", by: "{actor} is now here")
        }
    }
}

/// All fixed phrases of transcripts. `{…}` is a placeholder.
package enum Phrase: Int, CodingKey, CaseIterable, Sendable {
    // Delivery states.
    case sending, sent, delivered, read, played, failed
    // Flags and later changes.
    case continued, edited
    // Deleted messages in the words of different apps. Placeholder of `unsent`, `recalled` and
    // `chatDeleted`: `{name}`.
    case deleted, deletedByMe, messageDeleted, unsent, unsentByMe, recalled, recalledByMe
    case chatDeleted, chatDeletedByMe
    case pinned, starred
    /// The labels of a previous text and of a paragraph with hidden text.
    case former, spoiler
    case forwarded
    /// Placeholder: `{name}`.
    case forwardedFrom
    /// Placeholders: `{name}`, `{other}`.
    case repliedTo
    /// Placeholder: `{name}`.
    case repliedToMe, repliedToSelf
    /// Placeholder: `{other}`.
    case repliedByMe
    case repliedByMeToSelf
    case originalMissing
    // Labels of text that the sender did not write.
    case transcript, translation
    /// Placeholder: `{effect}`.
    case sentWith
    // Kinds of attachments and cards.
    case photo, video, gif, sticker, voice, audio, videoNote, file, app, contact
    case location, liveLocation, link, poll, payment
    // Calls.
    case voiceCall, videoCall, missedVoiceCall, missedVideoCall
    case incomingVoiceCall, incomingVideoCall, outgoingVoiceCall, outgoingVideoCall
    case declined, busy, unanswered, callFailed, callBack
    // Polls and payments.
    case finalResults, yourChoice, viewVotes, paymentSent, paymentReceived
    // Redacted content.
    case redactedPhoto, redactedVideo, redactedGIF, redactedSticker, redactedVoice
    case redactedAudio, redactedVideoNote, redactedFile, redactedContact, redactedLocation
    case redactedCard, redactedPoll, redactedCall, redactedPayment, redactedLink
    // Unavailable content.
    case notAvailable
    case notStated
    /// The part of a conversation that was split into several documents. Placeholders: `{n}`,
    /// `{of}`.
    case partOf
    /// The signer, on the last page of a document. Placeholder: `{name}`.
    case signedBy
    // The tables of facts in a document: their titles, and the headings of rows and columns.
    case factsDocument, factsTime, factsMessages, factsPeople, factsMissing
    case factSource, factBytes, factFormat, factProgram, factLook, factSettings, factCreated
    case factChain, factWithheld
    case factZone, factChanges, factNoOffset
    /// Placeholders: `{n}`, `{zone}`.
    case factReadIn
    case factPeriod
    case factInSource, factLeftOut, factOtherParts, factHere, factFirstLast
    case factSystem, factCalls, factOthers
    case factRedacted, factRedactedPlaces, factRedactedParts, factSimilarWords
    case factDeleted, factAttachments, factReason
    case factName, factHandle, factFirst, factLast
    /// A range of omitted messages. Placeholders: `{filter}`, `{range}`.
    case omitted
    /// Placeholder: `{kind}`.
    case unsupported
    /// The reader: in a sentence, and as the heading of own messages.
    case you, me
    /// The typing indicator.
    case typing
    // An app's bars: the online status, and the placeholder of the input field.
    case online, messageField
    /// The divider before unread messages.
    case unread
    /// The end of a list of names. Placeholders: `{a}`, `{b}`.
    case lastTwo
    /// The separator of the other names in a list.
    case comma
    // Parts of a duration. Placeholder: `{n}`.
    case hours, minutes, seconds

    static let fileKeys = allCases.map(\.fileKey)

    /// The placeholders, in alphabetical order.
    var places: [String] {
        switch self {
        case .forwardedFrom, .signedBy, .unsent, .recalled, .chatDeleted, .repliedToMe,
            .repliedToSelf:
            ["name"]
        case .repliedByMe: ["other"]
        case .repliedTo: ["name", "other"]
        case .sentWith: ["effect"]
        case .unsupported: ["kind"]
        case .partOf: ["n", "of"]
        case .factReadIn: ["n", "zone"]
        case .omitted: ["filter", "range"]
        case .lastTwo: ["a", "b"]
        case .hours, .minutes, .seconds: ["n"]
        default: []
        }
    }
}

/// Phrases with a number, `{n}`.
package enum CountedPhrase: Int, CodingKey, CaseIterable, Sendable {
    case votes
    case voters
    case replies
    case photos
    case unread
    /// Messages that a filter omitted.
    case leftOut
    case members
    /// The rest of a truncated list of names or items.
    case more

    static let fileKeys = allCases.map(\.fileKey)
}

extension CodingKey {
    /// The name in language files: `deletedByMe` is `deleted_by_me`.
    var fileKey: String {
        var key = ""
        var followsSmall = false
        for letter in stringValue {
            if letter.isUppercase, followsSmall { key += "_" }
            followsSmall = letter.isLowercase
            key += letter.lowercased()
        }
        return key
    }
}

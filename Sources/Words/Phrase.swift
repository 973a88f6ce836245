/// Every fixed phrase that a transcript may need. `{…}` is a place to be filled in.
package enum Phrase: Int, CodingKey, CaseIterable, Sendable {
    // How far a message got.
    case sending, sent, delivered, read, played, failed
    // What became of it.
    case continued, edited, deleted, deletedByMe, pinned, starred
    /// Told before what a message said once, and before a paragraph with hidden words.
    case former, spoiler
    case forwarded
    /// `{name}`
    case forwardedFrom
    /// `{name}`, `{other}`
    case repliedTo
    case originalMissing
    // Over words that the sender did not write.
    case transcript, translation
    /// `{effect}`
    case sentWith
    // What was sent.
    case photo, video, gif, sticker, voice, audio, videoNote, file, app, contact
    case location, liveLocation, link, poll, payment
    // Calls.
    case voiceCall, videoCall, missedVoiceCall, missedVideoCall
    case incomingVoiceCall, incomingVideoCall, outgoingVoiceCall, outgoingVideoCall
    case declined, busy, unanswered, callFailed
    // Polls and payments.
    case finalResults, yourChoice, paymentSent, paymentReceived
    // What is not to be shown.
    case redactedPhoto, redactedVideo, redactedGIF, redactedSticker, redactedVoice
    case redactedAudio, redactedVideoNote, redactedFile, redactedContact, redactedLocation
    case redactedCard, redactedPoll, redactedCall, redactedPayment, redactedLink
    // What cannot be shown.
    case notAvailable
    case notStated
    /// `{n}`, `{of}`: of a conversation that was cut into several documents.
    case partOf
    /// `{name}`: of a document, on its last page.
    case signedBy
    // What a document tells of itself: its tables, and what heads their rows and columns.
    case factsDocument, factsTime, factsMessages, factsPeople, factsMissing
    case factSource, factBytes, factFormat, factProgram, factLook, factSettings, factCreated
    case factChain, factWithheld
    case factZone, factChanges, factNoOffset
    /// `{n}`, `{zone}`
    case factReadIn
    case factPeriod
    case factInSource, factLeftOut, factOtherParts, factHere, factFirstLast
    case factSystem, factCalls, factOthers
    case factRedacted, factRedactedPlaces, factRedactedParts, factSimilarWords
    case factDeleted, factAttachments, factMissing
    case factName, factHandle, factOwner, factFirst, factLast
    /// `{filter}`, `{range}`: messages in a row.
    case omitted
    /// `{kind}`
    case unsupported
    case you
    /// Somebody is writing.
    case typing
    // On an app's bars: that somebody is there, and the words in the empty field.
    case online, messageField
    /// Messages that were not read yet.
    case unread
    /// `{a}`, `{b}`: the end of a list of names.
    case lastTwo
    /// Between the names before.
    case comma
    // `{n}`: parts of a duration.
    case hours, minutes, seconds

    static let fileKeys = allCases.map(\.fileKey)

    /// The placeholders, in alphabetical order.
    var places: [String] {
        switch self {
        case .forwardedFrom, .signedBy: ["name"]
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

/// Phrases with a number in them, `{n}`.
package enum CountedPhrase: Int, CodingKey, CaseIterable, Sendable {
    case votes
    case voters
    case replies
    case photos
    case unread
    /// Messages that a filter took out.
    case leftOut
    /// Of a group.
    case members
    /// After a list of names or things that was cut short.
    case more

    static let fileKeys = allCases.map(\.fileKey)
}

extension CodingKey {
    /// The name as files write it: `deletedByMe` is `deleted_by_me`.
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

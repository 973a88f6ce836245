/// Every fixed phrase that layout may need. `{…}` is a place to be filled in.
enum Phrase: String, CaseIterable, Sendable {
    // How far a message got.
    case sending, sent, delivered, read, played, failed
    // What became of it.
    case continued, edited, deleted, deletedByMe, pinned, starred
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
    /// `{kind}`
    case unsupported
    case you
    // Somebody is writing; what was not read yet.
    case typing, unread
    /// `{a}`, `{b}`: the end of a list of names.
    case lastTwo
    /// Between the names before.
    case comma
    // `{n}`: parts of a duration.
    case hours, minutes, seconds
}

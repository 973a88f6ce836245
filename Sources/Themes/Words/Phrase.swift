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
    // What a source of a joined conversation says otherwise. Placeholder: `{name}`.
    case notIn, deletedIn, editedIn, textIn, timeIn, orderIn, fileMissingIn, unsureIn
    /// Placeholder: `{kind}`.
    case unsupported
    /// The reader: in a sentence, and as the heading of own messages.
    case you, me
    case typing
    // An app's bars: the online status, and the placeholder of the input field.
    case online, messageField
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
            .repliedToSelf, .notIn, .deletedIn, .editedIn, .textIn, .timeIn, .orderIn,
            .fileMissingIn, .unsureIn:
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

/// The plural forms of a phrase; `{n}` is the number.
struct PluralForms: Sendable {
    enum Category: Int, CodingKey, CaseIterable, Sendable { case zero, one, two, few, many, other }

    /// One form per category. The forms of categories that a language does not have are never used.
    private let forms: [String]

    /// Creates the same form for every number.
    init(_ form: String) { forms = Category.allCases.map { _ in form } }

    init(_ form: (Category) -> String) { forms = Category.allCases.map(form) }

    subscript(category: Category) -> String { forms[category.rawValue] }
}

/// Selects the plural form of a whole number: CLDR's rules for cardinals, restricted to whole
/// numbers. A language's file names its rule.
enum PluralRule: String, CaseIterable, Sendable {
    /// Chinese, Indonesian, Japanese, Korean, Thai, Vietnamese.
    case none
    /// English, German, Dutch, Italian, Spanish, Turkish, Danish, Greek, Finnish, Hungarian,
    /// Swedish.
    case one
    /// French, Portuguese, Hindi, Persian, Bengali: zero is singular, too.
    case zeroAndOne = "zero_and_one"
    /// Russian, Ukrainian, Belarusian.
    case eastSlavic = "east_slavic"
    /// Serbian, Croatian, Bosnian.
    case southSlavic = "south_slavic"
    case polish
    /// Czech, Slovak.
    case czech
    case slovenian
    case lithuanian
    case latvian
    case romanian
    case arabic
    case hebrew

    /// The categories of the language. `many` in Czech and Lithuanian is for fractions.
    var categories: [PluralForms.Category] {
        switch self {
        case .none: [.other]
        case .one, .zeroAndOne: [.one, .other]
        case .eastSlavic, .polish, .czech, .lithuanian: [.one, .few, .many, .other]
        case .southSlavic, .romanian: [.one, .few, .other]
        case .slovenian: [.one, .two, .few, .other]
        case .latvian: [.zero, .one, .other]
        case .arabic: [.zero, .one, .two, .few, .many, .other]
        case .hebrew: [.one, .two, .other]
        }
    }

    func category(of number: Int) -> PluralForms.Category {
        let number = number.magnitude
        let ones = number % 10
        let tens = number % 100
        let isTeen = (11...19).contains(tens)
        let isFew = (2...4).contains(ones) && !(12...14).contains(tens)
        switch self {
        case .none: return .other
        case .one: return number == 1 ? .one : .other
        case .zeroAndOne: return number < 2 ? .one : .other
        case .eastSlavic: return ones == 1 && tens != 11 ? .one : isFew ? .few : .many
        case .southSlavic: return ones == 1 && tens != 11 ? .one : isFew ? .few : .other
        case .polish: return number == 1 ? .one : isFew ? .few : .many
        case .czech: return number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case .slovenian:
            return tens == 1 ? .one : tens == 2 ? .two : tens == 3 || tens == 4 ? .few : .other
        case .lithuanian:
            if isTeen || ones == 0 { return .other }
            return ones == 1 ? .one : .few
        case .latvian:
            if isTeen || ones == 0 { return .zero }
            return ones == 1 ? .one : .other
        case .romanian:
            if number == 1 { return .one }
            return number == 0 || (1...19).contains(tens) ? .few : .other
        case .arabic:
            switch number {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default: break
            }
            if (3...10).contains(tens) { return .few }
            return (11...99).contains(tens) ? .many : .other
        case .hebrew:
            return number == 1 ? .one : number == 2 ? .two : .other
        }
    }

    /// Returns whether a category contains a single number, so that its form may omit `{n}`.
    func isOneNumber(_ category: PluralForms.Category) -> Bool {
        (0...200).count { self.category(of: $0) == category } == 1
    }
}

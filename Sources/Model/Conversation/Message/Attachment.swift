/// An item sent with a text or instead of one.
package struct Attachment: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case image, video, gif, sticker, voice, audio, video_note, file, contact, location, card

        /// Whether the file has a duration.
        package var isPlayed: Bool {
            switch self {
            case .video, .video_note, .voice, .audio: true
            case .image, .gif, .sticker, .file, .contact, .location, .card: false
            }
        }
    }

    package var kind: Kind
    /// The caller's `kind` if it is unknown and replaced by `.file`.
    package var unknownKind: String?
    /// The picture of the attachment: the photo itself, or a video's poster.
    package var media: MediaIndex?
    /// The data of an attachment that is not a picture: a video, sound or document.
    package var file: MediaIndex?
    package var name: String?
    /// In bytes.
    package var size: Int?
    package var width: Double?
    package var height: Double?
    /// In seconds.
    package var duration: Double?
    /// The samples of the waveform, in any number. Drawing scales them by the largest.
    package var waveform: [Float] = []
    package var title: String?
    package var performer: String?
    package var caption: String?
    package var alt: String?
    package var transcript: String?
    package var card: Card?
    /// Why the source lacks the file, in the export's words.
    package var missing: String?
    /// Why the conversation does not include the file although the source has it.
    package var omitted: String?
    /// The file's SHA-256 digest in hexadecimal, known even if the file is not included.
    package var sha256: String?

    package init(kind: Kind) { self.kind = kind }

    package enum Availability: Sendable { case included, omitted, missing }

    /// Nil for places, contacts and cards of apps, which need no file.
    package var availability: Availability? {
        if file != nil { return .included }
        if missing != nil { return .missing }
        if omitted != nil { return .omitted }
        if media != nil { return .included }
        switch kind {
        case .contact, .location, .card: return nil
        case .image, .video, .gif, .sticker, .voice, .audio, .video_note, .file: return .missing
        }
    }
}

/// The contents of an app's or bot's card, besides title and picture: text, address and buttons.
package struct Card: Sendable, Equatable {
    package struct Button: Sendable, Equatable {
        package var text: String
        package var url: String?

        package init(text: String, url: String? = nil) {
            self.text = text
            self.url = url
        }
    }

    package var text: String?
    package var url: String?
    package var buttons: [Button] = []

    package init() {}
}

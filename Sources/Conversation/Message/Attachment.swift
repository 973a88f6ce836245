/// Something sent with, or instead of, text.
package struct Attachment: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case image, video, gif, sticker, voice, audio, video_note, file, contact, location, card
    }

    package var kind: Kind
    /// The caller's `kind`, if it is unknown and `.file` replaces it.
    package var unknownKind: String?
    /// Its picture: a photo itself, the poster of a film.
    package var media: MediaIndex?
    /// Bytes that are no picture: a film, a sound, a document.
    package var file: MediaIndex?
    package var name: String?
    /// Bytes.
    package var size: Int?
    package var width: Double?
    package var height: Double?
    /// Seconds.
    package var duration: Double?
    /// Any number of samples, each scaled by the largest when drawn.
    package var waveform: [Float] = []
    package var title: String?
    package var performer: String?
    package var caption: String?
    package var alt: String?
    package var transcript: String?
    /// The contents of an app's card beside its title and its picture.
    package var card: Card?
    /// Why the bytes are not here, in the export's words.
    package var missing: String?

    package init(kind: Kind) { self.kind = kind }
}

/// The contents of an app's or a bot's card beside a title and a picture: words, an address,
/// buttons.
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

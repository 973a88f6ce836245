import Basics
import Model

/// The kind of a file, from its name and first bytes.
package enum FileKind {
    /// Returns whether a file is an attachment of chats by its name, never a chat itself.
    package static func isMedia(_ name: String) -> Bool { kind(name: name) != .file }

    static func kind(name: String?, mime: String? = nil) -> Attachment.Kind {
        if let mime {
            if mime == "image/gif" { return .gif }
            if mime.hasPrefix("image/") { return .image }
            if mime.hasPrefix("video/") { return .video }
            if mime.hasPrefix("audio/") { return .audio }
            if mime == "text/vcard" || mime == "text/x-vcard" { return .contact }
        }
        switch Path.fileExtension(name ?? "") {
        case "jpg", "jpeg", "png", "heic", "heif", "webp", "bmp", "tif", "tiff", "avif":
            return .image
        case "gif": return .gif
        case "mp4", "mov", "3gp", "m4v", "mkv", "webm", "avi": return .video
        case "opus", "ogg", "oga", "amr", "caf": return .voice
        case "mp3", "m4a", "aac", "wav", "flac": return .audio
        case "vcf": return .contact
        case "tgs", "was": return .sticker
        default: return .file
        }
    }

    static func mayBePicture(_ kind: Attachment.Kind, name: String) -> Bool {
        switch kind {
        case .image, .sticker, .gif:
            !["mp4", "mov", "webm", "tgs", "json", "was", "lottie"]
                .contains(Path.fileExtension(name))
        case .video, .voice, .audio, .video_note, .file, .contact, .location, .card: false
        }
    }
}

/// Pictures embedded in text: `data:image/png;base64,…`.
enum DataURI {
    /// Decodes the picture of a person. Returns nil for any other text, with a warning if the
    /// picture is unsupported or too large.
    static func picture(
        _ text: String, of person: String, in builder: inout ConversationBuilder
    ) throws(ImportError) -> MediaIndex? {
        guard builder.readsMedia, text.hasPrefix("data:"), let place = text.place(of: ";base64,")
        else { return nil }
        let coded = Array(text[place.upperBound...].utf8)
        let limit = builder.options.limits.mediaBytes
        let decoded = Result { () throws(Base64.Failure) in
            try Base64.decode(coded[...], limit: limit)
        }
        let reason: String
        switch decoded {
        case .success(let bytes) where FileSignature.isPicture(bytes):
            return try builder.store(bytes, name: "")
        case .success: reason = "is not a supported picture"
        case .failure(.tooLong): reason = "is larger than \(limit >> 20) MiB"
        case .failure: reason = "is damaged"
        }
        builder.warn(.missingMedia, "the picture of \(person) \(reason)")
        return nil
    }
}

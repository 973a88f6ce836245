import Conversation
import Encodings

/// Pictures inside texts: `data:image/png;base64,…`.
enum DataURI {
    /// The picture; nil for anything else, or larger than one may be.
    static func picture(_ text: String, in builder: inout ConversationBuilder) throws(ImportError)
        -> MediaIndex?
    {
        guard text.hasPrefix("data:"), let place = text.place(of: ";base64,") else { return nil }
        let coded = Array(text[place.upperBound...].utf8)
        let limit = builder.options.limits.conversation.mediaBytes
        guard let bytes = try? Base64.decode(coded[...], limit: limit),
            MediaType.isPicture(bytes)
        else { return nil }
        return try builder.store(bytes, name: "")
    }
}

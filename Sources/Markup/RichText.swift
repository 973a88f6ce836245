/// Text with marked stretches, as Telegram, Signal and chat markdown mean them.
package struct RichText: Sendable, Hashable {
    package var text: String
    /// Sorted by start, longer ones first; they may nest but never cross.
    package var entities: [Entity]

    package init(_ text: String, _ entities: [Entity] = []) {
        self.text = text
        self.entities = entities
    }

    package var isEmpty: Bool { text.isEmpty }
}

/// A stretch of UTF-8 offsets and what it is.
package struct Entity: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case bold, italic, underline, strike, spoiler, code
        case link(url: String)
        case mention, hashtag
        /// An emoji of the service's own; the text under it is what stands in for it.
        case customEmoji(name: String)
    }

    package var range: Range<Int>
    package var kind: Kind

    package init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }
}

/// The allowed targets of links: the web, mail and phone numbers, and never a script or a file.
package enum LinkTarget {
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "tel", "sms", "ftp", "ftps", "geo", "xmpp", "sip", "sips",
        "matrix", "tg", "slack", "discord", "whatsapp", "signal", "sgnl", "facetime", "webcal",
    ]

    /// The address as a link's target; nil where it is relative or of a scheme that could act.
    package static func url(_ address: String) -> String? {
        guard address.utf8.count <= 4096,
            let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")),
            schemes.contains(address[..<colon].lowercased())
        else { return nil }
        return address.utf8.contains { $0 <= 0x20 || $0 == 0x7F } ? nil : address
    }
}

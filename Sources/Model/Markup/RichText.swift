/// Text with marked ranges, as used by Telegram, Signal and chat Markdown.
package struct RichText: Sendable, Hashable {
    package var text: String
    /// The marks, sorted by start, longer ones first. Marks may nest but never cross.
    package var entities: [Entity]

    package init(_ text: String, _ entities: [Entity] = []) {
        self.text = text
        self.entities = entities
    }

    var isEmpty: Bool { text.isEmpty }
}

/// A marked range of UTF-8 offsets and its kind.
package struct Entity: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case bold, italic, underline, strike, spoiler, code
        case link(url: String)
        case mention, hashtag
        /// A custom emoji of the service. The marked text is its fallback.
        case customEmoji(name: String)
    }

    package var range: Range<Int>
    package var kind: Kind

    package init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }
}

/// The allowed targets of links: web, mail and phone addresses, but never scripts or files.
package enum LinkTarget {
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "tel", "sms", "ftp", "ftps", "geo", "xmpp", "sip", "sips",
        "matrix", "tg", "slack", "discord", "whatsapp", "signal", "sgnl", "facetime", "webcal",
    ]

    /// Returns the address if it may be a link's target, or nil if it is relative or its scheme
    /// might trigger an action.
    package static func url(_ address: String) -> String? {
        guard address.utf8.count <= 4096,
            let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")),
            schemes.contains(address[..<colon].lowercased())
        else { return nil }
        return address.utf8.contains { $0 <= 0x20 || $0 == 0x7F } ? nil : address
    }

    /// Returns the address if a text may state it: also a path or a file, such as the
    /// `sandbox:/mnt/data/report.csv` of an assistant, but never a script. Outputs make links only
    /// of what `url` allows.
    static func stated(_ address: String) -> String? {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard !address.isEmpty, address.utf8.count <= 4096,
            !["javascript", "vbscript", "data"].contains(scheme)
        else { return nil }
        return address.utf8.contains { $0 <= 0x20 || $0 == 0x7F } ? nil : address
    }
}

import Markup

/// Addresses from exports that may become links.
enum Link {
    /// A mark for addresses that a reader can safely open; nil for `javascript:` and its like,
    /// whose text stays as text.
    static func mark(_ address: String) -> TextMark.Kind? {
        url(address).map { .entity(.link(url: $0)) }
    }

    static func url(_ address: String) -> String? {
        let plain = CleanText.line(address).trimmingBlanks()
        guard plain.utf8.count <= 4096, let colon = plain.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let scheme = plain[..<colon].lowercased()
        return ["http", "https", "mailto", "tel", "ftp"].contains(scheme) ? plain : nil
    }
}

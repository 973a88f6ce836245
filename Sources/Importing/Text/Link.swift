import Markup

/// Addresses from exports that may become links.
enum Link {
    /// A mark for addresses that a reader can safely open; nil for `javascript:` and its like,
    /// whose text stays as text.
    static func mark(_ address: String) -> TextMark.Kind? {
        url(address).map { .entity(.link(url: $0)) }
    }

    static func url(_ address: String) -> String? {
        LinkTarget.url(CleanText.line(address).trimmingBlanks())
    }
}

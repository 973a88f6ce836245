import Markup

/// Texts as bodies, by the markup their service writes.
enum Body {
    static func plain(_ text: String) -> [TextBlock] {
        PlainText.blocks(CleanText.clean(text))
    }

    static func whatsApp(_ text: String) -> [TextBlock] { plain(text) }
}

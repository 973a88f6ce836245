/// The ways in which a text may be marked up.
package enum TextFormat: String, Sendable, CaseIterable {
    case plain, markdown, whatsapp, slack, discord

    /// Reads a cleaned text's markup.
    package func blocks(_ text: String, names: KnownNames = KnownNames()) -> [TextBlock] {
        switch self {
        case .plain: PlainText.blocks(text)
        case .markdown: Markdown.blocks(text)
        case .whatsapp: WhatsApp.blocks(text)
        case .slack: Slack.blocks(text, names)
        case .discord: Discord.blocks(text, names)
        }
    }
}

package import Resources

/// The ways in which a text may be marked up.
package enum TextFormat: String, Sendable, CaseIterable {
    case plain, markdown, whatsapp, slack, discord

    /// Reads a cleaned text's markup, as far as the work may go on. Markdown alone takes so long
    /// over one text that it has to ask.
    package func blocks(
        _ text: String, names: KnownNames = KnownNames(), allowance: Allowance = .unlimited
    ) -> [TextBlock] {
        switch self {
        case .plain: PlainText.blocks(text)
        case .markdown: Markdown.blocks(text, allowance)
        case .whatsapp: WhatsApp.blocks(text)
        case .slack: Slack.blocks(text, names)
        case .discord: Discord.blocks(text, names)
        }
    }
}

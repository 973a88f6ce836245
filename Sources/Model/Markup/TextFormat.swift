package import Basics

package enum TextFormat: String, Sendable, CaseIterable {
    case plain, markdown, whatsapp, slack, discord

    /// Parses the markup of a cleaned text, as far as the budget permits. Only Markdown is slow
    /// enough to check the budget.
    package func blocks(
        _ text: String, names: KnownNames = KnownNames(), budget: WorkBudget = .unlimited
    ) -> [TextBlock] {
        switch self {
        case .plain: PlainText.blocks(text)
        case .markdown: Markdown.blocks(text, budget)
        case .whatsapp: WhatsApp.blocks(text)
        case .slack: Slack.blocks(text, names)
        case .discord: Discord.blocks(text, names)
        }
    }
}

/// Rocket.Chat's Markdown, which only exports contain: `*bold*` and `**bold**`, `_italic_` and
/// `__italic__`, `~strike~` and `~~strike~~`, `||spoiler||`, code, quotes, headings, lists, tasks,
/// `[text](address)`, `![text](address)` and `<t:…>` for times.
package enum RocketChatMarkdown {
    /// Parses the markup of a cleaned text.
    package static func blocks(_ text: String) -> [TextBlock] {
        LineReader.blocks(
            text,
            LineReader.Dialect(
                namesLanguages: true, hasInlineFences: true, hasLists: true, hasTasks: true,
                headingLevels: 4, quotesNeedSpace: false,
                inline: { flavor.inline($0, $1, KnownNames()) }))
    }

    private static let flavor = ChatMarkdown(
        asterisks: (.bold, .bold), underscores: (.italic, .italic), tildes: (.strike, .strike),
        linkTarget: LinkTarget.stated, escapable: Set("*_~`#.".utf8), marksEndWithLines: true,
        hasPictures: true, hasSmallPrint: false)
}

/// Discord's Markdown: `**bold**`, `*italic*`, `__underline__`, `~~strike~~`, `||spoiler||`, code,
/// quotes, headings, `-#` small print, lists, `[text](address)`, and `<…>` for mentions, emoji and
/// times.
enum Discord {
    static func blocks(
        _ text: String, _ names: KnownNames = KnownNames()
    ) -> [TextBlock] {
        LineReader.blocks(
            text,
            LineReader.Dialect(
                namesLanguages: true, hasLists: true, headingLevels: 3, quotesToEnd: true,
                inline: { flavor.inline($0, $1, names) }))
    }

    private static let flavor = ChatMarkdown(
        asterisks: (.italic, .bold), underscores: (.italic, .underline), tildes: (nil, .strike),
        linkTarget: LinkTarget.url)
}

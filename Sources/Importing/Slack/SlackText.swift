import Model

/// Slack's mrkdwn, with IDs replaced by names.
struct SlackText {
    let directory: SlackDirectory

    func blocks(_ text: String) -> [TextBlock] {
        TextFormat.slack.blocks(CleanText.clean(named(text)))
    }

    /// Adds labels to IDs: `<@U1>` becomes `<@U1|Ana>`, `<#C1>` becomes `<#C1|general>`. Other text
    /// is unchanged.
    func named(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        var out = ""
        var rest = text[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
            out += rest[..<open]
            rest = rest[open...]
            guard let close = rest.utf8.firstIndex(of: UInt8(ascii: ">")) else { break }
            let token = rest[rest.utf8.index(after: open)..<close]
            out += "<" + named(token: token) + ">"
            rest = rest[rest.utf8.index(after: close)...]
        }
        return out + rest
    }

    private func named(token: Substring) -> String {
        guard let sign = token.first, sign == "@" || sign == "#" else { return String(token) }
        // Channels without a label are sometimes written as `<#C1|>`.
        let bar = token.utf8.firstIndex(of: UInt8(ascii: "|"))
        if let bar, token.utf8.index(after: bar) < token.endIndex { return String(token) }
        let bare = token[..<(bar ?? token.endIndex)]
        let id = String(bare.dropFirst())
        return "\(bare)|\(sign == "@" ? directory.name(id) : directory.channel(id))"
    }
}

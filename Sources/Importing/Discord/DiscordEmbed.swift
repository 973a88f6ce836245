import Model

/// An embed of a Discord message: the preview of a link, or a card that a bot wrote.
struct DiscordEmbed {
    var author: String?
    var title: String?
    var address: String?
    var text: [TextBlock] = []
    var fields: [(name: String?, value: String?)] = []
    var footer: String?
    var picture: MediaIndex?

    /// Whether the embed is only a picture.
    var isWordless: Bool {
        text.isEmpty && fields.isEmpty && [author, title, address, footer].allSatisfy { $0 == nil }
    }

    /// Adds the embed to a message: as the preview of its link, or as a card if it has what a
    /// preview cannot contain, such as fields and links in its text.
    func add(to message: inout Message) {
        guard let url = address.flatMap(Link.url), message.details.link == nil, fields.isEmpty,
            text.allSatisfy({ Body.plain($0.plainText) == [$0] })
        else { return addCard(to: &message) }
        var link = LinkPreview(url: url)
        link.title = title.map(CleanText.line)
        let lines = text.map(\.plainText) + [footer.map(CleanText.clean)].compactMap(\.self)
        link.summary = lines.isEmpty ? nil : lines.joined(separator: "\n")
        link.site = author.map(CleanText.line)
        link.picture = picture
        message.details.link = link
    }

    private func addCard(to message: inout Message) {
        message.body += Body.card(
            author: author, title: title, address: address, text,
            fields: Array(fields.prefix(25)), footer: footer)
        guard let picture else { return }
        var attachment = Attachment(kind: .image)
        attachment.media = picture
        message.attachments.append(attachment)
    }
}

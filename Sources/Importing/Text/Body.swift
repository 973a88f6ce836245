import Model

/// Converts texts to bodies, by the markup of their service.
enum Body {
    static func plain(_ text: String) -> [TextBlock] {
        PlainText.blocks(CleanText.clean(text))
    }

    static func whatsApp(_ text: String) -> [TextBlock] {
        let blocks = TextFormat.whatsapp.blocks(CleanText.clean(text))
        return WhatsAppMentions.openings.contains { text.holds($0) }
            ? WhatsAppMentions.marked(blocks) : blocks
    }

    /// Returns the text of a quotation, without the markup of WhatsApp.
    static func quoted(_ text: String) -> String {
        whatsApp(text).map(\.plainText).joined(separator: "\n")
    }

    static func markdown(_ text: String) -> [TextBlock] {
        TextFormat.markdown.blocks(CleanText.clean(text))
    }

    /// Converts a text with marks, whose ranges are UTF-8 offsets in the given text.
    static func marked(_ text: String, _ marks: [TextMark]) -> [TextBlock] {
        guard !marks.isEmpty else { return plain(text) }
        let edges = marks.edges
        var moved = edges
        let clean = CleanText.clean(text, moving: &moved)
        guard clean.utf8.count != text.utf8.count || moved != edges else {
            return PlainText.blocks(clean, marks: marks)
        }
        return PlainText.blocks(clean, marks: marks.moved(from: edges, to: moved))
    }

    /// Converts the card of an app or a website to a quotation; an empty card to nothing.
    static func card(
        author: String?, title: String?, address: String?, _ text: [TextBlock],
        fields: [(name: String?, value: String?)], footer: String?,
        reading read: (String) -> [TextBlock] = { plain($0) }
    ) -> [TextBlock] {
        let link = [address.flatMap(Link.mark)].compactMap(\.self)
        var inner: [TextBlock] = []
        for (words, marks) in [
            (author, title == nil ? link : []), (title, [.entity(.bold)] + link),
        ] {
            var builder = Builder()
            builder.append(words ?? "", marks)
            inner += builder.blocks
        }
        inner += text
        for field in fields {
            var builder = Builder()
            if let name = field.name { builder.append(name + ": ", .entity(.bold)) }
            var value = read(field.value ?? "")
            if case .paragraph(let rich)? = value.first {
                builder.append(rich.text, marks: rich.entities)
                value.removeFirst()
            }
            inner += builder.blocks + value
        }
        inner += footer.map(plain) ?? []
        return inner.isEmpty ? [] : [.quote(inner)]
    }

    /// Builds a text from pieces, some of them marked.
    struct Builder {
        private(set) var text = ""
        private(set) var marks: [TextMark] = []

        var blocks: [TextBlock] { Body.marked(text, marks) }

        mutating func append(_ piece: some StringProtocol, _ kinds: [TextMark.Kind] = []) {
            let start = text.utf8.count
            text += piece
            guard text.utf8.count > start else { return }
            for kind in kinds { marks.append(TextMark(start..<text.utf8.count, kind)) }
        }

        mutating func append(_ piece: some StringProtocol, _ kind: TextMark.Kind?) {
            append(piece, kind.map { [$0] } ?? [])
        }

        mutating func append(_ piece: String, marks entities: [Entity]) {
            let start = text.utf8.count
            text += piece
            for entity in entities {
                let range = entity.range
                mark(start + range.lowerBound..<start + range.upperBound, .entity(entity.kind))
            }
        }

        mutating func mark(_ range: Range<Int>, _ kind: TextMark.Kind) {
            marks.append(TextMark(range, kind))
        }
    }
}

/// Web addresses from exports that may become links.
enum Link {
    /// Returns a link mark for addresses that are safe to open, or nil for others such as
    /// `javascript:`, which stay text.
    static func mark(_ address: String) -> TextMark.Kind? {
        url(address).map { .entity(.link(url: $0)) }
    }

    static func url(_ address: String) -> String? {
        LinkTarget.url(CleanText.line(address).trimmingBlanks())
    }
}

import Model

/// Marks as tags, blocks as brackets: short text that keeps tests readable.
func rendered(_ blocks: [TextBlock]) -> String {
    blocks.map(rendered).joined(separator: "¶")
}

func rendered(_ text: RichText) -> String {
    let bytes = Array(text.text.utf8)
    var out: [UInt8] = []
    var open: [Entity] = []
    var next = 0
    for offset in 0...bytes.count {
        while let last = open.last, last.range.upperBound == offset {
            out += "</\(tag(last.kind))>".utf8
            open.removeLast()
        }
        while next < text.entities.count, text.entities[next].range.lowerBound == offset {
            let entity = text.entities[next]
            var name = tag(entity.kind)
            if case .link(let url) = entity.kind { name += "=" + url }
            out += "<\(name)>".utf8
            open.append(entity)
            next += 1
        }
        if offset < bytes.count { out.append(bytes[offset]) }
    }
    return String(decoding: out, as: UTF8.self)
}

private func tag(_ kind: Entity.Kind) -> String {
    switch kind {
    case .bold: "b"
    case .italic: "i"
    case .underline: "u"
    case .strike: "s"
    case .spoiler: "sp"
    case .code: "c"
    case .link: "a"
    case .mention: "@"
    case .hashtag: "#"
    case .customEmoji: "e"
    }
}

private func rendered(_ block: TextBlock) -> String {
    switch block {
    case .paragraph(let text): rendered(text)
    case .heading(let level, let text): "h\(level)[\(rendered(text))]"
    case .code(let language, let text): "code:\(language ?? "")[\(text)]"
    case .quote(let blocks): "q[\(rendered(blocks))]"
    case .list(let start, let items):
        "\(start.map(String.init) ?? "ul")["
            + items.map { item in
                (item.isDone.map { $0 ? "☑" : "☐" } ?? "") + rendered(item.blocks)
            }.joined(separator: "|") + "]"
    case .table(let alignments, let header, let rows):
        "t\(alignments)["
            + ([header] + rows).map { $0.map(rendered).joined(separator: ",") }
            .joined(separator: "|") + "]"
    case .rule: "—"
    }
}

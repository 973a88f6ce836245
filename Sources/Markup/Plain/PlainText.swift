/// Text whose markup, if any, stands beside it as marks; links are found in what is not marked as
/// code.
package enum PlainText {
    /// Areas inside areas; deeper ones become their text.
    private static let deepest = Markdown.deepest

    package static func blocks(_ text: String, marks: [TextMark] = []) -> [TextBlock] {
        guard !marks.isEmpty else {
            let trimmed = withoutTrailingBlanks(text)
            guard !trimmed.isEmpty else { return [] }
            return [.paragraph(RichText(trimmed, LinkFinder.links(in: trimmed)))]
        }
        let bytes = Array(text.utf8)
        var entities: [Entity] = []
        var areas: [TextMark] = []
        for mark in marks {
            let range = whole(mark.range, in: bytes)
            guard !range.isEmpty else { continue }
            switch mark.kind {
            case .entity(let kind): entities.append(Entity(range, kind))
            case .code, .quote, .heading, .list, .item, .paragraph, .rule:
                areas.append(TextMark(range, mark.kind))
            }
        }
        entities.sort { $0.range.lowerBound < $1.range.lowerBound }
        var builder = Builder(bytes: bytes, entities: entities)
        return builder.blocks(in: bytes.indices, areas: nesting(areas)[...], depth: 0)
    }

    /// In the order of the text, outer ones first; of those over the same stretch, the one named
    /// first.
    private static func nesting(_ areas: [TextMark]) -> [TextMark] {
        areas.enumerated().sorted { left, right in
            let (a, b) = (left.element.range, right.element.range)
            return (a.lowerBound, b.upperBound, left.offset)
                < (b.lowerBound, a.upperBound, right.offset)
        }.map(\.element)
    }

    /// A range inside the text that cuts no character in two.
    private static func whole(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        func boundary(_ offset: Int) -> Int {
            var offset = min(max(offset, 0), bytes.count)
            while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            return offset
        }
        let start = boundary(range.lowerBound)
        return start..<max(start, boundary(range.upperBound))
    }

    private static func withoutTrailingBlanks(_ text: String) -> String {
        guard let last = text.utf8.last, last == 0x0A || last == 0x20 else { return text }
        guard let end = text.utf8.lastIndex(where: { $0 != 0x0A && $0 != 0x20 }) else { return "" }
        return String(text[...end])
    }

    /// Cuts the text at its blocks; what stands between them becomes paragraphs.
    private struct Builder {
        let bytes: [UInt8]
        let entities: [Entity]
        /// Entities before this one end before the text that is still to come.
        private var nextEntity = 0

        init(bytes: [UInt8], entities: [Entity]) {
            self.bytes = bytes
            self.entities = entities
        }

        mutating func blocks(
            in range: Range<Int>, areas: ArraySlice<TextMark>, depth: Int, isInQuote: Bool = false
        ) -> [TextBlock] {
            var blocks: [TextBlock] = []
            eachArea(in: range, areas, depth: depth) { builder, part, area, inner in
                guard let area else { return builder.addParagraph(part, to: &blocks) }
                switch area.kind {
                case .code(let language):
                    let text = builder.string(builder.trimmed(part))
                    blocks.append(.code(language: language, text: text))
                case .quote:
                    // Quotes inside quotes are shown as one: no messenger nests them by marks.
                    blocks.append(
                        .quote(
                            builder.blocks(
                                in: part, areas: inner.filter { $0.kind != .quote }[...],
                                depth: depth + 1, isInQuote: true)))
                case .heading(let level):
                    guard let text = builder.richText(part) else { return }
                    blocks.append(.heading(level: level, text))
                case .list(let start):
                    let items = builder.items(
                        in: part, areas: inner, depth: depth + 1, isInQuote: isInQuote)
                    if !items.isEmpty { blocks.append(.list(start: start, items: items)) }
                case .item:
                    // An item of no list is what it holds.
                    blocks += builder.blocks(
                        in: part, areas: inner, depth: depth + 1, isInQuote: isInQuote)
                case .rule: blocks.append(.rule)
                case .paragraph, .entity: builder.addParagraph(part, to: &blocks)
                }
            }
            return blocks
        }

        /// Reads the contents of a list: its items, and anything between them as further items.
        private mutating func items(
            in range: Range<Int>, areas: ArraySlice<TextMark>, depth: Int, isInQuote: Bool
        ) -> [TextBlock.ListItem] {
            var items: [TextBlock.ListItem] = []
            eachArea(in: range, areas, depth: depth) { builder, part, area, inner in
                var isDone: Bool?
                var held = inner
                if case .item(let done)? = area?.kind {
                    isDone = done
                } else if let area {
                    held = [area] + inner
                }
                let blocks = builder.blocks(
                    in: part, areas: held, depth: depth + 1, isInQuote: isInQuote)
                if !blocks.isEmpty {
                    items.append(TextBlock.ListItem(isDone: isDone, blocks: blocks))
                }
            }
            return items
        }

        /// Cuts a stretch at its outermost areas, and tells of each part in order: an area with
        /// those inside it, or what stands beside them.
        private mutating func eachArea(
            in range: Range<Int>, _ areas: ArraySlice<TextMark>, depth: Int,
            _ tell: (inout Builder, Range<Int>, TextMark?, ArraySlice<TextMark>) -> Void
        ) {
            var position = range.lowerBound
            var index = depth < PlainText.deepest ? areas.startIndex : areas.endIndex
            while index < areas.endIndex {
                let area = areas[index]
                let start = max(area.range.lowerBound, position)
                let end = min(area.range.upperBound, range.upperBound)
                index += 1
                guard start < end else { continue }
                if position < start { tell(&self, position..<start, nil, []) }
                var inner = index
                while inner < areas.endIndex, areas[inner].range.lowerBound < end { inner += 1 }
                tell(&self, start..<end, area, areas[index..<inner])
                index = inner
                position = end
            }
            if position < range.upperBound { tell(&self, position..<range.upperBound, nil, []) }
        }

        private mutating func addParagraph(_ range: Range<Int>, to blocks: inout [TextBlock]) {
            if let text = richText(range) { blocks.append(.paragraph(text)) }
        }

        /// A stretch with its entities; nil where there is nothing in it.
        private mutating func richText(_ range: Range<Int>) -> RichText? {
            let range = trimmed(range)
            guard !range.isEmpty else { return nil }
            var marks: [Entity] = []
            while nextEntity < entities.count,
                entities[nextEntity].range.upperBound <= range.lowerBound
            {
                nextEntity += 1
            }
            for entity in entities[nextEntity...] {
                guard entity.range.lowerBound < range.upperBound else { break }
                let part = entity.range.clamped(to: range)
                guard !part.isEmpty else { continue }
                marks.append(moved(Entity(part, entity.kind), by: range.lowerBound))
            }
            let text = Array(bytes[range])
            marks += Entity.links(LinkFinder.links(in: text, text.indices), besides: marks)
            return RichText(string(range), marks: marks)
        }

        private func moved(_ entity: Entity, by offset: Int) -> Entity {
            Entity(
                entity.range.lowerBound - offset..<entity.range.upperBound - offset, entity.kind)
        }

        /// Without the line ends that a block brings by itself.
        private func trimmed(_ range: Range<Int>) -> Range<Int> {
            var start = range.lowerBound
            var end = range.upperBound
            if start > 0, start < end, bytes[start] == 0x0A { start += 1 }
            while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x20 { end -= 1 }
            return start..<end
        }

        private func string(_ range: Range<Int>) -> String {
            String(decoding: bytes[range], as: UTF8.self)
        }
    }
}

extension Entity.Kind {
    /// Whether an address inside it is no link of its own.
    var excludesLinks: Bool {
        switch self {
        case .link, .code, .mention, .customEmoji: true
        case .bold, .italic, .underline, .strike, .spoiler, .hashtag: false
        }
    }
}

/// A stretch of a text as a caller marks it: an entity of its line, or a block of its own.
package struct TextMark: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case entity(Entity.Kind)
        case code(language: String?)
        case quote
        case heading(level: Int)
        /// `start` is the first number, nil for bullets.
        case list(start: Int?)
        /// `isDone` is nil where it is no task.
        case item(isDone: Bool?)
        /// Needed only where a paragraph follows another.
        case paragraph
        /// Its text is not shown.
        case rule
    }

    /// UTF-8 offsets.
    package var range: Range<Int>
    package var kind: Kind

    package init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }
}

/// Plain text with markup given as separate marks. Links are detected outside of code.
package enum PlainText {
    /// The maximum nesting depth of areas. Deeper ones become their text.
    private static let maxDepth = Markdown.maxDepth

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

    /// Sorts areas in text order, outer ones first. If areas have the same range, the first is the
    /// outer one.
    private static func nesting(_ areas: [TextMark]) -> [TextMark] {
        areas.enumerated().sorted { left, right in
            let (a, b) = (left.element.range, right.element.range)
            return (a.lowerBound, b.upperBound, left.offset)
                < (b.lowerBound, a.upperBound, right.offset)
        }.map(\.element)
    }

    /// Within the text, and without splitting a character.
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

    /// Splits the text at its blocks. Everything between them becomes paragraphs.
    private struct Builder {
        let bytes: [UInt8]
        let entities: [Entity]
        /// The index of the first entity that does not end before the remaining text.
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
                    // Nested quotes are merged: no messenger nests them by marks.
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
                    // An item outside of a list is replaced by its contents.
                    blocks += builder.blocks(
                        in: part, areas: inner, depth: depth + 1, isInQuote: isInQuote)
                case .rule: blocks.append(.rule)
                case .paragraph, .entity: builder.addParagraph(part, to: &blocks)
                }
            }
            return blocks
        }

        /// Reads the contents of a list: its items, and everything between them as further items.
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

        /// Splits a range at its outermost areas. Calls `visit` for each part in order: an area with
        /// its inner areas, or the text between areas.
        private mutating func eachArea(
            in range: Range<Int>, _ areas: ArraySlice<TextMark>, depth: Int,
            _ visit: (inout Builder, Range<Int>, TextMark?, ArraySlice<TextMark>) -> Void
        ) {
            var position = range.lowerBound
            var index = depth < PlainText.maxDepth ? areas.startIndex : areas.endIndex
            while index < areas.endIndex {
                let area = areas[index]
                let start = max(area.range.lowerBound, position)
                let end = min(area.range.upperBound, range.upperBound)
                index += 1
                guard start < end else { continue }
                if position < start { visit(&self, position..<start, nil, []) }
                var inner = index
                while inner < areas.endIndex, areas[inner].range.lowerBound < end { inner += 1 }
                visit(&self, start..<end, area, areas[index..<inner])
                index = inner
                position = end
            }
            if position < range.upperBound { visit(&self, position..<range.upperBound, nil, []) }
        }

        private mutating func addParagraph(_ range: Range<Int>, to blocks: inout [TextBlock]) {
            if let text = richText(range) { blocks.append(.paragraph(text)) }
        }

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

        /// Without the line ends that the block implies.
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
    var excludesLinks: Bool {
        switch self {
        case .link, .code, .mention, .customEmoji: true
        case .bold, .italic, .underline, .strike, .spoiler, .hashtag: false
        }
    }
}

/// A range of a text as marked by the caller: an inline entity or a block.
package struct TextMark: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case entity(Entity.Kind)
        case code(language: String?)
        case quote
        case heading(level: Int)
        /// `start` is the first number, or nil for bullets.
        case list(start: Int?)
        /// `isDone` is nil if the item is not a task.
        case item(isDone: Bool?)
        /// A paragraph. Only necessary if another paragraph precedes it.
        case paragraph
        /// A rule. Its text is not shown.
        case rule
    }

    /// In UTF-8 offsets.
    package var range: Range<Int>
    package var kind: Kind

    package init(_ range: Range<Int>, _ kind: Kind) { (self.range, self.kind) = (range, kind) }
}

extension [TextMark] {
    /// The offsets at which marks begin or end, in order.
    package var edges: [Int] {
        Set(flatMap { [$0.range.lowerBound, $0.range.upperBound] }).sorted()
    }

    /// The marks that are not empty once each edge is at a new offset.
    package func moved(from edges: [Int], to offsets: [Int]) -> [TextMark] {
        let places = Dictionary(uniqueKeysWithValues: zip(edges, offsets))
        return compactMap { mark in
            guard let start = places[mark.range.lowerBound],
                let end = places[mark.range.upperBound], start < end
            else { return nil }
            return TextMark(start..<end, mark.kind)
        }
    }
}

/// Converts UTF-16 offsets, as used by JavaScript and phones, to UTF-8 offsets.
package enum UTF16Offsets {
    /// Returns the UTF-8 offsets for ascending UTF-16 offsets. An offset inside a surrogate pair
    /// maps to its start, an offset beyond the end to the end.
    package static func utf8(_ offsets: [Int], in text: String) -> [Int] {
        var places: [Int] = []
        places.reserveCapacity(offsets.count)
        var (units, bytes) = (0, 0)
        for scalar in text.unicodeScalars {
            let next = units + (scalar.value > 0xFFFF ? 2 : 1)
            while places.count < offsets.count, offsets[places.count] < next {
                places.append(bytes)
            }
            guard places.count < offsets.count else { return places }
            units = next
            bytes += UTF8.width(scalar)
        }
        return places + repeatElement(bytes, count: offsets.count - places.count)
    }
}

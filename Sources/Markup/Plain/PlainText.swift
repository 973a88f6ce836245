/// Text whose markup, if any, stands beside it as marks; links are found in what is not marked as code.
package enum PlainText {
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
            case .code, .quote: areas.append(TextMark(range, mark.kind))
            }
        }
        areas.sort {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }
        entities.sort { $0.range.lowerBound < $1.range.lowerBound }
        var builder = Builder(bytes: bytes, entities: entities)
        return builder.blocks(in: bytes.indices, areas: areas[...], depth: 0)
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
            in range: Range<Int>, areas: ArraySlice<TextMark>, depth: Int
        ) -> [TextBlock] {
            var blocks: [TextBlock] = []
            var position = range.lowerBound
            var index = areas.startIndex
            while index < areas.endIndex {
                let area = areas[index]
                let start = max(area.range.lowerBound, position)
                let end = min(area.range.upperBound, range.upperBound)
                index += 1
                guard start < end else { continue }
                addParagraph(position..<start, to: &blocks)
                var inner = index
                while inner < areas.endIndex, areas[inner].range.lowerBound < end { inner += 1 }
                switch area.kind {
                case .code(let language):
                    blocks.append(.code(language: language, text: string(trimmed(start..<end))))
                case .quote:
                    // Quotes inside quotes are shown as one: no messenger nests them by marks.
                    let nested = depth == 0 ? areas[index..<inner].filter { $0.kind != .quote } : []
                    blocks.append(
                        .quote(self.blocks(in: start..<end, areas: nested[...], depth: depth + 1)))
                case .entity: continue
                }
                index = inner
                position = end
            }
            addParagraph(position..<range.upperBound, to: &blocks)
            return blocks
        }

        private mutating func addParagraph(_ range: Range<Int>, to blocks: inout [TextBlock]) {
            let range = trimmed(range)
            guard !range.isEmpty else { return }
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
            blocks.append(.paragraph(RichText(string(range), marks: marks)))
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
    }

    /// UTF-8 offsets.
    package var range: Range<Int>
    package var kind: Kind

    package init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }
}

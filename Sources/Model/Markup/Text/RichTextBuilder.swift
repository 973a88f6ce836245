/// Builds rich text piece by piece. Links are detected outside of code and links.
struct RichTextBuilder {
    private(set) var bytes: [UInt8] = []
    private var marks: [Entity] = []
    private var open: [(kind: Entity.Kind, start: Int)] = []

    var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(_ text: String, _ kind: Entity.Kind) {
        let start = bytes.count
        append(text)
        if bytes.count > start { marks.append(Entity(start..<bytes.count, kind)) }
    }

    mutating func begin(_ kind: Entity.Kind) { open.append((kind, bytes.count)) }

    /// Ends the mark begun last.
    mutating func end() {
        guard let mark = open.popLast(), mark.start < bytes.count else { return }
        marks.append(Entity(mark.start..<bytes.count, mark.kind))
    }

    /// Returns the text without trailing whitespace, with its marks nested.
    consuming func finish() -> RichText {
        while !open.isEmpty { end() }
        while let last = bytes.last, last == 0x0A || last == 0x20 { bytes.removeLast() }
        addLinks()
        return RichText(String(decoding: bytes, as: UTF8.self), marks: marks)
    }

    private mutating func addLinks() {
        let links = LinkFinder.links(in: bytes, bytes.indices)
        guard !links.isEmpty else { return }
        marks.append(contentsOf: Entity.links(links, besides: marks))
    }
}

extension Entity {
    /// Returns the links that do not overlap code, other links or mentions.
    static func links(_ links: [Entity], besides marks: [Entity]) -> [Entity] {
        guard !links.isEmpty else { return [] }
        let taken = marks.filter { $0.kind.excludesLinks }.map(\.range)
            .sorted { $0.lowerBound < $1.lowerBound }
        var index = 0
        return links.filter { link in
            while index < taken.count, taken[index].upperBound <= link.range.lowerBound {
                index += 1
            }
            return index == taken.count || !taken[index].overlaps(link.range)
        }
    }
}

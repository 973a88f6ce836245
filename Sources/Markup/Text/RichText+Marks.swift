extension RichText {
    /// Builds rich text of marks in any order, overlapping and crossing as they may.
    ///
    /// Marks of one kind are joined, a second link over a first begins where that ends, and what
    /// would cross is cut, so that the entities nest. Linear in the marks but for sorting them.
    package init(_ text: String, marks: [Entity]) {
        guard !marks.isEmpty else {
            self.init(text)
            return
        }
        self.init(text, RichText.nested(marks, in: text.utf8.count))
    }

    /// Outer kinds first: the order in which marks over the same stretch are nested.
    private static func rank(_ kind: Entity.Kind) -> Int {
        switch kind {
        case .link: 0
        case .mention: 1
        case .hashtag: 2
        case .spoiler: 3
        case .bold: 4
        case .italic: 5
        case .underline: 6
        case .strike: 7
        case .code: 8
        case .customEmoji: 9
        }
    }

    private struct Edge {
        var offset: Int
        var isBeginning: Bool
        var mark: Open
    }

    private struct Open {
        var kind: Entity.Kind
        var rank: Int
        var end: Int
        /// Its place among the entities written so far.
        var entity = 0
    }

    private static func nested(_ marks: [Entity], in count: Int) -> [Entity] {
        var last = [Int](repeating: 0, count: 10)
        var edges: [Edge] = []
        for mark in marks.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            let rank = rank(mark.kind)
            let end = min(mark.range.upperBound, count)
            let start = max(mark.range.lowerBound, last[rank])
            guard start < end else { continue }
            last[rank] = end
            let open = Open(kind: mark.kind, rank: rank, end: end)
            edges.append(Edge(offset: start, isBeginning: true, mark: open))
            edges.append(Edge(offset: end, isBeginning: false, mark: open))
        }
        edges.sort { $0.offset < $1.offset }
        return sweep(edges)
    }

    /// Walks along the edges. At most one mark of each rank is open, so that `open` stays short;
    /// what stands inside a mark that ends is cut there and goes on as a mark of its own.
    private static func sweep(_ edges: [Edge]) -> [Entity] {
        var entities: [Entity] = []
        var open: [Open] = []
        var index = 0
        while index < edges.count {
            let offset = edges[index].offset
            var opening: [Open] = []
            while index < edges.count, edges[index].offset == offset {
                if edges[index].isBeginning { opening.append(edges[index].mark) }
                index += 1
            }
            let keep = open.firstIndex { $0.end == offset } ?? open.count
            for mark in open[keep...] {
                let start = entities[mark.entity].range.lowerBound
                entities[mark.entity].range = start..<offset
                if mark.end > offset { opening.append(mark) }
            }
            open.removeSubrange(keep...)
            opening.sort { ($1.end, $0.rank) < ($0.end, $1.rank) }
            for var mark in opening {
                // A longer mark that begins inside a shorter one is cut where that one ends.
                mark.entity = entities.count
                open.append(mark)
                entities.append(Entity(offset..<mark.end, mark.kind))
            }
        }
        return entities
    }
}

extension RichText {
    /// Creates rich text from marks in any order, which may overlap and cross.
    ///
    /// The resulting entities nest: marks of the same kind are merged, and crossing marks are
    /// split. A second link over a first begins where the first ends. The time is linear in the
    /// marks, apart from sorting.
    package init(_ text: String, marks: [Entity]) {
        guard !marks.isEmpty else {
            self.init(text)
            return
        }
        self.init(text, RichText.nested(marks, in: text.utf8.count))
    }

    /// The order in which marks over the same range nest, outer kinds first.
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
        /// The index among the entities written so far.
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

    /// Processes the edges in order. At most one mark of each rank is open, so `open` stays short.
    /// When a mark ends, the marks inside it are split there and continue as new entities.
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
                // A longer mark that begins inside a shorter one is split where the shorter one
                // ends.
                mark.entity = entities.count
                open.append(mark)
                entities.append(Entity(offset..<mark.end, mark.kind))
            }
        }
        return entities
    }
}

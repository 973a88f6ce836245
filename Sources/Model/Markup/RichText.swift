/// Text with marked ranges, as used by Telegram, Signal and chat Markdown.
package struct RichText: Sendable, Hashable {
    package var text: String
    /// The marks, sorted by start, longer ones first. Marks may nest but never cross.
    package var entities: [Entity]

    package init(_ text: String, _ entities: [Entity] = []) {
        self.text = text
        self.entities = entities
    }

    var isEmpty: Bool { text.isEmpty }
}

/// A marked range of UTF-8 offsets and its kind.
package struct Entity: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case bold, italic, underline, strike, spoiler, code
        case link(url: String)
        case mention, hashtag
        /// A custom emoji of the service. The marked text is its fallback.
        case customEmoji(name: String)
    }

    package var range: Range<Int>
    package var kind: Kind

    package init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }
}

/// The allowed targets of links: web, mail and phone addresses, but never scripts or files.
package enum LinkTarget {
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "tel", "sms", "ftp", "ftps", "geo", "xmpp", "sip", "sips",
        "matrix", "tg", "slack", "discord", "whatsapp", "signal", "sgnl", "facetime", "webcal",
    ]

    /// Nil if the address is relative or its scheme might trigger an action.
    package static func url(_ address: String) -> String? {
        guard address.utf8.count <= 4096,
            let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")),
            schemes.contains(address[..<colon].lowercased())
        else { return nil }
        return address.utf8.contains { $0 <= 0x20 || $0 == 0x7F } ? nil : address
    }

    /// Returns the address if a text may state it: also a path or a file, such as the
    /// `sandbox:/mnt/data/report.csv` of an assistant, but never a script. Outputs make links only
    /// of what `url` allows.
    static func stated(_ address: String) -> String? {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard !address.isEmpty, address.utf8.count <= 4096,
            !["javascript", "vbscript", "data"].contains(scheme)
        else { return nil }
        return address.utf8.contains { $0 <= 0x20 || $0 == 0x7F } ? nil : address
    }
}

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

/// Builds rich text piece by piece. Links are detected outside of code and links.
struct RichTextBuilder {
    private(set) var bytes: [UInt8] = []
    private var marks: [Entity] = []
    private var open: [(kind: Entity.Kind, start: Int)] = []

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

    /// Without trailing whitespace, and with the marks nested.
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
    /// Only links that do not overlap code, other links or mentions.
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

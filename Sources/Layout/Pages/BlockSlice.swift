import Basics
import Scene

/// The part of a block on one page. Shapes and large pictures are cut straight, so that the edges
/// of a bubble that continues stay open. Text keeps its complete lines only. Each line belongs to
/// exactly one page, so that a search finds it once.
struct BlockSlice {
    let band: ClosedRange<Double>
    /// The heights at which text, small pictures and labels belong to this page. Everything above
    /// the first page's band and below the last page's band belongs to those pages.
    private let owned: Range<Double>

    /// The distance by which the open edge extends beyond the band.
    private let overlap: Double

    /// Beyond the last line of a bubble, so that the bubble visibly continues.
    static let bubbleOverlap = 4.0
    /// Half the width of the rule between two rows, where a table ends on this page.
    fileprivate static let tableOverlap = 0.25
    /// The maximum height of pictures that are never cut, such as avatars and emoji.
    private static let maxWhole = 48.0
    /// A cut has another position on each of its two pages, so the same height may be rounded
    /// differently.
    private static let rounding = 1e-6

    init(
        band: ClosedRange<Double>, isContinued: Bool, continues: Bool,
        overlap: Double = BlockSlice.bubbleOverlap
    ) {
        self.band = band
        self.overlap = overlap
        let start = isContinued ? band.lowerBound - BlockSlice.rounding : -.infinity
        let end = continues ? band.upperBound - BlockSlice.rounding : .infinity
        owned = start..<max(start, end)
    }

    func nodes(_ nodes: [Node]) -> [Node] {
        nodes.compactMap { node in
            switch node {
            case .text(let text, let point): return part(of: text, at: point)
            case .lettering(let text, let point):
                return owned.contains(point.y + text.size.height / 2) ? node : nil
            case .link(let frame, _), .jump(let frame, _, _): return holds(frame) ? node : nil
            case .anchor(_, let point): return owned.contains(point.y) ? node : nil
            case .figure(let alt, let inner):
                let kept = self.nodes(inner)
                return kept.isEmpty ? nil : .figure(alt: alt, kept)
            case .part(let part, let inner): return self.part(part, inner)
            case .spoken(_, let point): return owned.contains(point.y) ? node : nil
            case .picture(let picture): return part(of: node, in: picture.frame)
            case .shape(let path, _, _):
                let bounds = path.bounds
                guard bounds.maxY > band.lowerBound, bounds.minY < band.upperBound else {
                    return nil
                }
                return .clipped(clip(bounds), [node])
            case .clipped(let path, let inner):
                let kept = self.nodes(inner)
                return kept.isEmpty ? nil : .clipped(path, kept)
            case .layer(let layer, let inner):
                let kept = self.nodes(inner)
                return kept.isEmpty ? nil : .layer(layer, kept)
            }
        }
    }

    /// A visible table row keeps its empty cells.
    private func part(_ part: Node.Part, _ inner: [Node]) -> Node? {
        let kept = nodes(inner)
        guard part.kind == .row, !kept.isEmpty else {
            return kept.isEmpty ? nil : .part(part, kept)
        }
        return .part(
            part,
            inner.map { cell in
                if case .part(let kind, let inner) = cell {
                    .part(kind, nodes(inner))
                } else {
                    cell
                }
            })
    }

    private func holds(_ frame: Rect) -> Bool { owned.contains(frame.midY) }

    private func part(of picture: Node, in frame: Rect) -> Node? {
        let isCut =
            frame.minY < band.lowerBound - overlap
            || frame.maxY > band.upperBound + overlap
        guard isCut, frame.height > BlockSlice.maxWhole else { return holds(frame) ? picture : nil }
        guard frame.maxY > band.lowerBound + overlap,
            frame.minY < band.upperBound - overlap
        else { return nil }
        return .clipped(clip(frame), [picture])
    }

    private func clip(_ bounds: Rect) -> Path {
        let wide = bounds.inset(by: -20)
        let top = max(wide.minY, band.lowerBound - overlap)
        let bottom = min(wide.maxY, band.upperBound + overlap)
        return .rectangle(Rect(wide.minX, top, wide.width, max(bottom - top, 0)))
    }

    private func part(of text: ShapedText, at point: Point) -> Node? {
        let first = text.lines.partitionPoint { point.y + $0.baseline - 1 >= owned.lowerBound }
        let end = text.lines.partitionPoint { point.y + $0.baseline - 1 >= owned.upperBound }
        guard first < end else { return nil }
        return .text(text.keeping(text.lines[first..<end]), at: point)
    }
}

extension ShapedText {
    var visibleText: String {
        let bytes = text.utf8
        func place(_ offset: Int32) -> String.Index {
            bytes.index(bytes.startIndex, offsetBy: min(max(Int(offset), 0), bytes.count))
        }
        return lines.map { line in
            String(
                decoding: bytes[place(line.text.lowerBound)..<place(line.text.upperBound)],
                as: UTF8.self)
        }.joined(separator: " ")
    }
}

/// The content of one page: rows, of which the first and last may be only partly on the page.
struct PageSlice: Sendable, Equatable {
    var rows: Range<Int>
    /// The offset at which the first row continues, from its own top; 0 for its beginning.
    var from: Double
    /// The offset at which the last row stops, from its own top; nil for its end.
    var to: Double?
    /// Whether a line at the top says that a row or a sender's run continues.
    var isContinued: Bool

    init(rows: Range<Int>, from: Double, to: Double? = nil, isContinued: Bool? = nil) {
        self.rows = rows
        self.from = from
        self.to = to
        self.isContinued = isContinued ?? (from > 0)
    }
}

extension Node {
    var withoutParts: [Node] {
        guard case .part(_, let nodes) = self else { return [self] }
        return nodes.flatMap(\.withoutParts)
    }

    var heard: [String] {
        switch self {
        case .text(let text, _): [text.visibleText]
        case .figure(let alt, _): [alt]
        case .part(_, let nodes), .clipped(_, let nodes), .layer(_, let nodes):
            nodes.flatMap(\.heard)
        case .spoken(let words, _): [words]
        case .shape, .lettering, .picture, .link, .jump, .anchor: []
        }
    }
}

extension PlacedRow {
    func clipped(to outline: Path) -> PlacedRow {
        var row = self
        row.block.nodes = [.clipped(outline, block.nodes)]
        return row
    }

    /// The words are for screen readers and are not drawn.
    func labeled(_ words: String?) -> PlacedRow {
        guard let words else { return self }
        var row = self
        row.block.nodes.insert(.spoken(words, at: block.frame.origin), at: 0)
        return row
    }

    func part(
        _ band: ClosedRange<Double>, isContinued: Bool, continues: Bool
    ) -> PlacedRow {
        let slice = BlockSlice(
            band: band, isContinued: isContinued, continues: continues,
            overlap: block.role == .facts ? BlockSlice.tableOverlap : BlockSlice.bubbleOverlap)
        let nodes = slice.nodes(block.nodes)
        let frame = Rect(
            block.frame.minX, band.lowerBound, block.frame.width, band.upperBound - band.lowerBound)
        let text = nodes.flatMap(\.heard).joined(separator: "\n")
        return PlacedRow(
            block: Block(
                role: block.role, frame: frame, text: text, language: block.language,
                day: block.day, nodes: nodes, isContinued: isContinued, continues: continues,
                subject: block.subject, comments: isContinued ? [] : block.comments),
            message: message, bubbles: bubbles.filter { $0.intersects(frame) },
            texts: texts.filter { $0.intersects(frame) })
    }
}

extension Row {
    /// The offset at which a page ends within a row that has no suitable break: `end`, or the top
    /// of the lines and pictures that a cut at `end` would go through.
    func cut(from start: Double, to end: Double, in layout: Layout) -> Double {
        let band = start...end
        let canvas = Rect(0, 0, layout.width, height)
        let block = placed(at: 0, on: canvas, pictures: layout.pictures, visible: band).block
        var wholes: [(top: Double, bottom: Double)] = []
        for node in block.nodes {
            node.collectWholes(in: band, maxPicture: (end - start) / 2, into: &wholes)
        }
        var cut = end
        // A part that ends lower cannot cross the cut again after the cut has moved up.
        for whole in wholes.sorted(by: { $0.bottom > $1.bottom })
        where whole.top < cut && cut < whole.bottom {
            cut = whole.top
        }
        return cut > start + (end - start) / 2 ? cut : end
    }
}

extension Node {
    /// Collects the extents of what a page should not cut: lines of text and small pictures.
    fileprivate func collectWholes(
        in band: ClosedRange<Double>, maxPicture: Double,
        into wholes: inout [(top: Double, bottom: Double)]
    ) {
        switch self {
        case .text(let text, let point):
            for line in text.lines(at: point, in: band) {
                let baseline = point.y + line.baseline
                wholes.append(
                    (baseline - text.lineHeight * 0.78, baseline + text.lineHeight * 0.2))
            }
        case .lettering(let text, let point):
            wholes.append((point.y, point.y + text.size.height))
        case .picture(let picture):
            guard picture.frame.height <= maxPicture else { return }
            wholes.append((picture.frame.minY, picture.frame.maxY))
        case .figure(_, let nodes), .part(_, let nodes), .clipped(_, let nodes),
            .layer(_, let nodes):
            for node in nodes {
                node.collectWholes(in: band, maxPicture: maxPicture, into: &wholes)
            }
        case .shape, .link, .jump, .anchor, .spoken: break
        }
    }
}

package import Basics
import Fonts
import Scene

/// Compresses stripes without painting them, where everything in them is known: areas, letters,
/// emoji and small outlines, each on one color. Whatever else is small and on one color is painted
/// by itself.
///
/// A stripe that is anything else is painted. Both ways show the same pixels.
final class StripePlanner {
    private struct Key: Hashable {
        let colors: [PlannedCodes.Colors]
        let width: Int
    }

    private static let maxBytes = 4_000_000
    private static let maxCodes = 16

    private var plan: StripePlan?
    private var kept: [Key: PlannedTiles] = [:]

    /// - Parameter canvas: of the stripe's size; it is drawn on.
    func compress(
        _ stripe: StripePainter, _ colors: [PlannedCodes.Colors], ground: Color,
        _ blocks: [Block],
        on canvas: borrowing Canvas
    ) throws(PaintingFailure) -> PlannedStripe {
        let ground = PremultipliedWord.of(ground)
        stripe.enter(canvas)
        var content = StripeContent(stripe, ground: ground)
        guard try content.add(blocks, on: canvas) else {
            return .obstructed(content.obstacle)
        }
        return compress(content, colors, ground, on: canvas).map { .compressed($0) }
            ?? .obstructed(nil)
    }

    /// Returns nil if there is no memory.
    private func compress(
        _ content: StripeContent, _ colors: [PlannedCodes.Colors], _ ground: UInt32,
        on canvas: borrowing Canvas
    ) -> CompressedStripe? {
        let width = content.width
        if plan?.width != width { plan = StripePlan(width: width) }
        guard let tiles = tiles(for: colors, width: width) else { return nil }
        plan?.begin(rows: content.rows, ground: ground)
        // A stripe's own tiles must live until it is finished.
        var own: [PlannedTile] = []
        for item in content.items {
            if case .area(let columns, let word) = item.content {
                plan?.fill(columns, item.y..<item.y + item.more, word, on: item.ground)
                continue
            }
            guard let tile = tiles.tile(item, on: canvas) else { return nil }
            own.append(tile)
            plan?.place(tile, x: item.x, y: item.y, repeating: item.at, by: item.more)
        }
        return withExtendedLifetime(own) { plan?.finish(with: tiles.codes) ?? nil }
    }

    private func tiles(for colors: [PlannedCodes.Colors], width: Int) -> PlannedTiles? {
        let key = Key(colors: colors, width: width)
        if kept.values.reduce(0, { $0 + $1.bytes }) > Self.maxBytes || kept.count >= Self.maxCodes {
            kept.removeAll()
        }
        if let known = kept[key] { return known }
        guard let codes = PlannedCodes(colors, width: width) else { return nil }
        let made = PlannedTiles(codes)
        kept[key] = made
        return made
    }
}

/// A stripe that was compressed without being painted, or the rows of it that must be painted; nil
/// for all.
package enum PlannedStripe {
    case compressed(CompressedStripe)
    case obstructed(Range<Int>?)
}

/// Something in a stripe, at the pixels of its surface.
private struct PlannedItem {
    enum Content {
        case letters(GlyphMaskRun.Group, word: UInt32)
        case stamp(StampPart, word: UInt32)
        case picture(Bitmap)
        /// Pixels of the surface, `x` and `y` being the item's.
        case painted(width: Int, height: Int)
        case area(Range<Int>, word: UInt32)
    }

    let content: Content
    let ground: UInt32
    let x: Int
    let y: Int
    /// The row that is repeated, and how often. An area has as many rows.
    var at = 0
    var more = 0
}

private struct StampPart {
    let stamp: ShapeMask
    let columns: Range<Int>
    let rows: Range<Int>
}

/// What is in a stripe, from back to front.
private struct StripeContent {
    private let stripe: StripePainter
    private let area: PixelRect
    private let ground: UInt32
    private(set) var items: [PlannedItem] = []
    private var layers: [Layer] = []
    private var painted = 0
    /// The rows of the stripe that must be painted; nil for all.
    private(set) var obstacle: Range<Int>?

    var width: Int { area.x.count }
    var rows: Int { area.y.count }

    private struct Layer {
        enum Kind {
            case area(word: UInt32)
            case stamp(ShapeMask, ShapeMaskPlace, top: Int, word: UInt32)
            /// The items with these numbers.
            case letters(Range<Int>)
            case other
        }

        let frame: PixelRect
        let kind: Kind
    }

    init(_ stripe: StripePainter, ground: UInt32) {
        self.stripe = stripe
        self.ground = ground
        area = PixelRect(x: 0..<stripe.viewport.width, y: 0..<stripe.viewport.rows.count)
    }

    private var top: Int { stripe.viewport.rows.lowerBound }
    private var scale: Double { stripe.viewport.scale }

    /// Returns false if the stripe must be painted.
    mutating func add(
        _ blocks: [Block], on canvas: borrowing Canvas
    ) throws(PaintingFailure) -> Bool {
        let visible = stripe.viewport.bounds
        for block in blocks {
            if case .watermark = block.role { return false }
            guard block.mayShow(in: visible) else { continue }
            guard try add(block.nodes[...], on: canvas) else { return false }
        }
        return true
    }

    private mutating func add(
        _ nodes: ArraySlice<Node>, on canvas: borrowing Canvas
    ) throws(PaintingFailure) -> Bool {
        for node in nodes {
            guard stripe.budget.mayContinue, try add(node, on: canvas) else { return false }
        }
        return true
    }

    private mutating func add(
        _ node: Node, on canvas: borrowing Canvas
    ) throws(PaintingFailure) -> Bool {
        switch node {
        case .link, .jump, .anchor, .spoken: return true
        case .figure(_, let nodes), .part(_, let nodes): return try add(nodes[...], on: canvas)
        case .shape(let path, let fill, let stroke):
            if let isDone = try add(path, fill, stroke) { return isDone }
            let reach = 5 * (stroke?.width ?? 0)
            return try paint(node, in: path.bounds.inset(by: -reach), on: canvas)
        case .text(let text, let point), .lettering(let text, let point):
            return try add(text, at: point, on: canvas)
        case .picture(let picture):
            return try paint(node, in: picture.clip?.bounds ?? picture.frame, on: canvas)
        case .clipped(let path, _): return try paint(node, in: path.bounds, on: canvas)
        case .layer(let layer, _): return try paint(node, in: layer.shown, on: canvas)
        }
    }

    /// Smooth edges and resampling reach further than their frames.
    private func pixels(of bounds: Rect) -> PixelRect {
        let pixels = PixelRect(covering: bounds, scale: scale)
        return PixelRect(
            x: pixels.x.lowerBound - 3..<pixels.x.upperBound + 3,
            y: pixels.y.lowerBound - top - 3..<pixels.y.upperBound - top + 3)
    }

    private mutating func obstructed(by frame: PixelRect) -> Bool {
        obstacle = frame.y.clamped(to: area.y)
        return false
    }

    // MARK: - The ground

    /// The only color at these pixels; nil if there are several.
    private func ground(of frame: PixelRect) -> UInt32? {
        let frame = frame.clamped(to: area)
        for layer in layers.reversed() where layer.frame.intersects(frame) {
            switch layer.kind {
            case .other: return nil
            case .area(let word): return layer.frame.contains(frame) ? word : nil
            case .letters(let numbers):
                if items[numbers].contains(where: { $0.frame.intersects(frame) }) { return nil }
            case .stamp(let stamp, let place, let top, let word):
                let shared = frame.clamped(to: layer.frame)
                let columns = place.columns.sources(
                    shared.x.lowerBound - place.x..<shared.x.upperBound - place.x)
                let rows = place.rows.sources(
                    shared.y.lowerBound - top..<shared.y.upperBound - top)
                switch stamp.coverage(columns: columns, rows: rows) {
                case 0: continue
                case 255 where shared == frame: return word
                default: return nil
                }
            }
        }
        return ground
    }

    // MARK: - Outlines

    /// Returns nil if the outline must be painted.
    private mutating func add(
        _ path: Path, _ fill: Paint?, _ stroke: Stroke?
    ) throws(PaintingFailure) -> Bool? {
        let outline = stroke.flatMap { ShapeMaskPlace(path, stroke: $0, scale: scale) }
        guard stroke == nil || outline != nil else { return nil }
        switch fill {
        case .linear?:
            let frame = pixels(of: path.bounds)
            return frame.intersects(area) ? obstructed(by: frame) : true
        case .color(let color)?:
            if let rect = path.rectangle {
                guard let pixels = PixelRect(exactly: rect, scale: scale) else { return nil }
                guard addArea(pixels, color) else { return false }
            } else {
                guard let place = ShapeMaskPlace(path, stroke: nil, scale: scale) else {
                    return nil
                }
                guard try add(place, color) else { return false }
            }
        case nil: break
        }
        guard let stroke, let outline else { return true }
        return try add(outline, stroke.color)
    }

    private mutating func addArea(_ pixels: PixelRect, _ color: Color) -> Bool {
        let frame = PixelRect(
            x: pixels.x, y: pixels.y.lowerBound - top..<pixels.y.upperBound - top
        ).clamped(to: area)
        guard !frame.isEmpty else { return true }
        guard let ground = ground(of: frame) else { return obstructed(by: frame) }
        let word = Self.blend(PremultipliedWord.of(color), on: ground)
        add(
            .area(frame.x, word: word), ground, frame.x.lowerBound, frame.y.lowerBound,
            frame.y.count)
        layers.append(Layer(frame: frame, kind: .area(word: word)))
        return true
    }

    private mutating func add(
        _ content: PlannedItem.Content, _ ground: UInt32, _ x: Int, _ y: Int, _ rows: Int
    ) {
        items.append(PlannedItem(content: content, ground: ground, x: x, y: y, more: rows))
    }

    private mutating func add(
        _ place: ShapeMaskPlace, _ color: Color
    ) throws(PaintingFailure) -> Bool {
        let whole = place.y - top..<place.y - top + place.height
        guard whole.overlaps(area.y), color.alpha > 0 else { return true }
        let stamp = try PaintingFailure.drawing { () throws(CairoFailure) in
            try stripe.stamps.stamp(place.key)
        }
        // Strokes are surrounded by room for their corners.
        guard !stamp.rows.isEmpty else { return true }
        let (columns, rows) = (place.columns.with(stamp.columns), place.rows.with(stamp.rows))
        let (left, y) = (place.x + columns.lowerBound, place.y - top + rows.lowerBound)
        let frame = PixelRect(
            x: left..<left + columns.count + place.columns.count,
            y: y..<y + rows.count + place.rows.count)
        guard frame.intersects(area) else { return true }
        guard area.x.contains(frame.x), let ground = ground(of: frame) else {
            return obstructed(by: frame)
        }
        let word = PremultipliedWord.of(color)
        func add(_ columns: Range<Int>, x: Int) {
            guard !columns.isEmpty else { return }
            let part = StampPart(stamp: stamp, columns: columns, rows: rows)
            items.append(
                PlannedItem(
                    content: .stamp(part, word: word), ground: ground, x: x, y: y,
                    at: max(0, place.rows.at - rows.lowerBound), more: place.rows.count))
        }
        let cut = place.columns
        if cut.count > 0 {
            add(columns.lowerBound..<cut.at, x: left)
            addMiddle(of: stamp, rows, place, word, on: ground)
            add(cut.at + 1..<columns.upperBound, x: place.x + cut.at + cut.count + 1)
        } else {
            add(columns, x: left)
        }
        layers.append(
            Layer(
                frame: frame,
                kind: .stamp(stamp, place, top: place.y - top, word: Self.blend(word, on: ground))))
        return true
    }

    /// The column that is repeated has one color in each of its rows.
    private mutating func addMiddle(
        of stamp: ShapeMask, _ rows: Range<Int>, _ place: ShapeMaskPlace, _ word: UInt32,
        on ground: UInt32
    ) {
        let column = place.columns.at
        let columns = place.x + column..<place.x + column + place.columns.count + 1
        var first = rows.lowerBound
        for row in rows {
            let coverage = stamp.coverage[first * stamp.width + column]
            let isLast = row + 1 == rows.upperBound
            guard isLast || stamp.coverage[(row + 1) * stamp.width + column] != coverage else {
                continue
            }
            let own = place.rows.shown(first)..<place.rows.shown(row + 1)
            first = row + 1
            guard coverage > 0 else { continue }
            let share = PremultipliedWord.scaled(word, UInt32(coverage))
            add(
                .area(columns, word: Self.blend(share, on: ground)), ground, columns.lowerBound,
                place.y - top + own.lowerBound, own.count)
        }
    }

    private static func blend(_ word: UInt32, on ground: UInt32) -> UInt32 {
        var pixel = [ground]
        PixelTarget.on(&pixel, width: 1) { $0.fill(word, x: 0, y: 0, count: 1) }
        return pixel[0]
    }

    // MARK: - Text

    /// The maximum number of pixels of a letter or emoji.
    private static let maxPixels = 65_536

    private mutating func add(
        _ text: ShapedText, at point: Point, on canvas: borrowing Canvas
    ) throws(PaintingFailure) -> Bool {
        for line in text.lines(at: point, in: stripe.viewport.bounds.heights) {
            guard stripe.budget.mayContinue else { return false }
            let origin = Point(point.x + line.left, point.y + line.baseline)
            let runs = text.runs(of: line)
            let isPlain = runs.allSatisfy {
                $0.background == nil && !$0.isUnderlined && !$0.isStruck && $0.kind != .missing
            }
            guard isPlain else {
                guard try paint(runs, of: text, at: origin, on: canvas) else {
                    return false
                }
                continue
            }
            for run in runs {
                guard try add(run, of: text, at: origin) else { return false }
            }
        }
        return true
    }

    /// A run's letters and emoji as items without a ground, at their places.
    private func letters(
        _ run: ShapedText.Run, of text: ShapedText, at line: Point
    ) throws(PaintingFailure) -> [PlannedLetter]? {
        guard run.color.alpha > 0, let file = stripe.fonts.fontFile(run.font) else { return [] }
        let pixelsPerEm = run.size * scale
        let origin = Point(line.x + run.left, line.y)
        let glyphs = text.glyphs(of: run)
        if file.hasColorBitmaps {
            var found: [PlannedLetter] = []
            try stripe.forEachEmoji(glyphs, of: run, in: file, at: origin) { bitmap, x, y in
                found.append(PlannedLetter(x: x, y: y, content: .picture(bitmap)))
            }
            return found
        }
        guard pixelsPerEm <= StripePainter.maxMaskSize else { return nil }
        let masks = try PaintingFailure.reading { () throws(FontFailure) in
            try GlyphMaskRun(
                glyphs, of: stripe.fontCache.font(file, pixelsPerEm: pixelsPerEm), at: origin,
                scale: scale, offset: top)
        }
        let word = PremultipliedWord.of(run.color)
        return masks.groups.map { group in
            PlannedLetter(
                x: group.frame.x.lowerBound, y: group.frame.y.lowerBound,
                content: .letters(group, word: word))
        }
    }

    private mutating func add(
        _ run: ShapedText.Run, of text: ShapedText, at line: Point
    ) throws(PaintingFailure) -> Bool {
        guard let letters = try letters(run, of: text, at: line) else { return false }
        let visible = letters.filter { $0.frame.intersects(area) }
        guard let first = visible.first else { return true }
        let frame = visible.dropFirst().reduce(first.frame) { $0.union($1.frame) }
        guard area.x.contains(frame.x),
            visible.allSatisfy({ $0.frame.x.count * $0.frame.y.count <= Self.maxPixels })
        else { return obstructed(by: frame) }
        let common = ground(of: frame)
        let start = items.count
        for letter in visible {
            guard let ground = common ?? ground(of: letter.frame) else {
                return obstructed(by: frame)
            }
            add(letter.content, ground, letter.x, letter.y, 0)
        }
        layers.append(Layer(frame: frame, kind: .letters(start..<items.count)))
        return true
    }

    // MARK: - Painting

    /// The maximum share of a stripe's pixels that are painted.
    private static let share = 8

    /// Paints a node on the surface, if it is small and there is one color below it.
    private mutating func paint(
        _ node: Node, in bounds: Rect, on canvas: borrowing Canvas
    ) throws(PaintingFailure) -> Bool {
        try paint(pixels(of: bounds), on: canvas) { [stripe] canvas throws(PaintingFailure) in
            try stripe.paint([node], on: canvas)
        }
    }

    private mutating func paint(
        _ runs: ArraySlice<ShapedText.Run>, of text: ShapedText, at origin: Point,
        on canvas: borrowing Canvas
    ) throws(PaintingFailure) -> Bool {
        var frame: PixelRect?
        for run in runs {
            guard run.kind != .missing, let letters = try letters(run, of: text, at: origin) else {
                return false
            }
            var own = PixelRect(covering: run.frame(at: origin), scale: scale)
            own.x = own.x.lowerBound - 2..<own.x.upperBound + 2
            own.y = own.y.lowerBound - 2 - top..<own.y.upperBound + 2 - top
            for letter in letters { own = own.union(letter.frame) }
            frame = frame?.union(own) ?? own
        }
        guard let frame else { return true }
        return try paint(frame, on: canvas) { [stripe] canvas throws(PaintingFailure) in
            try stripe.paint(runs, of: text, at: origin, on: canvas)
        }
    }

    private mutating func paint(
        _ frame: PixelRect, on canvas: borrowing Canvas,
        _ body: (borrowing Canvas) throws(PaintingFailure) -> Void
    ) throws(PaintingFailure) -> Bool {
        let frame = frame.clamped(to: area)
        guard !frame.isEmpty else { return true }
        painted += frame.x.count * frame.y.count
        let extended = PixelRect(x: frame.x, y: frame.y.lowerBound..<frame.y.upperBound + 1)
        guard painted <= area.x.count * area.y.count / Self.share,
            let ground = ground(of: extended)
        else { return obstructed(by: frame) }
        unsafe canvas.withTarget { words, width, height, stride in
            let target = unsafe PixelTarget(words, width: width, height: height, stride: stride)
            for row in frame.y {
                target.fill(ground, x: frame.x.lowerBound, y: row, count: frame.x.count)
            }
        }
        try body(canvas)
        add(
            .painted(width: frame.x.count, height: frame.y.count), ground, frame.x.lowerBound,
            frame.y.lowerBound, 0)
        layers.append(Layer(frame: extended, kind: .other))
        return true
    }
}

private struct PlannedLetter {
    let x: Int
    let y: Int
    let content: PlannedItem.Content

    var frame: PixelRect { content.frame(x: x, y: y) }
}

extension PlannedItem {
    /// Without repeated rows.
    fileprivate var frame: PixelRect { content.frame(x: x, y: y) }
}

extension PlannedItem.Content {
    fileprivate func frame(x: Int, y: Int) -> PixelRect {
        let (width, height) =
            switch self {
            case .letters(let group, _): (group.frame.x.count, group.frame.y.count)
            case .stamp(let part, _): (part.columns.count, part.rows.count)
            case .picture(let bitmap): (bitmap.width, bitmap.height)
            case .painted(let width, let height): (width, height)
            case .area(let columns, _): (columns.count, 0)
            }
        // The ground continues in the row below.
        return PixelRect(x: x..<x + width, y: y..<y + height + 1)
    }
}

extension ShapeMaskPlace.Cut {
    /// The stamp's rows (or columns) of some rows (or columns) of the whole outline.
    fileprivate func sources(_ shown: Range<Int>) -> Range<Int> {
        source(shown.lowerBound)..<source(shown.upperBound - 1) + 1
    }

    /// Adds the repeated row (or column).
    fileprivate func with(_ inked: Range<Int>) -> Range<Int> {
        count == 0 ? inked : min(inked.lowerBound, at)..<max(inked.upperBound, at + 1)
    }
}

extension PixelRect {
    fileprivate func intersects(_ other: PixelRect) -> Bool {
        x.overlaps(other.x) && y.overlaps(other.y)
    }

    fileprivate func contains(_ other: PixelRect) -> Bool {
        x.contains(other.x) && y.contains(other.y)
    }

    fileprivate func union(_ other: PixelRect) -> PixelRect {
        PixelRect(
            x: min(x.lowerBound, other.x.lowerBound)..<max(x.upperBound, other.x.upperBound),
            y: min(y.lowerBound, other.y.lowerBound)..<max(y.upperBound, other.y.upperBound))
    }
}

/// The tiles that a worker has made with some codes. What they are depends only on their keys.
private final class PlannedTiles {
    private struct Key: Hashable {
        /// What is drawn, by its address in memory, which `Kept` holds.
        let address: Int
        var others: [Int] = []
        let columns: Range<Int>
        let word: UInt32
        let ground: UInt32
    }

    private struct Kept {
        let tile: PlannedTile
        let content: PlannedItem.Content
    }

    let codes: PlannedCodes
    private(set) var bytes = 0
    private var tiles: [Key: Kept] = [:]
    private var pixels: [UInt32] = []

    init(_ codes: PlannedCodes) { self.codes = codes }

    /// Returns nil if there is no memory.
    func tile(_ item: PlannedItem, on canvas: borrowing Canvas) -> PlannedTile? {
        switch item.content {
        case .area: return nil
        case .painted(let width, let height):
            return painted(item, width: width, height: height, on: canvas)
        case .letters(let group, let word):
            let (address, others) = group.key
            let key = Key(
                address: address, others: others, columns: 0..<0, word: word, ground: item.ground)
            return tile(item, key, width: group.frame.x.count, height: group.frame.y.count) {
                target in
                target.blend(
                    word, group.coverage, from: 0, coverageStride: target.width,
                    columns: 0..<target.width, rows: 0..<target.height)
            }
        case .stamp(let part, let word):
            let (columns, rows) = (part.columns, part.rows)
            let key = Key(
                address: Self.address(part.stamp.coverage), columns: columns, word: word,
                ground: item.ground)
            return tile(item, key, width: columns.count, height: rows.count, kind: .outline) {
                target in
                target.blend(
                    word, part.stamp.coverage,
                    from: rows.lowerBound * part.stamp.width + columns.lowerBound,
                    coverageStride: part.stamp.width, columns: 0..<columns.count,
                    rows: 0..<rows.count)
            }
        case .picture(let bitmap):
            let key = Key(
                address: Self.address(bitmap.pixels), columns: 0..<0, word: 0,
                ground: item.ground)
            return tile(item, key, width: bitmap.width, height: bitmap.height) { target in
                for row in 0..<bitmap.height {
                    target.lay(
                        bitmap.pixels, from: row * bitmap.width, count: bitmap.width, x: 0, y: row)
                }
            }
        }
    }

    private static func address<Element>(_ array: [Element]) -> Int {
        unsafe array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }

    private func tile(
        _ item: PlannedItem, _ key: Key, width: Int, height: Int, kind: PlannedTile.Kind = .letter,
        draw: (PixelTarget) -> Void
    ) -> PlannedTile? {
        if let known = tiles[key] { return known.tile }
        pixels.removeAll(keepingCapacity: true)
        pixels.append(contentsOf: repeatElement(item.ground, count: width * height))
        PixelTarget.on(&pixels, width: width, draw)
        let made = PlannedTile(
            kind, pixels.span, stride: width, width: width, height: height, on: item.ground,
            with: codes)
        guard let made else { return nil }
        bytes += made.bytes + 200
        tiles[key] = Kept(tile: made, content: item.content)
        return made
    }

    private func painted(
        _ item: PlannedItem, width: Int, height: Int, on canvas: borrowing Canvas
    ) -> PlannedTile? {
        var made: PlannedTile?
        unsafe canvas.withTarget { words, _, _, stride in
            let count = (height - 1) * stride + width
            let part = unsafe UnsafeBufferPointer(
                start: words + item.y * stride + item.x, count: count)
            made = PlannedTile(
                .picture, unsafe Span(_unsafeElements: part), stride: stride, width: width,
                height: height,
                on: item.ground, with: codes)
        }
        return made
    }
}

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
        _ blocks: [Block], on canvas: borrowing Canvas
    ) throws(PaintingFailure) -> PlannedStripe {
        let width = stripe.viewport.width
        if plan?.width != width { plan = StripePlan(width: width) }
        let rows = 0..<stripe.viewport.rows.count
        guard let plan, let tiles = tiles(for: colors, width: width) else {
            return .obstructed([rows])
        }
        stripe.enter(canvas)
        var content = StripeContent(
            stripe, ground: PremultipliedWord.of(ground), tiles: tiles, in: plan)
        guard try content.add(blocks, on: canvas) else { return .obstructed([rows]) }
        guard content.obstacles.isEmpty else { return .obstructed(content.obstacles) }
        let made = withExtendedLifetime(content) { plan.finish(with: tiles.codes) }
        return made.map { .compressed($0) } ?? .obstructed([rows])
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

/// A stripe that was compressed without being painted, or the rows of it that must be painted.
package enum PlannedStripe {
    case compressed(CompressedStripe)
    case obstructed([Range<Int>])
}

/// Puts what is in a stripe into a plan, from back to front.
private struct StripeContent {
    private let stripe: StripePainter
    private let tiles: PlannedTiles
    private let plan: StripePlan
    private let area: PixelRect
    private let ground: UInt32
    private var layers: [Layer] = []
    /// Of the letters in `layers`.
    private var frames: [PixelRect] = []
    /// A stripe's own tiles must live until it is finished.
    private var own: [PlannedTile] = []
    private var painted = 0
    /// The rows of the stripe that must be painted.
    private(set) var obstacles: [Range<Int>] = []

    private struct Layer {
        enum Kind {
            case area(word: UInt32)
            case stamp(PlacedStamp, word: UInt32)
            /// Their frames.
            case letters(Range<Int>)
            case other
        }

        let frame: PixelRect
        let kind: Kind
    }

    private struct PlacedStamp {
        let stamp: ShapeMask
        let columns: ShapeMaskPlace.Cut
        let rows: ShapeMaskPlace.Cut
        let x: Int
        let y: Int

        func coverage(_ frame: PixelRect) -> UInt8? {
            stamp.coverage(
                columns: columns.sources(frame.x.lowerBound - x..<frame.x.upperBound - x),
                rows: rows.sources(frame.y.lowerBound - y..<frame.y.upperBound - y))
        }
    }

    init(_ stripe: StripePainter, ground: UInt32, tiles: PlannedTiles, in plan: StripePlan) {
        self.stripe = stripe
        self.tiles = tiles
        self.plan = plan
        self.ground = ground
        area = PixelRect(x: 0..<stripe.viewport.width, y: 0..<stripe.viewport.rows.count)
        plan.begin(rows: area.y.count, ground: ground)
    }

    private var top: Int { stripe.viewport.rows.lowerBound }
    private var scale: Double { stripe.viewport.scale }

    /// Returns false if the whole stripe must be painted.
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
            let bounds = picture.clip?.bounds ?? picture.frame
            let frame = pixels(of: bounds)
            // Photos become smaller with other codes.
            guard frame.x.count * frame.y.count <= Self.maxPicture || !frame.intersects(area) else {
                return obstructed(by: frame)
            }
            return try paint(node, in: bounds, on: canvas)
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
        let rows = frame.y.clamped(to: area.y)
        if !rows.isEmpty { obstacles.append(rows) }
        return true
    }

    // MARK: - The ground

    /// Each is compared with those before it.
    private static let maxLayers = 1_000

    /// The only color at these pixels; nil if there are several.
    private func ground(of frame: PixelRect) -> UInt32? {
        let frame = frame.clamped(to: area)
        guard layers.count <= Self.maxLayers else { return nil }
        for layer in layers.reversed() where layer.frame.intersects(frame) {
            switch layer.kind {
            case .other: return nil
            case .area(let word): return layer.frame.contains(frame) ? word : nil
            case .letters(let numbers):
                if frames[numbers].contains(where: { $0.intersects(frame) }) { return nil }
            case .stamp(let stamp, let word):
                let shared = frame.clamped(to: layer.frame)
                switch stamp.coverage(shared) {
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
                guard PixelRect(exactly: rect, scale: scale) != nil else { return nil }
                guard addArea(rect, color) else { return false }
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

    /// - Parameter rect: of whole pixels, or empty.
    private mutating func addArea(_ rect: Rect, _ color: Color) -> Bool {
        let pixels = PixelRect(exactly: rect, scale: scale)?.moved(0, -top)
        guard let frame = pixels?.clamped(to: area), !frame.isEmpty else { return true }
        guard let ground = ground(of: frame) else { return obstructed(by: frame) }
        let word = Self.blend(PremultipliedWord.of(color), on: ground)
        plan.fill(frame.x, frame.y, word, on: ground)
        layers.append(Layer(frame: frame, kind: .area(word: word)))
        return true
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
        func add(_ columns: Range<Int>, x: Int) -> Bool {
            guard !columns.isEmpty else { return true }
            guard let tile = tiles.tile(stamp, columns, rows, word, on: ground) else {
                return false
            }
            plan.place(
                tile, x: x, y: y, repeating: max(0, place.rows.at - rows.lowerBound),
                by: place.rows.count)
            return true
        }
        let cut = place.columns
        if cut.count > 0 {
            guard add(columns.lowerBound..<cut.at, x: left) else { return false }
            addMiddle(of: stamp, rows, place, word, on: ground)
            let end = place.x + cut.at + cut.count + 1
            guard add(cut.at + 1..<columns.upperBound, x: end) else { return false }
        } else {
            guard add(columns, x: left) else { return false }
        }
        let placed = PlacedStamp(
            stamp: stamp, columns: place.columns, rows: place.rows, x: place.x, y: place.y - top)
        layers.append(
            Layer(frame: frame, kind: .stamp(placed, word: Self.blend(word, on: ground))))
        return true
    }

    /// The column that is repeated has one color in each of its rows.
    private func addMiddle(
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
            let shown = place.rows.shown(first)..<place.rows.shown(row + 1)
            first = row + 1
            guard coverage > 0 else { continue }
            let share = PremultipliedWord.scaled(word, UInt32(coverage))
            let y = place.y - top
            plan.fill(
                columns, y + shown.lowerBound..<y + shown.upperBound,
                Self.blend(share, on: ground), on: ground)
        }
    }

    private static func blend(_ word: UInt32, on ground: UInt32) -> UInt32 {
        if word >> 24 == 255 { return word }
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
        let frame = pixels(of: Rect(point.x, point.y, text.size.width, text.size.height))
        for line in text.lines(at: point, in: stripe.viewport.bounds.heights) {
            guard stripe.budget.mayContinue else { return false }
            let origin = Point(point.x + line.left, point.y + line.baseline)
            let runs = text.runs(of: line)
            guard !runs.contains(where: { $0.kind == .missing }) else {
                guard try paint(runs, of: text, at: origin, on: canvas) else { return false }
                continue
            }
            for run in runs {
                guard let color = run.background else { continue }
                guard addArea(stripe.background(of: run, at: origin), color) else { return false }
            }
            for run in runs {
                guard try addWithRules(run, of: text, at: origin, in: frame) else { return false }
            }
        }
        return true
    }

    private mutating func addWithRules(
        _ run: ShapedText.Run, of text: ShapedText, at line: Point, in block: PixelRect
    ) throws(PaintingFailure) -> Bool {
        let frames = stripe.rules(of: run, at: line)
            .compactMap { PixelRect(exactly: $0, scale: scale)?.moved(0, -top).clamped(to: area) }
            .filter { !$0.isEmpty }
        let grounds = frames.map { ground(of: $0) }
        guard try add(run, of: text, at: line, in: block) else { return false }
        for (frame, ground) in zip(frames, grounds) {
            guard let ground, run.color.alpha == 255 else {
                _ = obstructed(by: frame)
                continue
            }
            plan.fill(
                frame.x, frame.y, PremultipliedWord.of(run.color), on: ground, isOverTiles: true)
            layers.append(Layer(frame: frame, kind: .other))
        }
        return true
    }

    /// - Parameter block: the whole text, which is painted if a letter must be.
    private mutating func add(
        _ run: ShapedText.Run, of text: ShapedText, at line: Point, in block: PixelRect
    ) throws(PaintingFailure) -> Bool {
        guard run.color.alpha > 0, let file = stripe.fonts.fontFile(run.font) else { return true }
        if file.hasColorBitmaps { return try addEmoji(run, of: text, in: file, at: line) }
        // Words of joined letters hardly ever occur again.
        guard run.kind == .letters else {
            let frame = try stripe.frame(of: run, of: text, in: file, at: line)
            return frame?.intersects(area) == false || obstructed(by: block.union(frame ?? area))
        }
        guard let (letters, placement) = try letters(run, of: text, in: file, at: line) else {
            return obstructed(by: area)
        }
        guard placement.frame.intersects(area) else { return true }
        var visible = placement.letters[...]
        if !area.y.contains(placement.frame.y) {
            visible = visible.filter { $0.frame.intersects(area) }[...]
        }
        let (start, frame) = (frames.count, placement.frame)
        frames += visible.lazy.map(\.frame)
        guard area.x.contains(frame.x), placement.mayRepeat, placement.areApart,
            visible.allSatisfy({ $0.frame.x.count * $0.frame.y.count <= Self.maxPixels })
        else { return obstructed(by: frame.union(block)) }
        let word = PremultipliedWord.of(run.color)
        func place(_ letter: PlannedTile, _ frame: PixelRect) {
            plan.place(
                letter, x: frame.x.lowerBound, y: frame.y.lowerBound, repeating: 0, by: 0)
        }
        if let ground = ground(of: frame) {
            guard letters.forEachTile(of: visible, word, on: ground, place) else { return false }
        } else {
            for number in visible.indices {
                guard let ground = ground(of: visible[number].frame) else {
                    return obstructed(by: frame)
                }
                let letter = visible[number...number]
                guard letters.forEachTile(of: letter, word, on: ground, place) else {
                    return false
                }
            }
        }
        layers.append(Layer(frame: frame, kind: .letters(start..<frames.count)))
        return true
    }

    /// Returns nil for letters that are too large.
    private func letters(
        _ run: ShapedText.Run, of text: ShapedText, in file: FontFile, at line: Point
    ) throws(PaintingFailure) -> (LetterTiles, LetterTiles.Placement)? {
        let pixelsPerEm = run.size * scale
        guard pixelsPerEm <= StripePainter.maxMaskSize else { return nil }
        return try PaintingFailure.reading { () throws(FontFailure) in
            let letters = tiles.letters(
                of: try stripe.fontCache.font(file, pixelsPerEm: pixelsPerEm))
            let placement = try letters.placement(
                of: text.glyphs(of: run), at: Point(line.x + run.left, line.y), scale: scale,
                offset: top)
            return (letters, placement)
        }
    }

    private func emoji(
        _ run: ShapedText.Run, of text: ShapedText, in file: FontFile, at line: Point
    ) throws(PaintingFailure) -> [(bitmap: Bitmap, frame: PixelRect)] {
        var found: [(Bitmap, PixelRect)] = []
        let origin = Point(line.x + run.left, line.y)
        try stripe.forEachEmoji(text.glyphs(of: run), of: run, in: file, at: origin) {
            // The ground continues in the row below.
            found.append(($0, PixelRect(x: $1..<$1 + $0.width, y: $2..<$2 + $0.height + 1)))
        }
        return found
    }

    private mutating func addEmoji(
        _ run: ShapedText.Run, of text: ShapedText, in file: FontFile, at line: Point
    ) throws(PaintingFailure) -> Bool {
        for (bitmap, frame) in try emoji(run, of: text, in: file, at: line)
        where frame.intersects(area) {
            guard area.x.contains(frame.x), frame.x.count * frame.y.count <= Self.maxPixels,
                let ground = ground(of: frame)
            else { return obstructed(by: frame) }
            guard let tile = tiles.tile(bitmap, on: ground) else { return false }
            plan.place(
                tile, x: frame.x.lowerBound, y: frame.y.lowerBound, repeating: 0, by: 0)
            layers.append(Layer(frame: frame, kind: .other))
        }
        return true
    }

    // MARK: - Painting

    /// The maximum share of a stripe's pixels that are painted.
    private static let share = 2
    /// The maximum number of pixels of a picture that is painted.
    private static let maxPicture = 16_384

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
            var own = pixels(of: run.frame(at: origin))
            guard run.kind != .missing, let file = stripe.fonts.fontFile(run.font) else {
                return false
            }
            // Letters and emoji may reach further than their lines.
            if file.hasColorBitmaps {
                for (_, frame) in try emoji(run, of: text, in: file, at: origin) {
                    own = own.union(frame)
                }
            } else if let (_, placement) = try letters(run, of: text, in: file, at: origin) {
                if !placement.letters.isEmpty { own = own.union(placement.frame) }
            } else {
                return false
            }
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
        guard let tile = tiles.tile(frame, of: canvas, on: ground) else { return false }
        own.append(tile)
        plan.place(tile, x: frame.x.lowerBound, y: frame.y.lowerBound, repeating: 0, by: 0)
        layers.append(Layer(frame: extended, kind: .other))
        return true
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

    func union(_ other: PixelRect) -> PixelRect {
        PixelRect(
            x: min(x.lowerBound, other.x.lowerBound)..<max(x.upperBound, other.x.upperBound),
            y: min(y.lowerBound, other.y.lowerBound)..<max(y.upperBound, other.y.upperBound))
    }
}

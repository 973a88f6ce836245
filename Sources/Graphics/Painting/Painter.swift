package import Basics
import CPixels
package import Fonts
package import Scene

/// Paints one drawing as pixels, stripe by stripe. A worker creates one for each drawing.
package final class Painter {
    private let resources: PaintingResources
    private let fonts: any FontLookup
    private let pictures: PictureCache
    private let colors: [PlannedCodes.Colors]

    /// - Parameter colors: those of most letters, and those behind them. Plans of stripes become
    ///   smaller.
    package init(
        on resources: PaintingResources, fonts: any FontLookup, pictures: any PictureLookup,
        colors: [(ink: Color, ground: Color)] = []
    ) {
        self.colors = colors.map {
            PlannedCodes.Colors(
                ink: PremultipliedWord.of($0.ink) & 0xFF_FFFF,
                ground: PremultipliedWord.of($0.ground) & 0xFF_FFFF)
        }
        self.resources = resources
        self.fonts = fonts
        self.pictures = PictureCache(of: pictures)
    }

    /// - Parameters:
    ///   - backdrop: behind everything; an alpha below 255 makes the result transparent.
    ///   - blocks: at least those whose ink meets the viewport; each other one costs a comparison.
    ///   - budget: if the work must end, the rest stays unpainted; the caller discards the result.
    package func paint<Painted>(
        _ viewport: Viewport, backdrop: Color, background: [Node], blocks: [Block],
        budget: WorkBudget = .unlimited,
        _ body: (borrowing ImageSurface) -> Painted
    ) throws(PaintingFailure) -> Painted {
        resources.fonts.shrink()
        let factor = viewport.oversampling
        let surface = try resources.surface(
            width: viewport.width * factor, height: viewport.rows.count * factor,
            format: backdrop.alpha == 255 ? .opaque : .transparent)
        try surface.paint { canvas throws(PaintingFailure) in
            if !Painter.covers(background, viewport) {
                canvas.setBlending(.replace)
                canvas.setSource(backdrop)
                canvas.paint()
                canvas.setBlending(.over)
            }
            let stripe = StripePainter(
                viewport: viewport, fontCache: resources.fonts, fonts: fonts, pictures: pictures,
                stamps: resources.stamps, emoji: resources.emoji, budget: budget)
            try stripe.paint(background, blocks, on: canvas)
        }
        guard factor > 1 else {
            let result = body(surface)
            resources.keep(surface)
            return result
        }
        var reduced = try resources.surface(
            width: viewport.width, height: viewport.rows.count, format: surface.format,
            isReduced: true)
        BoxReduction.halve(surface, into: &reduced)
        resources.keep(surface)
        let result = body(reduced)
        resources.keep(reduced, isReduced: true)
        return result
    }

    /// Compresses a stripe of an opaque picture without painting it.
    package func compress(
        _ viewport: Viewport, of image: PNGImage, backdrop: Color, background: [Node],
        blocks: [Block], budget: WorkBudget = .unlimited
    ) throws(PaintingFailure) -> PlannedStripe {
        guard image.canBePlanned, viewport.oversampling == 1, backdrop.alpha == 255 else {
            return .obstructed([0..<viewport.rows.count])
        }
        let covering = background.first?.colorCovering(viewport)
        // Letters on a wallpaper have several colors below them.
        guard background.count == (covering == nil ? 0 : 1) else {
            return .obstructed([0..<viewport.rows.count])
        }
        resources.fonts.shrink()
        let surface = try resources.surface(
            width: viewport.width, height: viewport.rows.count, format: .opaque, orHigher: true)
        let stripe = StripePainter(
            viewport: viewport, fontCache: resources.fonts, fonts: fonts, pictures: pictures,
            stamps: resources.stamps, emoji: resources.emoji, budget: budget)
        var made = PlannedStripe.obstructed([])
        try surface.paint { canvas throws(PaintingFailure) in
            made = try resources.planner.compress(
                stripe, colors, ground: covering ?? backdrop, blocks, on: canvas)
        }
        resources.keep(surface)
        return made
    }

    /// If so, the surface is not cleared, which would take a tenth of the painting time.
    private static func covers(_ background: [Node], _ viewport: Viewport) -> Bool {
        background.first?.colorCovering(viewport) != nil
    }
}

extension ImageSurface {
    /// Does the same as `draw`, for drawing that also reads fonts.
    func paint(
        _ body: (borrowing Canvas) throws(PaintingFailure) -> Void
    ) throws(PaintingFailure) {
        let painted: Result<Void, PaintingFailure>
        do throws(CairoFailure) {
            painted = try draw { canvas in
                do throws(PaintingFailure) { return .success(try body(canvas)) } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw .surface(error)
        }
        try painted.get()
    }
}

package enum PaintingFailure: Error, Hashable {
    case surface(CairoFailure)
    case font(FontFailure)

    static func drawing<Result>(
        _ body: () throws(CairoFailure) -> Result
    ) throws(PaintingFailure) -> Result {
        do throws(CairoFailure) { return try body() } catch { throw .surface(error) }
    }

    static func reading<Result>(
        _ body: () throws(FontFailure) -> Result
    ) throws(PaintingFailure) -> Result {
        do throws(FontFailure) { return try body() } catch { throw .font(error) }
    }
}

/// The resources that a worker keeps from one drawing to the next: open fonts, stamps and surfaces.
package final class PaintingResources {
    package let fonts: FontCache
    let stamps = ShapeMaskCache()
    let emoji = EmojiMasks()
    let planner = StripePlanner()
    private var canvas: ImageSurface?
    private var reduced: ImageSurface?

    package init() throws(FontFailure) { fonts = try FontCache() }

    /// The surface is returned with `keep`, or lost if drawing fails.
    ///
    /// - Parameter orHigher: whether more rows do no harm.
    func surface(
        width: Int, height: Int, format: ImageSurface.Format, isReduced: Bool = false,
        orHigher: Bool = false
    ) throws(PaintingFailure) -> ImageSurface {
        let kept = isReduced ? reduced.take() : canvas.take()
        do throws(CairoFailure) {
            if let kept, kept.width == width, kept.format == format, kept.height >= height {
                return orHigher || kept.height == height ? kept : try kept.upper(height)
            }
            return try ImageSurface(width: width, height: height, format: format)
        } catch {
            throw .surface(error)
        }
    }

    /// Opens a font and draws one of its letters, so that the first drawing does not have to.
    package func warmUp(
        _ glyph: UInt32, of font: FontID, in file: FontFile, pixelsPerEm: Double
    ) throws(FontFailure) {
        if file.hasColorBitmaps {
            _ = try emoji.stamp(glyph, of: font, in: file, pixelsPerEm: pixelsPerEm)
        } else {
            _ = try fonts.font(file, pixelsPerEm: pixelsPerEm).mask(glyph)
        }
    }

    func keep(_ surface: consuming ImageSurface, isReduced: Bool = false) {
        // Without memory for this, the next drawing makes a new one.
        let surface = try? surface.entire()
        if isReduced { reduced = surface } else { canvas = surface }
    }
}

package struct Viewport: Sendable, Hashable {
    /// The whole drawing's width in pixels.
    package let width: Int
    /// The rows of the whole drawing, counted from its top.
    package let rows: Range<Int>
    /// The pixels per point.
    package let scale: Double

    package init(width: Int, rows: Range<Int>, scale: Double) {
        self.width = width
        self.rows = rows
        self.scale = scale
    }

    /// The visible area in points.
    package var bounds: Rect {
        Rect(
            0, Double(rows.lowerBound) / scale, Double(width) / scale, Double(rows.count) / scale)
    }

    var pixels: PixelRect { PixelRect(x: 0..<width, y: rows) }

    /// Letters are on whole pixels, which makes the spacing uneven at low resolutions. In a drawing
    /// that is painted larger and then reduced, they are on half pixels.
    var oversampling: Int { scale < 2 ? 2 : 1 }

    /// The bytes of the surfaces that are painted on and reduced to.
    package var surfaceBytes: Int {
        4 * width * rows.count * (oversampling > 1 ? oversampling * oversampling + 1 : 1)
    }

    /// Decides by height only, with a margin for edges on whole pixels. Comparisons with NaN fail,
    /// so such a frame counts as visible.
    fileprivate func mayShow(_ frame: Rect, around reach: Double = 0) -> Bool {
        let air = reach + 2 / scale
        return !(frame.maxY + air < bounds.minY || frame.minY - air > bounds.maxY)
    }
}

/// Reduces a surface to half its size. Each pixel is the rounded mean of four, per channel.
enum BoxReduction {
    /// - Parameter target: a surface with half the width and height of `source`.
    static func halve(_ source: borrowing ImageSurface, into target: inout ImageSurface) {
        let width = target.width
        let height = target.height
        let targetStride = target.stride / 4
        let sourceStride = source.stride / 4
        precondition(source.width == 2 * width && source.height == 2 * height)
        source.withPixels { pixels in
            target.withMutablePixels { reduced in
                unsafe pixels.withUnsafeBufferPointer { pixels in
                    unsafe reduced.withUnsafeMutableBufferPointer { reduced in
                        guard let source = pixels.baseAddress, let target = reduced.baseAddress
                        else { return }
                        for y in 0..<height {
                            let upper = unsafe source + 2 * y * sourceStride
                            unsafe pixels_halve(
                                upper, upper + sourceStride, width, target + y * targetStride)
                        }
                    }
                }
            }
        }
    }
}

/// A stripe of a single color. Stripes of the same color and size have the same bytes and are
/// compressed only once, because a theme may request rows ten screens high.
package struct FlatStripe: Equatable {
    private let width: Int
    private let rows: Int
    private let color: Color

    /// Returns nil for a stripe on which anything else may be visible.
    package init?(
        _ viewport: Viewport, backdrop: Color, background: [Node], blocks: [Block]
    ) {
        switch background.count {
        case 0: color = backdrop
        case 1:
            guard let color = background[0].colorCovering(viewport) else { return nil }
            self.color = color
        default: return nil
        }
        let visible = viewport.bounds
        let isBare = blocks.allSatisfy { block in
            !block.mayShow(in: visible)
                || !block.nodes.contains { $0.mayShow(on: viewport) }
        }
        guard isBare else { return nil }
        width = viewport.width
        rows = viewport.rows.count
    }
}

extension Node {
    fileprivate func colorCovering(_ viewport: Viewport) -> Color? {
        guard case .shape(let path, .color(let color)?, nil) = self, color.alpha == 255,
            path.rectangle?.contains(viewport.bounds) ?? false
        else { return nil }
        return color
    }

    /// Whether the node may be visible in a viewport; false only if it certainly is not.
    fileprivate func mayShow(on viewport: Viewport) -> Bool {
        switch self {
        case .shape(let path, _, let stroke):
            // Miter joins extend up to ten times half the line width (cairo's miter limit).
            viewport.mayShow(path.bounds, around: 5 * (stroke?.width ?? 0))
        case .text(let text, let point), .lettering(let text, let point):
            !text.lines(at: point, in: viewport.bounds.heights).isEmpty
        case .picture(let picture):
            viewport.mayShow(picture.clip?.bounds ?? picture.frame)
        case .link, .jump, .anchor, .spoken: false
        case .figure(_, let nodes), .part(_, let nodes): nodes.contains { $0.mayShow(on: viewport) }
        case .layer(let layer, _): viewport.mayShow(layer.shown)
        case .clipped(let path, let nodes):
            viewport.mayShow(path.bounds) && nodes.contains { $0.mayShow(on: viewport) }
        }
    }
}

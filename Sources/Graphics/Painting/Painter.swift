package import Basics
import Fonts
package import Scene

/// Paints one drawing as pixels, stripe by stripe. A worker creates one for each drawing.
package final class Painter {
    private let resources: PaintingResources
    private let fonts: any FontLookup
    private let pictures: PictureCache

    package init(
        on resources: PaintingResources, fonts: any FontLookup, pictures: any PictureLookup
    ) {
        self.resources = resources
        self.fonts = fonts
        self.pictures = PictureCache(of: pictures)
    }

    /// Paints the viewport's rows and passes them to a closure.
    ///
    /// - Parameters:
    ///   - backdrop: the color behind everything; with an alpha below 255 the result is
    ///     transparent.
    ///   - blocks: at least those whose ink meets the viewport; each other one costs a comparison.
    ///   - budget: if the work must end, the rest stays unpainted, and the caller discards the
    ///     result.
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

    /// Whether the first node covers the whole surface. Clearing the surface first would take a
    /// tenth of the painting time.
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

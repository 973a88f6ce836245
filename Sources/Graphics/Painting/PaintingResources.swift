package import Fonts
package import Scene

/// The resources that a worker keeps from one drawing to the next: open fonts, stamps and surfaces.
package final class PaintingResources {
    package let fonts: FontCache
    let stamps = ShapeMaskCache()
    let emoji = EmojiMasks()
    private var canvas: ImageSurface?
    private var reduced: ImageSurface?

    package init() throws(FontFailure) { fonts = try FontCache() }

    /// Takes a surface. It is returned with `keep`, or lost if drawing fails.
    func surface(
        width: Int, height: Int, format: ImageSurface.Format, isReduced: Bool = false
    ) throws(PaintingFailure) -> ImageSurface {
        let kept = isReduced ? reduced.take() : canvas.take()
        if let kept, kept.width == width, kept.height == height, kept.format == format {
            return kept
        }
        do throws(CairoFailure) {
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
        if isReduced { reduced = consume surface } else { canvas = consume surface }
    }
}

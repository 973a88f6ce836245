import CCairo
package import Scene

/// Letters as outlines, as cairo draws them.
@safe
package final class GlyphOutlines {
    /// In thousandths of an em, from the glyph's origin, y downwards.
    package struct Outline {
        package let path: Path
        package let advance: Double

        package init(path: Path, advance: Double) {
            self.path = path
            self.advance = advance
        }
    }

    private static let unitsPerEm = 1000.0

    private let fonts: FontCache
    /// Nothing is drawn on it: paths belong to a drawing.
    private let surface: ImageSurface

    package init(_ fonts: FontCache) throws(CairoFailure) {
        self.fonts = fonts
        surface = try ImageSurface(width: 1, height: 1, format: .opaque)
    }

    package func facts(of file: FontFile) throws(CairoFailure) -> FontFacts {
        try fonts.facts(of: file)
    }

    package func outline(
        of glyph: UInt32, in file: FontFile
    ) throws(CairoFailure) -> Outline {
        let font = try fonts.font(file, size: Self.unitsPerEm, scale: 1)
        var placed = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
        var extents = cairo_text_extents_t()
        unsafe cairo_scaled_font_glyph_extents(font.pointer, &placed, 1, &extents)
        let path = try surface.draw { canvas throws(CairoFailure) in
            unsafe cairo_set_scaled_font(canvas.context, font.pointer)
            unsafe cairo_glyph_path(canvas.context, &placed, 1)
            return canvas.path
        }
        return Outline(path: path, advance: extents.x_advance)
    }
}

extension Canvas {
    /// What was added and not yet drawn.
    fileprivate var path: Path {
        guard let copy = unsafe cairo_copy_path(context) else { return Path() }
        defer { unsafe cairo_path_destroy(copy) }
        guard unsafe copy.pointee.status == CAIRO_STATUS_SUCCESS else { return Path() }
        var path = Path()
        var place = 0
        func point(_ index: Int) -> Point {
            let point = unsafe copy.pointee.data[place + index].point
            return Point(point.x, point.y)
        }
        while unsafe place < Int(copy.pointee.num_data) {
            let header = unsafe copy.pointee.data[place].header
            switch header.type {
            case CAIRO_PATH_MOVE_TO: path.elements.append(.move(point(1)))
            case CAIRO_PATH_LINE_TO: path.elements.append(.line(point(1)))
            case CAIRO_PATH_CURVE_TO: path.elements.append(.curve(point(1), point(2), point(3)))
            default: path.close()
            }
            place += max(1, Int(header.length))
        }
        return path
    }
}

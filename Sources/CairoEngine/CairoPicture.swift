package import Cairo
package import Imaging
package import Scene

/// A drawing as pixels, painted by cairo alone, some rows at a time: a surface of its ends at
/// 32,767.
package struct CairoPicture {
    private let width: Int
    private let scale: Double
    private let drawing: SceneDrawing

    /// Below two pixels a point cairo 1.16 would set letters unevenly, on whole ones: they are
    /// painted twice as large and reduced.
    private var oversampling: Int { scale < 2 ? 2 : 1 }

    /// - Parameters:
    ///   - width: pixels of the whole drawing's width.
    ///   - scale: pixels per point.
    package init(
        width: Int, scale: Double, fonts: any FontLookup, pictures: any PictureLookup
    ) {
        self.width = width
        self.scale = scale
        drawing = SceneDrawing(
            on: .pixels(scale < 2 ? 2 * scale : scale), fonts: fonts, pictures: pictures)
    }

    /// Paints rows of the whole drawing.
    ///
    /// - Parameter backdrop: what lies under everything; see-through when its alpha is below 255.
    package func paint(
        rows: Range<Int>, backdrop: Color, _ nodes: [Node]
    ) throws(CairoFailure) -> ImageSurface {
        let format: ImageSurface.Format = backdrop.alpha == 255 ? .opaque : .transparent
        let surface = try ImageSurface(
            width: width * oversampling, height: rows.count * oversampling, format: format)
        try surface.draw { canvas throws(CairoFailure) in
            canvas.setBlending(.replace)
            canvas.setSource(backdrop)
            canvas.paint()
            canvas.setBlending(.over)
            canvas.translate(0, -Double(rows.lowerBound * oversampling))
            canvas.scale(scale * Double(oversampling), scale * Double(oversampling))
            try drawing.draw(nodes, on: canvas)
        }
        guard oversampling > 1 else { return surface }
        let reduced = try ImageSurface(width: width, height: rows.count, format: format)
        try reduced.draw { canvas throws(CairoFailure) in
            canvas.setBlending(.replace)
            canvas.setSource(surface, in: Rect(0, 0, Double(width), Double(rows.count)))
            canvas.paint()
        }
        return reduced
    }
}

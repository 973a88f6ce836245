import Dispatch
package import Scene

/// Painted only by cairo, a range of rows at a time: its surfaces have at most 32,767 rows.
package struct CairoPicture {
    private let width: Int
    private let scale: Double
    private let drawing: SceneDrawing

    /// Below two pixels per point cairo 1.16 would space letters unevenly, because it puts them on
    /// whole pixels. Such drawings are painted twice as large and reduced.
    private var oversampling: Int { scale < 2 ? 2 : 1 }

    /// - Parameters:
    ///   - width: the whole drawing's width in pixels.
    ///   - scale: pixels per point.
    package init(
        width: Int, scale: Double, fonts: any FontLookup, pictures: any PictureLookup
    ) {
        self.width = width
        self.scale = scale
        drawing = SceneDrawing(
            on: .pixels(scale < 2 ? 2 * scale : scale), fonts: fonts, pictures: pictures)
    }

    /// - Parameter backdrop: behind everything; an alpha below 255 makes the result transparent.
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

/// The lock for drawing with cairo: one conversation at a time per process.
///
/// Version 1.16 opens fonts in a FreeType library that all threads share, outside of its own lock.
/// It also evicts glyphs from its cache by locking another thread's fonts while that thread waits
/// for the cache. Two threads that draw at the same time crash or deadlock.
package enum CairoLock {
    private static let free = DispatchSemaphore(value: 1)

    /// - Parameter drawing: must not leave any cairo object behind, because releasing a font is no
    ///   safer than opening it.
    package static func hold<Failure: Error>(
        _ drawing: () throws(Failure) -> Void
    ) throws(Failure) {
        free.wait()
        defer { free.signal() }
        try drawing()
    }
}

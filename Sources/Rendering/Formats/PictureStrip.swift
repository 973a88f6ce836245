import Basics
import Graphics
import Layout
import Model
import Scene

/// A part of the endless canvas (or all of it) as one picture.
struct PictureStrip: Sendable {
    let renderer: Renderer
    let measured: MeasuredJob
    /// The size in points.
    let size: Size
    /// The top of the page on the canvas.
    let top: Double
    /// The blocks to show; nil for everything on the canvas.
    var blocks: [Block]? = nil
    /// The background of a canvas; nil for other pages.
    var ground: CanvasGround? = nil
    /// The number of pages of which this is one.
    var pageCount = 1
    /// The magnification of a page, which determines the size of its text.
    var zoom = 1.0

    /// The number of stripes that may be finished before the first of them is written.
    static let window = 64

    /// The number of pixels per unit of the layout.
    var scale: Double { measured.job.output.scale * zoom }

    func image() throws(RenderFault) -> PNGImage {
        let canvas = measured.job.output.canvas
        let width = canvas.map { Double($0.width) } ?? (size.width * scale).rounded(.up)
        let height = canvas.map { Double($0.height) } ?? (size.height * scale).rounded(.up)
        let limit = measured.job.limits.outputPixels
        guard width * height <= Double(limit), width <= 65_535, height <= Double(Int32.max) else {
            throw .outputTooLarge(pixels: width * height, limit: limit)
        }
        return PNGImage(
            width: max(1, Int(width)), height: max(1, Int(height)), scale: scale,
            pixels: measured.isOpaque ? .opaque : .transparent,
            compression: compression,
            texts: measured.job.imprint.map {
                [PNGImage.Text("Software", "Chatprint"), PNGImage.Text("Description", $0)]
            } ?? [])
    }

    private var compression: PNGImage.Compression {
        let output = measured.job.output
        switch (output.compression, output.engine) {
        case (.small, _): return .small
        case (_, .chatprint): return .fast
        case (_, .cairo): return .scanning
        }
    }

    func write(
        _ image: PNGImage, on worker: Worker, to sink: ByteSink
    ) throws(RenderFault) {
        let rows = max(16, renderer.stripePixels / image.width)
        let stripes = (image.height + rows - 1) / rows
        do {
            var assembler = PNGAssembler(image)
            try assembler.begin(to: sink)
            var done = 0
            let range = { @Sendable number in
                number * rows..<min(image.height, (number + 1) * rows)
            }
            switch measured.job.output.engine {
            case .chatprint:
                try renderer.pool.forEach(
                    stripes, on: worker, ahead: PictureStrip.window,
                    slow: slowStripes(of: rows, below: stripes)
                ) { number, worker in
                    Result { () throws(RenderFault) in
                        let rows = range(number)
                        let surfaces = surfaceBytes(rows, image)
                        try measured.control.check(taking: surfaces)
                        defer { measured.control.budget.release(surfaces) }
                        let stripe = try stripe(rows, image, worker)
                        try measured.control.check(taking: stripe.bytes)
                        return stripe
                    }
                } deliver: { (result: Result<CompressedStripe, RenderFault>) throws in
                    let stripe = try result.get()
                    measured.control.budget.release(stripe.bytes)
                    try assembler.append(stripe, to: sink)
                    done += 1
                    report(done, of: stripes)
                }
            case .cairo:
                for number in 0..<stripes {
                    let surfaces = surfaceBytes(range(number), image)
                    try measured.control.check(taking: surfaces)
                    defer { measured.control.budget.release(surfaces) }
                    try assembler.append(stripe(range(number), image, worker), to: sink)
                    report(number + 1, of: stripes)
                }
            }
            try assembler.finish(to: sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    /// The stripes with photos, which take several times as long as the others.
    private func slowStripes(of rows: Int, below end: Int) -> [Int] {
        guard blocks == nil, renderer.pool.size > 1 else { return [] }
        var stripes: [Int] = []
        for row in measured.transcript.rowsWithPictures {
            let frame = measured.transcript.frame(ofRow: row).offset(0, -top)
            let first = Int((frame.minY * scale).rounded(.down)) / rows
            let last = Int((frame.maxY * scale).rounded(.up)) / rows
            for stripe in first...last where stripe > stripes.last ?? -1 && stripe < end {
                stripes.append(stripe)
            }
        }
        return stripes
    }

    /// Reports progress in stripes. A divided output counts its parts instead.
    func report(_ done: Int, of stripes: Int) {
        guard measured.job.format != .zip, measured.job.output.splitBy == nil else { return }
        measured.control.onProgress(RenderProgress(.output, done: done, of: stripes))
    }

    private func surfaceBytes(_ rows: Range<Int>, _ image: PNGImage) -> Int {
        Viewport(width: image.width, rows: rows, scale: scale).surfaceBytes
    }

    private func stripe(
        _ rows: Range<Int>, _ image: PNGImage, _ worker: Worker
    ) throws(RenderFault) -> CompressedStripe {
        let viewport = Viewport(width: image.width, rows: rows, scale: scale)
        let (background, shown) = content(of: viewport)
        return try worker.paint(
            viewport, of: image, for: measured, background: background, blocks: shown)
    }

    /// The nodes for the visible part.
    func content(of viewport: Viewport) -> (background: [Node], blocks: [Block]) {
        let bounds = viewport.bounds
        let canvas =
            measured.paper == nil
            ? measured.transcript.canvas : Rect(0, 0, size.width, size.height)
        let background =
            ground?.nodes(visible: Rect(0, bounds.minY, size.width + 1, bounds.height))
            ?? measured.transcript.background(
                of: canvas, visible: Rect(0, bounds.minY, canvas.width + 1, bounds.height))
        let around = measured.transcript.surroundings
        let shown =
            blocks
            ?? measured.transcript.rows(from: bounds.minY + top, to: bounds.maxY + top).map(\.block)
            + (around.above + around.below).filter { $0.mayShow(in: bounds) }
        return (background, shown)
    }
}

extension PictureStrip {
    /// Returns the size in pixels, or throws if the format does not support it.
    ///
    /// - Parameter maxSide: the maximum number of pixels on either side.
    func size(maxSide: Int) throws(RenderFault) -> PixelSize {
        let image = try image()
        let size = PixelSize(image.width, image.height)
        guard max(size.width, size.height) <= maxSide else {
            throw .tooLargeForFormat(measured.job.format, size, limit: maxSide)
        }
        return size
    }

    /// Paints stripes on all workers, and delivers the results in order on this worker.
    ///
    /// - Parameters:
    ///   - make: the result for a stripe's pixels; nil if no memory is left.
    ///   - bytes: the size of a result.
    func forEachStripe<Made: Sendable>(
        of size: PixelSize, rows: Int, on worker: Worker,
        make: @escaping @Sendable (borrowing ImageSurface) -> Made?,
        bytes: @escaping @Sendable (Made) -> Int,
        deliver: (Made, Range<Int>) throws -> Void
    ) throws {
        let count = (size.height + rows - 1) / rows
        let range = { @Sendable (number: Int) in
            number * rows..<min(size.height, (number + 1) * rows)
        }
        let control = measured.control
        let one = { @Sendable (number: Int, worker: Worker) -> Result<Made, RenderFault> in
            Result { () throws(RenderFault) in
                let viewport = Viewport(
                    width: size.width, rows: range(number), scale: scale)
                try control.check(taking: viewport.surfaceBytes)
                defer { control.budget.release(viewport.surfaceBytes) }
                guard let made = try paint(viewport, on: worker, make) else { throw .memory }
                try control.check(taking: bytes(made))
                return made
            }
        }
        var next = 0
        func take(_ result: Result<Made, RenderFault>) throws {
            let made = try result.get()
            control.budget.release(bytes(made))
            try deliver(made, range(next))
            next += 1
            report(next, of: count)
        }
        switch measured.job.output.engine {
        case .chatprint:
            try renderer.pool.forEach(
                count, on: worker, ahead: PictureStrip.window, make: one, deliver: take)
        case .cairo:
            for number in 0..<count { try take(one(number, worker)) }
        }
    }

    private func paint<Made>(
        _ viewport: Viewport, on worker: Worker, _ make: (borrowing ImageSurface) -> Made?
    ) throws(RenderFault) -> Made? {
        let (background, blocks) = content(of: viewport)
        return try worker.paint(viewport, for: measured, background: background, blocks: blocks) {
            surface in
            measured.timer.time(.encode, within: .paint) { make(surface) }
        }
    }
}

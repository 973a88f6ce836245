import Basics
import Graphics
import Model
import Scene

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

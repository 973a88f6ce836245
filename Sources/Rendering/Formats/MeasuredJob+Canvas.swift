import Graphics
import Layout
import Model
import Scene

extension MeasuredJob {
    /// The canvases to draw; nil for other outputs.
    func canvases() throws(RenderFault) -> Pages? {
        guard let canvas = job.canvas, let paper else { return nil }
        if let playback {
            let state = job.output.moment.map { playback.state(at: 1_000 * $0) } ?? playback.end
            return playback.pages(at: state)
        }
        let pages = Pages(transcript, on: paper, numbers: numbers)
        switch job.output.overflow {
        case .truncate where job.output.frame != nil,
            .paginate where job.output.frame != nil && !job.format.has(.pages):
            return pages.newest
        case .truncate: return pages.first
        case .error where pages.count > 1,
            .paginate where pages.count > 1 && !job.format.has(.pages):
            let size = PixelSize(canvas.width, canvas.height)
            guard job.output.frame == nil else { throw .tooManyScreens(pages.count, size) }
            throw .tooManyCanvases(pages.count, size, job.format)
        case .error, .paginate: break
        }
        guard pages.count <= job.limits.pages else {
            throw .tooManyPages(pages: pages.count, limit: job.limits.pages)
        }
        // The cost of a canvas depends on its pixels, not on its content.
        let pixels = Double(pages.count) * Double(canvas.width) * Double(canvas.height)
        guard !job.format.has(.pixels) || pixels <= Double(job.limits.outputPixels) else {
            throw .outputTooLarge(pixels: pixels, limit: job.limits.outputPixels)
        }
        return pages
    }

    /// Whether the picture has no transparent background.
    var isOpaque: Bool {
        guard let canvas = job.canvas, canvas.isCard else { return transcript.isOpaque }
        return canvas.background != .transparent
    }
}

extension PictureStrip {
    /// Creates the strip for a page of several, or for a canvas.
    init(
        renderer: Renderer, _ pages: Pages, _ number: Int, of measured: MeasuredJob,
        on worker: Worker
    ) throws(RenderFault) {
        let blocks = try worker.measure(measured.control) {
            pages.blocks(of: number, with: $0)
        }
        self.init(
            renderer: renderer, measured: measured, size: pages.size(of: number), top: 0,
            blocks: blocks, ground: pages.ground(of: number), pageCount: pages.count)
        // A canvas has its scale in the job.
        if measured.job.canvas == nil { zoom = pages.paper.scale }
    }
}

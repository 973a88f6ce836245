import Basics
import Graphics
import Layout
import Model
import Scene

/// Renders a conversation as a clip: plans all frames, paints them on all workers, and writes them
/// in order.
struct ClipFormat {
    let renderer: Renderer
    let measured: MeasuredJob

    /// The codec of a video; nil for other moving formats.
    private var codec: VideoCodec? {
        [.mp4: .h264, .webm: .vp9][measured.job.format]
    }

    /// The number of frames that may be painted before the first of them is written.
    private static let window = 16
    /// The maximum frame rate of a GIF: it counts hundredths of a second, and players replace a
    /// duration of less than two of them by ten.
    static let maxRateOfGIF = 50

    func write(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        guard let playback = measured.playback else {
            throw .internal("a clip without a canvas")
        }
        let plan = try plan(playback)
        // Checked before the response begins, so that the request can still fail.
        if let codec, !codec.isAvailable {
            throw .missingLibrary(measured.job.format, package: codec.package)
        }
        let sink = sink.begin(
            measured.report(
                width: plan.clip.size.width, height: plan.clip.size.height, pages: 1))
        if let codec { return try film(plan, codec, on: worker, to: sink) }
        switch measured.job.format {
        case .gif:
            let palette = try palette(of: plan, on: worker)
            try play(plan, by: GIFClip(plan.clip, palette: palette), on: worker, to: sink)
        case .webp:
            let clip = WebPClip(
                plan.clip, measured.job.output,
                packet: measured.job.imprint.map(WebPFormat.packet), measured.control.budget)
            try play(plan, by: clip, on: worker, to: sink)
        default: try play(plan, by: APNGClip(plan.clip), on: worker, to: sink)
        }
    }

    private func film(
        _ plan: Plan, _ codec: VideoCodec, on worker: Worker, to sink: ByteSink
    ) throws(RenderFault) {
        let room = plan.clip.size.width * plan.clip.size.height * codec.bytesPerPixel
        try measured.control.check(taking: room)
        defer { measured.control.budget.release(room) }
        let clip: VideoClip
        do { clip = try VideoClip(plan.clip, codec) } catch { throw RenderFault(error) }
        try play(plan, by: clip, on: worker, to: sink)
    }

    /// Returns the maximum length of the longer side in the job's format.
    private func maxPixels(of size: PixelSize) -> Int {
        if codec != nil { return VideoCodec.maxSide(of: size) }
        return switch measured.job.format {
        case .webp: WebPWriter.maxPixels
        case .gif: GIFImage.maxPixels
        default: Int(Int32.max)
        }
    }

    // MARK: - The plan

    /// A clip, and the state of the playback in each of its frames.
    private struct Plan: Sendable {
        let clip: Clip
        let states: [PlaybackState]
        let playback: Playback
    }

    private func plan(_ playback: Playback) throws(RenderFault) -> Plan {
        let job = measured.job
        guard let canvas = job.canvas, let motion = job.playing, let paper = measured.paper else {
            throw .internal("a clip without a canvas")
        }
        let size = PixelSize(canvas.width, canvas.height)
        let limit = job.limits.outputPixels
        guard Double(size.width) * Double(size.height) <= Double(limit) else {
            throw .outputTooLarge(
                pixels: Double(size.width) * Double(size.height), limit: limit)
        }
        guard max(size.width, size.height) <= maxPixels(of: size) else {
            throw .tooLargeForFormat(job.format, size, limit: maxPixels(of: size))
        }
        let rate = job.format == .gif ? min(motion.rate, Self.maxRateOfGIF) : motion.rate
        var states: [PlaybackState] = []
        var frames: [ClipFrame] = []
        let whole = PixelRect(x: 0..<size.width, y: 0..<size.height)
        func add(_ state: PlaybackState, at tick: Int) {
            var rect = whole
            if let last = states.last {
                let change = state == last ? nil : playback.change(from: last, to: state)
                rect =
                    change.map {
                        PixelRect(covering: $0.inset(by: -1), scale: paper.scale).clamped(to: whole)
                    } ?? PixelRect(x: 0..<0, y: 0..<0)
                // WebP counts offsets in units of two pixels.
                if job.format == .webp, !rect.isEmpty {
                    rect.x = rect.x.lowerBound & ~1..<rect.x.upperBound
                    rect.y = rect.y.lowerBound & ~1..<rect.y.upperBound
                }
                guard !rect.isEmpty else {
                    frames[frames.count - 1].ticks += 1
                    return
                }
            }
            states.append(state)
            frames.append(
                ClipFrame(number: frames.count, tick: tick, ticks: 1, x: rect.x, y: rect.y))
        }
        if let moment = job.output.moment {
            add(playback.state(at: 1_000 * moment), at: 0)
        } else {
            let end = playback.timeline.end
            let ticks = max(1, (end * rate + 999) / 1_000)
            guard ticks <= job.limits.frames else {
                throw .tooManyFrames(frames: ticks, limit: job.limits.frames)
            }
            for tick in 0..<ticks {
                try measured.control.check()
                let time = tick == ticks - 1 ? Double(end) : 1_000 * Double(tick) / Double(rate)
                add(playback.state(at: time), at: tick)
            }
        }
        let clip = Clip(
            size: size, rate: rate, loop: motion.loop, scale: job.output.scale,
            isOpaque: measured.isOpaque, imprint: job.imprint, frames: frames)
        guard clip.pixels <= Double(limit) else {
            throw .outputTooLarge(pixels: clip.pixels, limit: limit)
        }
        return Plan(
            clip: clip, states: states, playback: playback)
    }

    // MARK: - Painting

    private func play<Writer: ClipEncoder & ~Copyable>(
        _ plan: Plan, by encoder: consuming Writer, on worker: Worker,
        to sink: ByteSink
    ) throws(RenderFault) {
        var encoder = encoder
        let (control, pack, count) = (measured.control, encoder.pack, plan.clip.frames.count)
        do {
            try encoder.begin(to: sink)
            var done = 0
            try renderer.pool.forEach(count, on: worker, ahead: Self.window) {
                number, worker -> Result<Writer.Packed, RenderFault> in
                Result { () throws(RenderFault) in
                    let packed = try paint(
                        plan, plan.clip.frames[number], on: worker, pack)
                    try control.check(taking: Writer.bytes(of: packed))
                    return packed
                }
            } deliver: { (result: Result<Writer.Packed, RenderFault>) throws in
                let packed = try result.get()
                control.budget.release(Writer.bytes(of: packed))
                try encoder.append(packed, of: plan.clip.frames[done], to: sink)
                done += 1
                control.onProgress(RenderProgress(.output, done: done, of: count))
            }
            try encoder.finish(to: sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private func paint<Packed>(
        _ plan: Plan, _ frame: ClipFrame, on worker: Worker,
        _ pack: (Span<UInt32>, Int, ClipFrame, Worker) -> Packed?
    ) throws(RenderFault) -> Packed {
        let viewport = Viewport(
            width: plan.clip.size.width, rows: frame.y, scale: plan.clip.scale)
        try measured.control.check(taking: viewport.surfaceBytes)
        defer { measured.control.budget.release(viewport.surfaceBytes) }
        let pages = plan.playback.pages(at: plan.states[frame.number])
        let strip = try PictureStrip(
            renderer: renderer, pages, 0, of: measured, on: worker)
        let (background, blocks) = strip.content(of: viewport)
        let packed = try worker.paint(
            viewport, for: measured, background: background, blocks: blocks
        ) { surface -> Packed? in
            measured.timer.time(.encode, within: .paint) {
                surface.withPixels { pixels in
                    pack(
                        pixels.extracting(droppingFirst: frame.x.lowerBound), surface.stride / 4,
                        frame, worker)
                }
            }
        }
        // After the deadline, parts are unpainted and contain pixels of another drawing.
        try measured.control.check()
        guard let packed else { throw .memory }
        return packed
    }

    // MARK: - Colors

    /// The number of frames from which the palette is chosen.
    private static let moments = 6

    private func palette(of plan: Plan, on worker: Worker) throws(RenderFault) -> [UInt32] {
        let count = plan.clip.frames.count
        let numbers = Set(
            (1...Self.moments).map { ($0 * count + Self.moments - 1) / Self.moments - 1 }
        )
        .sorted()
        var colors = ColorCount()
        do {
            try renderer.pool.forEach(numbers.count, on: worker, ahead: Self.moments) {
                place, worker -> Result<ColorCount, RenderFault> in
                Result { () throws(RenderFault) in
                    try counted(plan, numbers[place], on: worker)
                }
            } deliver: { (result: Result<ColorCount, RenderFault>) throws in
                colors.add(try result.get())
            }
        } catch {
            throw RenderFault(any: error)
        }
        guard let palette = ColorPalette.best(for: colors) else { throw .memory }
        return palette
    }

    /// Returns the colors of the whole picture at the time of a frame.
    private func counted(
        _ plan: Plan, _ number: Int, on worker: Worker
    ) throws(RenderFault) -> ColorCount {
        let whole = ClipFrame(
            number: number, tick: 0, ticks: 1, x: 0..<plan.clip.size.width,
            y: 0..<plan.clip.size.height)
        return try paint(plan, whole, on: worker) { words, stride, frame, _ in
            var colors = ColorCount()
            for y in frame.y {
                colors.add(words.extracting(y * stride..<y * stride + frame.x.count))
            }
            return colors
        }
    }
}

extension Renderer {
    /// Returns the job with a canvas and a playback, for rendering as a clip.
    func playing(
        _ measured: MeasuredJob, _ motion: Motion, on worker: Worker
    ) throws(RenderFault) -> MeasuredJob {
        var job = measured.job
        // Each message takes at least one frame.
        let messages = job.conversation.messages.count
        guard messages <= job.limits.frames else {
            throw .tooManyFrames(frames: messages, limit: job.limits.frames)
        }
        if job.canvas == nil { job.output.canvas = canvas(for: measured) }
        guard let paper = paper(for: job) else { return measured }
        // Typing dots and earlier states of the rows take as much memory again.
        let room = messages * PDFFormat.placedRowBytes
        try measured.control.check(taking: room)
        let transcript = measured.transcript
        let playback = try worker.measure(measured.control) {
            Playback(transcript, on: paper, motion, with: $0)
        }
        return MeasuredJob(
            job: job, transcript: transcript, paper: paper, pictures: measured.pictures,
            missing: measured.missing, evidence: measured.evidence, control: measured.control,
            timer: measured.timer, numbers: measured.numbers, playback: playback)
    }

    /// Returns a canvas as tall as the conversation, but at most as a phone's screen or as
    /// `max_height`. With a phone's frame, it is always as tall as the screen.
    private func canvas(for measured: MeasuredJob) -> PictureCanvas {
        let output = measured.job.output
        let whole = measured.transcript.canvas.size
        let screen = ScreenFrame.height(ofWidth: whole.width)
        let most = output.maxHeight ?? screen
        let height = output.frame == nil ? min(whole.height, most) : screen
        func pixels(_ points: Double) -> Int { max(1, Int((points * output.scale).rounded(.up))) }
        var canvas = PictureCanvas(width: pixels(whole.width), height: pixels(height))
        if output.frame != nil { canvas.screen = .filling }
        return canvas
    }
}

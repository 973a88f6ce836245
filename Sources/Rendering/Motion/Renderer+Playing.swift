import Layout
import Model
import Scene

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

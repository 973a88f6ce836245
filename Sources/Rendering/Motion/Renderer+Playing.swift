import Model
import Layout
import Scene

extension Renderer {
    /// The same job on a canvas, as a clip.
    func playing(
        _ measured: MeasuredJob, _ motion: Motion, on worker: Worker
    ) throws(RenderFault) -> MeasuredJob {
        var job = measured.job
        // Each message takes at least a frame.
        let messages = job.conversation.messages.count
        guard messages <= job.limits.frames else {
            throw .tooManyFrames(frames: messages, limit: job.limits.frames)
        }
        if job.canvas == nil { job.output.canvas = canvas(for: measured) }
        guard let paper = paper(for: job) else { return measured }
        // As much again for what stands in a row's place before.
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

    /// As tall as the conversation, but at most as a phone's screen; as a whole one, if that is
    /// drawn.
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

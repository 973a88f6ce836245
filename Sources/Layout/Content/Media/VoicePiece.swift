import Scene

/// A voice message: play mark, waveform and duration, with the transcript below.
struct VoicePiece: Piece {
    /// The transcript of a recording, and the line above it.
    struct Transcript {
        let label: ShapedText
        let words: TextPiece

        var size: Size {
            Size(
                max(label.size.width, words.size.width), label.size.height + words.size.height)
        }
    }

    /// The waveform. Without samples a plain line is drawn, because loudness must not be invented.
    let waveform: Waveform
    let duration: ShapedText?
    let transcript: Transcript?
    let width: Double
    let accent: Color
    let onAccent: Color
    let barColor: Color
    let text: String
    /// "Voice message", for screen readers: the play mark alone does not say it.
    let kind: String

    private static let radius = 18.0
    private static let gap = 10.0
    private static let transcriptGap = 6.0
    private static let barHeight = 22.0
    static let barWidth = 2.2
    static let barStep = 3.7

    static var indent: Double { 2 * radius + gap }

    private var wordsHeight: Double { duration?.size.height ?? 0 }

    private var playerHeight: Double {
        max(2 * VoicePiece.radius, VoicePiece.barHeight + 1 + wordsHeight)
    }

    var size: Size {
        Size(
            max(width, transcript?.size.width ?? 0),
            playerHeight + (transcript.map { $0.size.height + VoicePiece.transcriptGap } ?? 0))
    }

    var breaks: [Double] {
        guard let transcript else { return [] }
        let top = playerHeight + VoicePiece.transcriptGap + transcript.label.size.height
        return transcript.words.breaks.map { $0 + top }
    }

    var lastLine: LastLine? {
        if let transcript { return transcript.words.lastLine }
        return duration.map {
            LastLine(width: VoicePiece.indent + $0.size.width, isRightToLeft: false)
        }
    }

    /// Time runs from left to right in every language, so nothing is mirrored.
    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let middle = frame.minY + playerHeight / 2
        drawing.add(.spoken(kind, at: Point(frame.minX, middle)))
        drawing.add(
            Mark.play.disc(
                center: Point(frame.minX + VoicePiece.radius, middle), radius: VoicePiece.radius,
                fill: accent, ink: onAccent))
        let left = frame.minX + VoicePiece.indent
        let top = middle - (VoicePiece.barHeight + 1 + wordsHeight) / 2
        drawBars(
            in: Rect(left, top, max(frame.maxX - left, 1), VoicePiece.barHeight), on: &drawing)
        if let duration {
            drawing.label(duration, at: Point(left, top + VoicePiece.barHeight + 1))
        }
        guard let transcript else { return }
        var y = frame.minY + playerHeight + VoicePiece.transcriptGap
        for piece in [TextPiece(transcript.label), transcript.words] {
            piece.draw(
                in: Rect(frame.minX, y, frame.width, piece.size.height), clip: nil, on: &drawing)
            y += piece.size.height
        }
    }

    /// The progress line as players show it before playback.
    private func drawLine(in frame: Rect, on drawing: inout Drawing) {
        let knob = 4.5
        let line = Rect(frame.minX, frame.midY - 1.5, frame.width, 3)
        drawing.fill(.rounded(line, 1.5), barColor.withAlpha(0.5))
        drawing.fill(
            .circle(center: Point(frame.minX + knob, frame.midY), radius: knob), accent)
    }

    private func drawBars(in frame: Rect, on drawing: inout Drawing) {
        guard !waveform.bars.isEmpty else { return drawLine(in: frame, on: &drawing) }
        let count = Double(waveform.bars.count)
        let step = count > 1 ? (frame.width - VoicePiece.barWidth) / (count - 1) : 0
        var path = Path()
        for (index, level) in waveform.bars.enumerated() {
            let height = max(VoicePiece.barWidth, Double(level) * frame.height)
            let bar = Rect(
                frame.minX + Double(index) * step, frame.midY - height / 2,
                min(VoicePiece.barWidth, frame.width), height)
            path.elements += Path.rounded(bar, VoicePiece.barWidth / 2).elements
        }
        drawing.fill(path, barColor)
    }
}

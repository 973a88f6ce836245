import Scene
import Themes

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
    let style: VoiceCardStyle
    let play: LeadMark
    /// The sender's picture at the inner edge, and whether that is the right one.
    let portrait: Avatar?
    let isPortraitAtRight: Bool
    let ground: CardGround?
    let accent: Color
    let barColor: Color
    let text: String
    /// "Voice message", for screen readers: the play mark alone does not say it.
    let kind: String

    private static let gap = 10.0
    private static let transcriptGap = 6.0
    private static let barHeight = 22.0
    static let barWidth = 2.2
    static let barStep = 3.7

    static let portraitSide = 36.0

    /// The width beside the waveform.
    static func taken(_ style: VoiceCardStyle, _ ground: CardGround?, duration: ShapedText? = nil)
        -> Double
    {
        style.icon.size + gap + (style.hasPortrait ? portraitSide + gap : 0)
            + (style.duration == .end ? duration.map { $0.size.width + gap } ?? 0 : 0)
            + (ground?.padding.horizontal ?? 0)
    }

    private var padding: Insets { ground?.padding ?? .zero }

    private var durationHeight: Double {
        style.duration == .below ? duration?.size.height ?? 0 : 0
    }

    private var playerHeight: Double {
        max(
            play.size.height, portrait == nil ? 0 : VoicePiece.portraitSide,
            VoicePiece.barHeight + 1 + durationHeight) + padding.vertical
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
        guard style.duration == .below, ground == nil, portrait == nil || !isPortraitAtRight else {
            return nil
        }
        let beside = portrait == nil ? 0 : VoicePiece.portraitSide + VoicePiece.gap
        return duration.map {
            LastLine(
                width: beside + play.size.width + VoicePiece.gap + $0.size.width,
                isRightToLeft: false)
        }
    }

    /// Time runs from left to right in every language, so nothing is mirrored.
    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let middle = frame.minY + playerHeight / 2
        drawing.add(.spoken(kind, at: Point(frame.minX, middle)))
        let player = Rect(frame.minX, frame.minY, frame.width, playerHeight)
        if let ground { drawing.add(ground.nodes(in: player)) }
        var (left, right) = (player.minX + padding.left, player.maxX - padding.right)
        if let portrait {
            let side = VoicePiece.portraitSide
            draw(
                portrait,
                in: Rect(
                    isPortraitAtRight ? right - side : left, middle - side / 2, side, side),
                on: &drawing)
            if isPortraitAtRight {
                right -= side + VoicePiece.gap
            } else {
                left += side + VoicePiece.gap
            }
        }
        drawing.add(play.nodes(at: Point(left, middle - play.size.height / 2)))
        left += play.size.width + VoicePiece.gap
        let top = middle - (VoicePiece.barHeight + 1 + durationHeight) / 2
        if let duration {
            switch style.duration {
            case .below: drawing.label(duration, at: Point(left, top + VoicePiece.barHeight + 1))
            case .end:
                right -= duration.size.width
                drawing.label(duration, at: Point(right, middle - duration.size.height / 2))
                right -= VoicePiece.gap
            }
        }
        drawBars(
            in: Rect(left, top, max(right - left, 1), VoicePiece.barHeight), on: &drawing)
        guard let transcript else { return }
        var y = frame.minY + playerHeight + VoicePiece.transcriptGap
        for piece in [TextPiece(transcript.label), transcript.words] {
            piece.draw(
                in: Rect(frame.minX, y, frame.width, piece.size.height), clip: nil, on: &drawing)
            y += piece.size.height
        }
    }

    /// Draws the sender's picture with a microphone at its corner.
    private func draw(_ portrait: Avatar, in frame: Rect, on drawing: inout Drawing) {
        portrait.draw(in: frame, on: &drawing)
        let x = isPortraitAtRight ? frame.minX + 3 : frame.maxX - 3
        let badge = Rect(x - 7, frame.maxY - 13, 14, 14)
        drawing.add(Mark.microphone.nodes(in: badge, accent))
    }

    /// The progress line as players show it before playback.
    private func drawLine(in frame: Rect, on drawing: inout Drawing) {
        let knob = 4.5
        let line = Rect(frame.minX, frame.midY - 1.5, frame.width, 3)
        drawing.fill(.rounded(line, 1.5), barColor.withAlpha(0.5))
        drawing.fill(
            .circle(center: Point(frame.minX + knob, frame.midY), radius: knob),
            style.knob ?? accent)
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
        guard let knob = style.knob else { return }
        drawing.fill(.circle(center: Point(frame.minX + 1, frame.midY), radius: 5.5), knob)
    }
}

/// The bars of a voice message, each from 0 to 1; empty if no samples are known.
struct Waveform: Sendable {
    let bars: [Float]

    /// Reduces any number of samples to `count` bars: each is the maximum of its section, relative
    /// to the maximum of all.
    init(samples: [Float], bars count: Int) {
        guard count > 0, !samples.isEmpty else {
            bars = []
            return
        }
        var bars = [Float](repeating: 0, count: count)
        if samples.count >= count {
            for (index, sample) in samples.enumerated() {
                let bar = index * count / samples.count
                bars[bar] = max(bars[bar], Waveform.loudness(sample))
            }
        } else {
            let last = Float(samples.count - 1)
            for bar in 0..<count {
                let place = count == 1 ? 0 : last * Float(bar) / Float(count - 1)
                let before = Int(place)
                let after = min(before + 1, samples.count - 1)
                let share = place - Float(before)
                bars[bar] =
                    Waveform.loudness(samples[before]) * (1 - share)
                    + Waveform.loudness(samples[after]) * share
            }
        }
        let loudest = bars.max() ?? 0
        self.bars = loudest > 0 ? bars.map { $0 / loudest } : bars
    }

    private static func loudness(_ sample: Float) -> Float {
        sample.isFinite ? min(abs(sample), 1e30) : 0
    }
}

import Model
import Scene
import Themes

struct VoicePiece: Piece {
    private struct Transcript {
        let label: ShapedText
        let words: TextPiece

        var size: Size {
            Size(
                max(label.size.width, words.size.width), label.size.height + words.size.height)
        }
    }

    private let waveform: Waveform
    private let duration: ShapedText?
    private let transcript: Transcript?
    private let width: Double
    private let style: VoiceCardStyle
    private let play: LeadMark
    /// The sender's picture at the inner edge, and whether that is the right one.
    private let portrait: Avatar?
    private let isPortraitAtRight: Bool
    private let ground: CardGround?
    private let accent: Color
    private let barColor: Color
    let text: String
    /// "Voice message", for screen readers: the play mark alone does not say it.
    private let kind: String

    private static let gap = 10.0
    private static let transcriptGap = 6.0
    private static let barHeight = 22.0
    private static let barWidth = 2.2
    private static let barStep = 3.7
    private static let portraitSide = 36.0

    /// The width grows with the duration, up to one minute or the bubble's maximum width.
    init(_ attachment: Attachment, of composer: MessageComposer) {
        let look = CardLook(composer)
        let style = look.theme.cards.voice
        var ground = look.ground(style.ground)
        ground?.radius = 22
        let seconds = attachment.duration.map { $0.isFinite ? max($0, 0) : 0 }
        // The width beside the waveform and a duration at its end.
        let beside =
            style.icon.size + VoicePiece.gap
            + (style.hasPortrait ? VoicePiece.portraitSide + VoicePiece.gap : 0)
        let padding = ground?.padding.horizontal ?? 0
        let duration = seconds.map {
            look.mark(
                look.phrases.clock($0), color: look.style.secondaryColor, weight: 400,
                width: max(min(80, look.width - (beside + padding) - 10), 1))
        }
        let atEnd = style.duration == .end ? duration.map { $0.size.width + VoicePiece.gap } : nil
        let taken = beside + (atEnd ?? 0) + padding
        width = min(look.width, 104 + taken + min(seconds ?? 20, 60) * 1.6)
        let room = max(width - taken - VoicePiece.barWidth, 0)
        waveform = Waveform(
            samples: attachment.waveform, bars: min(Int(room / VoicePiece.barStep) + 1, 96))
        transcript = attachment.transcript.flatMap { words in
            words.isEmpty
                ? nil
                : Transcript(
                    label: look.label(look.phrases[.transcript], width: look.width),
                    words: TextPiece(
                        look.aside(words, width: look.width), alignment: look.style.alignment))
        }
        self.style = style
        self.ground = ground
        self.duration = duration
        play = look.icon(style.icon, .play)
        portrait = style.hasPortrait ? composer.portrait(side: VoicePiece.portraitSide) : nil
        isPortraitAtRight = composer.entry.side == .left
        accent = look.accent
        barColor = style.bars ?? look.accent.withAlpha(0.75)
        let words = AttachmentWords(look.phrases)
        (text, kind) = (words.reading(attachment), words.kind(attachment))
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

    private func draw(_ portrait: Avatar, in frame: Rect, on drawing: inout Drawing) {
        portrait.draw(in: frame, on: &drawing)
        let x = isPortraitAtRight ? frame.minX + 3 : frame.maxX - 3
        let badge = Rect(x - 7, frame.maxY - 13, 14, 14)
        drawing.add(Mark.microphone.nodes(in: badge, accent))
    }

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

/// The bars of a voice message, each from 0 to 1; empty if no samples are known: a plain line is
/// drawn, because loudness must not be invented.
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

import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// No piece is wider than its bubble or draws outside its frame, whatever its content.
@Suite struct ContentBoundsTests {
    @Test(arguments: Composition.lookNames)
    func piecesStayInTheirFrames(look: String) throws {
        var generator = MessageGenerator(seed: look)
        for round in 0..<24 {
            let width = [160.0, 280, 390, 820][round % 4]
            let made = Composition(
                generator.message(), look: look, mode: round % 3 == 0 ? .dark : .light,
                width: width, isMine: round % 2 == 0,
                locale: ["en", "ar", "de", "hi"][round / 4 % 4],
                pictures: MessageGenerator.pictures)
            checkRow(of: made, round)
            for content in made.contents {
                for piece in content.pieces {
                    check(piece, in: made, round, isBare: content.isBare)
                }
            }
        }
    }

    private func check(_ piece: any Piece, in made: Composition, _ round: Int, isBare: Bool) {
        let most =
            piece.bleeds
            ? made.composer.mediaWidth
            : isBare ? made.composer.maxWidth : made.composer.maxContentWidth
        let kind = "\(type(of: piece)) in round \(round)"
        #expect(piece.size.width <= most + 0.01, "\(kind) is too wide")
        #expect(piece.size.width.isFinite && piece.size.height.isFinite, "\(kind) has no size")
        #expect(piece.size.height >= 0 && piece.size.height < 100_000, "\(kind) is too tall")
        #expect(
            piece.breaks.allSatisfy { $0 > 0 && $0 < piece.size.height }
                && piece.breaks == piece.breaks.sorted(), "\(kind) has a break outside its frame")
        for extra in [0, most - piece.size.width] where extra >= 0 {
            let frame = Rect(11, 23, piece.size.width + extra, piece.size.height)
            let clip = piece.bleeds ? Path.rounded(frame, 12) : nil
            for node in made.nodes(of: piece, in: frame, clip: clip) {
                guard let ink = node.ink else { continue }
                #expect(
                    // Half a hairline may extend beyond each edge.
                    frame.inset(by: -0.5).contains(ink),
                    "\(kind) draws \(ink) outside \(frame)")
            }
        }
    }

    /// With times, ticks and tails.
    private func checkRow(of made: Composition, _ round: Int) {
        let canvas = Rect(0, 0, made.composer.layout.width, 1_000_000)
        let block = made.composer.row(gap: 0).placed(
            at: 500, on: canvas, pictures: made.composer.layout.pictures
        ).block
        #expect(canvas.contains(block.ink), "the row of round \(round) leaves the canvas")
        for node in block.nodes {
            guard let ink = node.ink else { continue }
            #expect(
                block.ink.inset(by: -0.1).contains(ink),
                "the row of round \(round) draws \(ink) outside \(block.ink)")
        }
    }
}

/// Whole conversations of generated messages: rows do not overlap, nothing leaves the canvas, and
/// no content is lost.
@Suite struct ConversationBoundsTests {
    private static let looks = Looks.catalog.names

    @Test(arguments: looks)
    func rowsDoNotOverlapOrDisappear(look: String) {
        var generator = MessageGenerator(seed: look + " rows")
        for round in 0..<4 {
            let placed = transcript(look, round, &generator)
            var foot = -Double.infinity
            for row in placed.rows {
                check(
                    row, below: foot, on: placed.canvas, hasFrames: placed.hasFrames,
                    "\(look), round \(round)")
                foot = row.block.frame.maxY
            }
            let messages = Set(placed.rows.compactMap(\.message))
            #expect(messages.count == placed.count, "\(look) loses messages")
        }
    }

    private struct Placed {
        let rows: [PlacedRow]
        let canvas: Rect
        let count: Int
        let hasFrames: Bool
    }

    private func transcript(
        _ look: String, _ round: Int, _ generator: inout MessageGenerator
    ) -> Placed {
        var conversation = Conversation()
        conversation.kind = round % 2 == 0 ? .group : .direct
        conversation.locale = ["en", "he", "de", "ar"][round]
        conversation.participants = ["Ana", "Ben Berg", "شيماء", String(repeating: "x", count: 90)]
            .map { Participant(id: $0, name: $0) }
        conversation.me = 0
        conversation.emoji = [CustomEmoji(name: "a", media: 0)]
        for number in 0..<10 {
            var message = generator.message()
            message.from = (number * 7 + round) % 4
            message.at = Moment(milliseconds: 1_780_220_400_000 + Int64(number) * 40_000)
            conversation.messages.append(message)
        }
        let theme = Looks.named(look, round % 2 == 0 ? .light : .dark)
        let layout = Layout(
            conversation, theme: theme, options: Options(),
            width: theme.frames == nil ? [390, 240, 640, 320][round] : theme.width,
            pictures: PictureTable(
                sizes: MessageGenerator.pictures + theme.pictures.map { _ in Size(100, 100) },
                mediaCount: MessageGenerator.pictures.count),
            language: Languages.of(conversation.locale))
        let rows = layout.rows(0..<layout.entries.count, with: MonospaceMeasurer())
        let transcript = Transcript(layout, rows: rows)
        return Placed(
            rows: rows.indices.map { transcript.placedRow($0) },
            canvas: Rect(0, 0, transcript.canvas.size.width, transcript.canvas.size.height),
            count: conversation.messages.count, hasFrames: theme.frames != nil)
    }

    private func check(
        _ row: PlacedRow, below foot: Double, on canvas: Rect, hasFrames: Bool, _ place: Comment
    ) {
        let frame = row.block.frame
        #expect(frame.minY >= foot - 0.01, place)
        #expect(frame.height > 0 && frame.height.isFinite, place)
        guard row.message != nil else { return }
        #expect(!row.block.text.isEmpty, place)
        #expect(row.block.nodes.contains { $0.ink != nil }, place)
        for bubble in row.bubbles {
            #expect(bubble.minX >= canvas.minX - 0.01, place)
            #expect(bubble.maxX <= canvas.maxX + 0.01, place)
        }
        // Fixed frames follow their published arithmetic, whatever the result.
        for text in row.texts where !hasFrames {
            #expect(text.minY >= frame.minY - 0.01 && text.maxY <= frame.maxY + 0.01, place)
        }
    }
}

/// Deterministic pseudo-random numbers.
struct SteadyNoise {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// FNV-1a.
    init(seed words: String) {
        for byte in words.utf8.prefix(256) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// Knuth's linear congruential generator; its high bits are uniform enough for pictures.
    mutating func next(_ low: Double = 0, _ high: Double = 1) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return low + (high - low) * Double(state >> 40) / Double(1 << 24)
    }
}

extension Node {
    /// The bounding box; nil if the node draws nothing.
    var ink: Rect? {
        switch self {
        case .shape(let path, _, let stroke):
            path.elements.isEmpty ? nil : path.bounds.inset(by: -(stroke?.width ?? 0) / 2)
        case .text(let text, let point), .lettering(let text, let point):
            text.glyphs.isEmpty
                ? nil : Rect(point.x, point.y, text.size.width, text.size.height)
        case .picture(let picture): picture.frame
        case .link(let frame, _): frame
        case .figure(_, let nodes), .part(_, let nodes):
            nodes.compactMap(\.ink).reduce(nil) { $0?.union($1) ?? $1 }
        case .clipped(let path, _): path.bounds
        case .layer(let layer, _): layer.shown
        case .jump, .anchor, .spoken: nil
        }
    }

    var words: [String] { texts.map(\.text) }

    var texts: [ShapedText] { placedTexts.map(\.text) }

    var placedTexts: [(text: ShapedText, origin: Point)] {
        all.compactMap { if case .text(let text, let point) = $0 { (text, point) } else { nil } }
    }

    var alts: [String] {
        all.compactMap { if case .figure(let alt, _) = $0 { alt } else { nil } }
    }

    var links: [String] {
        all.compactMap { if case .link(_, let url) = $0 { url } else { nil } }
    }

    var pictures: [PlacedPicture] {
        all.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
    }

    var isShape: Bool {
        if case .shape = self { true } else { false }
    }
}

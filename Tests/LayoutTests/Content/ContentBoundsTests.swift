import Scene
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

import Graphics
import Scene
import TestDrawing
import Testing

@Suite struct TextPaintingTests {
    @Test func startsOnItsBaseline() throws {
        // "H" is on the baseline: ink above it, none below.
        let text = fonts.shape([.init("H")], size: 20, at: 18)
        let pixels = try painting.paint([.text(text, at: Point(5, 2))], Size(30, 30), scale: 2)
        let rows = pixels.inkedRows
        #expect(rows.upperBound == 40)
        // The cap height of Inter is 0.727 of its size.
        #expect(abs(rows.lowerBound - (40 - 29)) <= 1)
    }

    @Test(arguments: [1.0, 2, 3])
    func spacesLettersEvenly(scale: Double) throws {
        let text = fonts.shape([.init("l l l l l l l l l l l l")], size: 11)
        let pixels = try painting.paint([.text(text, at: Point(2, 2))], Size(90, 16), scale: scale)
        let row = pixels.height / 2
        let stems = pixels.darkCenters(inRow: row)
        #expect(stems.count == 12)
        let gaps = zip(stems, stems.dropFirst()).map { ($1 - $0) / scale }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        for gap in gaps { #expect(abs(gap - mean) <= 0.5, "\(gap) of \(mean)") }
    }

    @Test func drawsRulesAndBackgrounds() throws {
        var piece = PlainShaper.Piece("oo", color: Color(255, 0, 0))
        piece.background = Color(255, 255, 0)
        piece.isUnderlined = true
        piece.isStruck = true
        let text = fonts.shape([piece], size: 20, at: 20)
        let pixels = try painting.paint([.text(text, at: Point(5, 0))], Size(40, 30), scale: 2)
        // In the gap between the letters: background, strike, background, underline.
        let middle = Int((5 + text.size.width / 2) * 2)
        #expect(pixels.color(middle, 4) == Color(255, 255, 0))
        #expect(pixels.color(middle, 29) == Color(255, 0, 0))
        #expect(pixels.color(middle, 45) == Color(255, 0, 0))
        #expect(pixels.color(4, 20) == .white)
    }

    @Test func drawsEmojiInTheirColors() throws {
        let text = fonts.shape([.init("😀", font: 1)], size: 17)
        let pixels = try painting.paint([.text(text, at: Point(2, 2))], Size(30, 26), scale: 2)
        let isYellow = pixels.words.contains { word in
            word >> 16 & 0xFF > 230 && word >> 8 & 0xFF > 180 && word & 0xFF < 120
        }
        #expect(isYellow)
    }

    @Test func skipsUnknownFonts() throws {
        let text = fonts.shape([.init("H")], size: 20)
        let pixels = try TestPainting().paint([.text(text, at: .zero)], Size(30, 30), scale: 2)
        #expect(pixels.words.allSatisfy { $0 & 0xFF_FFFF == 0xFF_FFFF })
    }

    @Test func drawsOnlyVisibleLines() throws {
        let one = fonts.shape([.init("H")], size: 10, lineHeight: 12, at: 10)
        let lines = (0..<1000).map { index in
            ShapedText.Line(
                baseline: Double(index) * 12 + 10, left: 0, width: 10, runs: 0..<1, text: 0..<1,
                isRightToLeft: false)
        }
        let many = ShapedText(
            text: "H", size: Size(10, 12_000), lineHeight: 12, lines: lines, runs: one.runs,
            glyphs: one.glyphs, links: [])
        let pixels = try painting.paint(
            [.text(many, at: .zero)], Size(20, 12_000), scale: 2, rows: 12_000..<12_024)
        let alone = try painting.paint([.text(one, at: .zero)], Size(20, 12), scale: 2)
        #expect(pixels == alone)
    }

    private let fonts = TestScene.fonts
    private var painting: TestPainting { TestPainting(fonts: fonts) }
}

extension Pixels {
    /// From the first to the last row that is not entirely white.
    fileprivate var inkedRows: Range<Int> {
        let rows = (0..<height).filter { y in
            (0..<width).contains { x in color(x, y) != .white }
        }
        return (rows.first ?? 0)..<((rows.last ?? -1) + 1)
    }

    /// Of each dark run, weighted by darkness.
    fileprivate func darkCenters(inRow y: Int) -> [Double] {
        var centers: [Double] = []
        var weight = 0.0
        var sum = 0.0
        for x in 0..<width {
            let ink = 255 - Double(color(x, y).green)
            if ink < 8 {
                if weight > 0 { centers.append(sum / weight) }
                weight = 0
                sum = 0
            } else {
                weight += ink
                sum += ink * (Double(x) + 0.5)
            }
        }
        return centers
    }
}

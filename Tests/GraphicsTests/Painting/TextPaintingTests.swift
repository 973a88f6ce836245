import Dispatch
import Foundation
import Graphics
import Scene
import Synchronization
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
        #expect(try pixels == painting.paint([.text(one, at: .zero)], Size(20, 12), scale: 2))
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

/// More glyphs than any cache holds, on two threads at once. In cairo 1.16, the glyph cache shared
/// by all threads caused a deadlock.
@Suite struct ManyLettersTests {
    private static let file = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

    private struct OneFont: FontLookup {
        func fontFile(_ id: FontID) -> FontFile? {
            FontFile(path: ManyLettersTests.file, index: 0)
        }
    }

    /// A hundred glyphs each.
    private func text(_ glyphs: Range<Int>, size: Double) -> ShapedText {
        let all = glyphs.enumerated().map { place, id in
            ShapedText.Glyph(id: UInt32(id), x: Float(Double(place % 100) * size), y: 0, cluster: 0)
        }
        let numbers = 0..<Int32(glyphs.count / 100)
        let lines = numbers.map { line in
            ShapedText.Line(
                baseline: Double(line + 1) * size, left: 0, width: 100 * size,
                runs: line..<line + 1, text: 0..<0, isRightToLeft: false)
        }
        let runs = numbers.map { line in
            ShapedText.Run(
                font: FontID(0), size: size, color: .black, background: nil,
                isUnderlined: false, isStruck: false, isRightToLeft: false, link: nil,
                left: 0, width: 100 * size, glyphs: line * 100..<line * 100 + 100, text: 0..<0)
        }
        return ShapedText(
            text: "", size: Size(100 * size, Double(lines.count) * size), lineHeight: size,
            lines: lines, runs: runs, glyphs: all, links: [])
    }

    /// Examines pixels until an inked one: copying all took twenty times as long as drawing them.
    private func isInked(_ text: ShapedText, scale: Double) throws -> Bool {
        let painter = try Painter(
            on: PaintingResources(), fonts: OneFont(), pictures: TestPictures())
        let (width, height) = (Int(text.size.width * scale), Int(text.size.height * scale))
        let block = Block(
            role: .message, frame: Rect(0, 0, text.size.width, text.size.height),
            nodes: [.text(text, at: .zero)])
        var isInked = false
        for top in stride(from: 0, to: height, by: 400) {
            let viewport = Viewport(width: width, rows: top..<min(height, top + 400), scale: scale)
            try painter.paint(viewport, backdrop: .white, background: [], blocks: [block]) {
                surface in
                guard !isInked else { return }
                surface.withPixels { pixels in
                    isInked = pixels.indices.contains { pixels[$0] & 0xFF < 128 }
                }
            }
        }
        return isInked
    }

    @Test(.enabled(if: FileManager.default.isReadableFile(atPath: file)), .timeLimit(.minutes(5)))
    func concurrentGlyphDrawingDoesNotDeadlock() {
        let drawn = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for size in stride(from: 6.0, to: 9, by: 0.25) {
                let text = text(1..<20_001, size: size + Double(thread) / 8)
                let isInked = (try? isInked(text, scale: 2)) ?? false
                drawn.withLock { $0 += isInked ? 1 : 0 }
            }
        }
        #expect(drawn.withLock { $0 } == 24)
    }
}

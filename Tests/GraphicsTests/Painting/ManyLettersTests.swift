import Dispatch
import Foundation
import Graphics
import Scene
import Synchronization
import TestDrawing
import Testing

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
            ShapedText.Glyph(
                id: UInt32(id), x: Float(Double(place % 100) * size), y: 0, cluster: 0)
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
            let viewport = Viewport(
                width: width, rows: top..<min(height, top + 400), scale: scale)
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

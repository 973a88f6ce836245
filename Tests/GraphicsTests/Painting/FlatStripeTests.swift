import Basics
import Scene
import Synchronization
import TestDrawing
import Testing

@testable import Graphics

@Suite struct FlatStripeTests {
    private static let size = Size(300, 900)

    /// One of each kind of node, with nothing above and much empty space below.
    private var block: Block {
        Block(
            role: .message, frame: Rect(0, 0, Self.size.width, Self.size.height),
            nodes: TestScene.nodes + [
                .stroke(
                    .rectangle(Rect(20, 400, 100, 10)), Stroke(.black, width: 3)),
                .link(Rect(0, 500, 300, 100), url: "https://a.b"),
                .text(TestScene.text, at: Point(20, 700)),
            ])
    }

    private func stripe(
        _ rows: Range<Int>, scale: Double, ground: [Node] = [], blocks: [Block]
    ) -> FlatStripe? {
        FlatStripe(
            Viewport(width: Int(Self.size.width * scale), rows: rows, scale: scale),
            backdrop: .white, background: ground, blocks: blocks)
    }

    @Test(arguments: [1.0, 1.5, 3], [16, 50])
    func emptyStripesAreFlat(scale: Double, height: Int) throws {
        let painting = TestPainting(fonts: TestScene.fonts, pictures: TestScene.pictures)
        let all = Int(Self.size.height * scale)
        var flat = 0
        for start in stride(from: 0, to: all, by: height) {
            let rows = start..<min(all, start + height)
            guard stripe(rows, scale: scale, blocks: [block]) != nil else { continue }
            flat += rows.count
            let pixels = try painting.paint(block.nodes, Self.size, scale: scale, rows: rows)
            #expect(pixels.words.allSatisfy { $0 & 0xFF_FFFF == 0xFF_FFFF }, "\(rows)")
        }
        #expect(Double(flat) > 0.4 * Double(all))
        #expect(flat < all)
    }

    /// Half of a line is outside of the outline that it follows.
    @Test func outlinesReachIntoTheNextStripe() throws {
        let frame = Rect(10, 10, 20, 10)
        let outlined = Block(
            role: .message, frame: frame,
            nodes: [.stroke(.rectangle(frame), Stroke(.black, width: 1))])
        let viewport = Viewport(width: 80, rows: 0..<20, scale: 2)
        #expect(stripe(0..<20, scale: 2, blocks: [outlined]) == nil)
        #expect(stripe(0..<16, scale: 2, blocks: [outlined]) != nil)
        let painter = try Painter(
            on: PaintingResources(), fonts: TestScene.fonts, pictures: TestScene.pictures)
        let last = try painter.paint(
            viewport, backdrop: .white, background: [], blocks: [outlined]
        ) { surface in
            surface.withPixels { $0[19 * surface.stride / 4 + 40] & 0xFF_FFFF }
        }
        #expect(last == 0)
    }

    @Test func onlyOneOpaqueColorIsFlat() {
        let all = Path.rectangle(Rect(0, 0, 300, 900))
        let half = Path.rectangle(Rect(0, 0, 150, 900))
        let red = Color(255, 0, 0)
        let shown = stripe(0..<9, scale: 1, ground: [.fill(all, red)], blocks: [])
        #expect(shown != nil)
        #expect(shown == stripe(9..<18, scale: 1, ground: [.fill(all, red)], blocks: []))
        #expect(shown != stripe(9..<19, scale: 1, ground: [.fill(all, red)], blocks: []))
        #expect(shown != stripe(0..<9, scale: 2, ground: [.fill(all, red)], blocks: []))
        #expect(shown != stripe(0..<9, scale: 1, ground: [.fill(all, .black)], blocks: []))
        #expect(shown != stripe(0..<9, scale: 1, blocks: []))
        let dim = Color(255, 0, 0, alpha: 128)
        #expect(stripe(0..<9, scale: 1, ground: [.fill(all, dim)], blocks: []) == nil)
        #expect(stripe(0..<9, scale: 1, ground: [.fill(half, red)], blocks: []) == nil)
        let both = [Node.fill(all, red), .fill(half, .black)]
        #expect(stripe(0..<9, scale: 1, ground: both, blocks: []) == nil)
    }

    /// The deadline is checked for each node and each line of text, however much is in one stripe.
    @Test func paintingStopsAtTheDeadline() throws {
        let painter = try Painter(
            on: PaintingResources(), fonts: TestScene.fonts, pictures: TestScene.pictures)
        let crowd = Block(
            role: .message, frame: Rect(0, 0, 300, 220),
            nodes: (0..<50).flatMap { _ in TestScene.nodes })
        func paint(until last: Int) throws -> Int {
            let checks = Mutex(0)
            let viewport = Viewport(width: 300, rows: 0..<220, scale: 1)
            try painter.paint(
                viewport, backdrop: .white, background: [], blocks: [crowd, crowd],
                budget: WorkBudget { _ in
                    checks.withLock { checks in
                        checks += 1
                        return checks <= last
                    }
                }
            ) { _ in }
            return checks.withLock { $0 }
        }
        let whole = try paint(until: .max)
        #expect(whole > 100 * TestScene.nodes.count)
        for last in [0, 1, whole / 3, whole - 1] {
            // Each nested caller checks once more.
            #expect(try paint(until: last) - last < 5)
        }
    }

    @Test(arguments: [1, 3, 4, 5, 8, 31])
    func halvesEveryChannel(width: Int) throws {
        var random = SystemRandomNumberGenerator()
        var source = try ImageSurface(width: 2 * width, height: 6, format: .transparent)
        var target = try ImageSurface(width: width, height: 3, format: .transparent)
        let stride = source.stride / 4
        let words = (0..<6 * stride).map { _ in UInt32.random(in: 0...(.max), using: &random) }
        source.withMutablePixels { pixels in
            for place in words.indices { pixels[place] = words[place] }
        }
        BoxReduction.halve(source, into: &target)
        let targetStride = target.stride / 4
        target.withPixels { pixels in
            for y in 0..<3 {
                for x in 0..<width {
                    let first = 2 * y * stride + 2 * x
                    let four = [0, 1, stride, stride + 1].map { words[first + $0] }
                    for shift in [0, 8, 16, 24] as [UInt32] {
                        let sum = four.reduce(0) { $0 + $1 >> shift & 255 }
                        let mean = pixels[y * targetStride + x] >> shift & 255
                        #expect(mean == (sum + 2) / 4)
                    }
                }
            }
        }
    }
}

import Basics
import Scene
import Synchronization
import TestDrawing
import Testing

@testable import Graphics

@Suite struct PicturePaintingTests {
    @Test func slicedCornersAreUnscaled() throws {
        for scale in [1.0, 2, 3] {
            let art = TestPictures.noise(width: 20, height: 16)
            let caps = Insets(top: 7 / scale, left: 9 / scale, bottom: 8 / scale, right: 10 / scale)
            let size = Size(40, 30)
            let pixels = try paint(
                art, Rect(0, 0, 40, 30), .slices(caps: caps, pixelsPerPoint: scale), size, scale)
            for y in 0..<7 {
                for x in 0..<9 { #expect(pixels[x, y] == art.pixels[y * 20 + x]) }
            }
            for y in 0..<8 {
                for x in 0..<10 {
                    let word = art.pixels[(15 - y) * 20 + 19 - x]
                    #expect(pixels[pixels.width - 1 - x, pixels.height - 1 - y] == word)
                }
            }
        }
    }

    @Test(arguments: [0.0, 0.1, 0.25, 0.37, 0.5, 0.63, 0.9])
    func joinsSlicesWithoutASeam(offset: Double) throws {
        let art = Bitmap(
            size: PixelSize(84, 68), pixels: .init(repeating: 0xFFFF_FFFF, count: 84 * 68),
            isOpaque: false)
        let caps = Insets(top: 17, left: 21, bottom: 17, right: 21)
        let frame = Rect(5 + offset, 5 + offset, 97.3, 71.9)
        let blue = Color(0, 122, 255, alpha: 200)
        let pixels = try paint(
            art, frame, .slices(caps: caps, pixelsPerPoint: 2), Size(120, 90), 2, tint: blue)
        let inside = pixels.color(100, 80)
        #expect(inside != .white)
        for y in 14..<150 {
            for x in 14..<200 { #expect(pixels.color(x, y) == inside, "\(x) \(y)") }
        }
    }

    @Test func stretchesTheMiddleOnly() throws {
        // One row: a red cap, a green middle pixel, a blue cap.
        let art = Bitmap(
            size: PixelSize(3, 1), pixels: [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF], isOpaque: true)
        let fit = PlacedPicture.Fit.slices(caps: Insets(left: 1, right: 1), pixelsPerPoint: 1)
        let pixels = try paint(art, Rect(0, 0, 8, 1), fit, Size(8, 1), 1)
        #expect(
            pixels.words.map { $0 & 0xFF_FFFF } == [0xFF0000]
                + .init(repeating: 0x00FF00, count: 6) + [0x0000FF])
    }

    @Test func mirrorsCapsWithThePicture() throws {
        let art = TestPictures.noise(width: 20, height: 16)
        let caps = Insets(top: 7, left: 12, bottom: 8, right: 7)
        let fit = PlacedPicture.Fit.slices(caps: caps, pixelsPerPoint: 2)
        let frame = Rect(0, 0, 31, 27)
        let plain = try paint(art, frame, fit, Size(31, 27), 2)
        let mirrored = try paint(art, frame, fit, Size(31, 27), 2, isMirrored: true)
        for y in 0..<plain.height {
            for x in 0..<plain.width {
                #expect(mirrored[x, y] == plain[plain.width - 1 - x, y])
            }
        }
    }

    @Test func tintUsesOnlyTheAlpha() throws {
        let art = Bitmap(
            size: PixelSize(3, 1), pixels: [0xFF12_3456, 0x8000_0000, 0], isOpaque: false)
        let pixels = try paint(
            art, Rect(0, 0, 1.5, 0.5), .stretch, Size(1.5, 0.5), 2, tint: Color(255, 0, 0))
        #expect(pixels.color(0, 0) == Color(255, 0, 0))
        #expect(pixels.color(1, 0) == Color(255, 127, 127))
        #expect(pixels.color(2, 0) == .white)
    }

    @Test func coverCropsEvenly() throws {
        // Three stripes across: only the middle one fits a square frame.
        let art = Bitmap(
            size: PixelSize(3, 1), pixels: [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF], isOpaque: true)
        let pixels = try paint(art, Rect(0, 0, 4, 4), .cover, Size(4, 4), 2)
        #expect(pixels.words.allSatisfy { $0 & 0xFF_FFFF == 0x00FF00 })
    }

    @Test func downscalingAverages() throws {
        let art = Bitmap(
            size: PixelSize(2, 2), pixels: [0xFFFF_FFFF, 0xFF00_0000, 0xFF00_0000, 0xFFFF_FFFF],
            isOpaque: true)
        let pixels = try paint(art, Rect(0, 0, 0.5, 0.5), .stretch, Size(0.5, 0.5), 2)
        #expect(pixels.color(0, 0) == Color(128, 128, 128))
    }

    @Test func repeatsTilesFromTheFramesOrigin() throws {
        let art = TestPictures.noise(width: 5, height: 3)
        let nodes = [
            Node.picture(
                PlacedPicture(
                    .init(0), frame: Rect(1, 1, 30, 40_000), fit: .tile(pixelsPerPoint: 2)))
        ]
        var painting = TestPainting()
        painting.pictures = TestPictures(bitmaps: [art])
        for start in [2, 70_000] {
            let pixels = try painting.paint(
                nodes, Size(40, 41_000), scale: 2, rows: start..<start + 10)
            for y in 0..<10 {
                for x in 2..<62 {
                    #expect(pixels[x, y] == art.pixels[(y + start - 2) % 3 * 5 + (x - 2) % 5])
                }
                #expect(pixels.color(0, y) == .white)
                #expect(pixels.color(63, y) == .white)
            }
        }
    }

    @Test func shrinksCapsThatDoNotFit() throws {
        let art = TestPictures.noise(width: 20, height: 16)
        let caps = Insets(top: 100, left: 100, bottom: 100, right: 100)
        for length in [0.5, 1, 7] {
            let pixels = try paint(
                art, Rect(0, 0, length, length), .slices(caps: caps, pixelsPerPoint: 2),
                Size(8, 8), 2)
            #expect(pixels.color(15, 15) == .white)
        }
    }

    @Test func missingPicturesDrawNothing() throws {
        let node = Node.picture(PlacedPicture(.init(7), frame: Rect(0, 0, 8, 8)))
        let pixels = try TestPainting().paint([node], Size(8, 8), scale: 2)
        #expect(pixels.words.allSatisfy { $0 & 0xFF_FFFF == 0xFF_FFFF })
    }

    private func paint(
        _ art: Bitmap, _ frame: Rect, _ fit: PlacedPicture.Fit, _ size: Size, _ scale: Double,
        tint: Color? = nil, isMirrored: Bool = false
    ) throws -> Pixels {
        var painting = TestPainting()
        painting.pictures = TestPictures(bitmaps: [art])
        let placed = PlacedPicture(
            .init(0), frame: frame, fit: fit, tint: tint, isMirrored: isMirrored)
        return try painting.paint([.picture(placed)], size, scale: scale)
    }
}

@Suite struct FlatStripeTests {
    private static let size = Size(300, 900)

    /// One of each kind of node, with nothing above and much empty space below.
    private var block: Block {
        Block(
            role: .message, frame: Rect(0, 0, Self.size.width, Self.size.height),
            nodes: TestScene.nodes + [
                .stroke(.rectangle(Rect(20, 400, 100, 10)), Stroke(.black, width: 3)),
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

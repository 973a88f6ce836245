import Scene
import TestDrawing
import Testing

@testable import Graphics

@Suite struct PainterTests {
    @Test func fillsWholePixelsExactly() throws {
        let nodes = [Node.fill(.rectangle(Rect(1, 2, 3, 1)), Color(10, 20, 30))]
        let pixels = try TestPainting().paint(nodes, Size(6, 5), scale: 2)
        #expect((pixels.width, pixels.height) == (12, 10))
        for y in 0..<10 {
            for x in 0..<12 {
                let isInside = (2..<8).contains(x) && (4..<6).contains(y)
                #expect(pixels.color(x, y) == (isInside ? Color(10, 20, 30) : .white))
            }
        }
    }

    @Test(arguments: [1.0, 1.5, 2, 3])
    func stripeHeightChangesNoPixel(scale: Double) throws {
        let size = Size(300, 220)
        let whole = try sample.paint(TestScene.nodes, size, scale: scale)
        for stripe in [1, 7, 64, 100] {
            var painting = sample
            painting.stripe = stripe
            let pixels = try painting.paint(TestScene.nodes, size, scale: scale)
            #expect(pixels.firstDifference(from: whole) == nil, "stripes of \(stripe)")
        }
    }

    @Test func showsNothingOutsideAClip() throws {
        let red = Node.fill(.rectangle(Rect(0, 0, 40, 40)), Color(255, 0, 0))
        let clip = Path.circle(center: Point(20, 20), radius: 10)
        let pixels = try TestPainting().paint([.clipped(clip, [red])], Size(40, 40), scale: 2)
        #expect(pixels.color(40, 40) == Color(255, 0, 0))
        #expect(pixels.color(40, 18) == .white)
        #expect(pixels.color(24, 24) == .white)
        // The clip ends with its node.
        let after = Node.fill(.rectangle(Rect(0, 0, 5, 5)), .black)
        let both = try TestPainting().paint([.clipped(clip, [red]), after], Size(40, 40), scale: 2)
        #expect(both.color(0, 0) == .black)
    }

    @Test func unpaintedPixelsAreTransparent() throws {
        var painting = TestPainting()
        painting.backdrop = .clear
        let nodes = [Node.fill(.rectangle(Rect(0, 0, 1, 1)), Color(255, 0, 0, alpha: 128))]
        for scale in [1.0, 2] {
            let pixels = try painting.paint(nodes, Size(2, 1), scale: scale)
            #expect(pixels[0, 0] == 0x8080_0000)
            #expect(pixels[pixels.width - 1, 0] == 0)
        }
    }

    @Test func drawsFiguresAndSkipsLinks() throws {
        let box = Node.fill(.rectangle(Rect(0, 0, 2, 2)), .black)
        let nodes = [Node.figure(alt: "A box", [box]), .link(Rect(2, 0, 2, 2), url: "https://a.b")]
        let pixels = try TestPainting().paint(nodes, Size(4, 2), scale: 2)
        #expect(pixels.color(1, 1) == .black)
        #expect(pixels.color(5, 1) == .white)
    }

    @Test func gradientsAreExactTenMillionPointsDown() throws {
        let top = 10_000_000.0
        let stops = [LinearGradient.Stop(0, .black), .init(1, Color(200, 100, 50))]
        let gradient = LinearGradient(from: Point(0, 0), to: Point(0, 2 * top), stops: stops)
        let nodes = [
            Node.shape(.rectangle(Rect(0, 0, 4, 2 * top)), fill: .linear(gradient), stroke: nil)
        ]
        let pixels = try TestPainting().paint(
            nodes, Size(4, 2 * top), scale: 2, rows: Int(2 * top)..<Int(2 * top) + 4)
        #expect(pixels.color(1, 1) == Color(100, 50, 25))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func survivesInvalidNumbers(number: Double) throws {
        let rect = Rect(number, number, number, number)
        let gradient = LinearGradient(
            from: Point(0, number), to: Point(0, 1), stops: [.init(number, .black)])
        let nodes: [Node] = [
            .fill(.rectangle(rect), .black),
            .shape(.rounded(rect, 4), fill: .linear(gradient), stroke: nil),
            .picture(PlacedPicture(.init(0), frame: rect)),
            .picture(PlacedPicture(.init(0), frame: rect, fit: .tile(pixelsPerPoint: number))),
            .text(TestScene.text, at: Point(number, number)),
        ]
        // Whether cairo fails or draws nothing does not matter here.
        _ = try? sample.paint(nodes, Size(10, 10), scale: 2)
    }

    private var sample: TestPainting {
        TestPainting(fonts: TestScene.fonts, pictures: TestScene.pictures)
    }
}

@Suite struct StampTests {
    /// Inside a clip, cairo itself draws everything.
    private func byCairo(_ node: Node) -> Node {
        .clipped(.rectangle(Rect(-10, -10, 500, 500)), [node])
    }

    @Test(arguments: [0.0, 0.37], [Color.black, Color(0, 122, 255, alpha: 90)])
    func stampsMatchCairo(offset: Double, color: Color) throws {
        let shapes: [Path] = [
            .rounded(Rect(10 + offset, 12 + offset, 230.4, 170.9), 17.5),
            .rounded(Rect(10 + offset, 12 + offset, 230.4, 34.3), 17.5),
            .rounded(Rect(10 + offset, 12 + offset, 40, 180.1), 17.5),
            .circle(center: Point(60 + offset, 70), radius: 20),
            tailed(Rect(20, 20 + offset, 180.2, 120.6)),
            tailed(Rect(20, 20 + offset, 180.2, 120.6)).mirrored(about: 120),
        ]
        for shape in shapes {
            for node in [
                Node.fill(shape, color),
                .stroke(shape, Stroke(color, width: 1.5)),
                .stroke(shape, Stroke(color, width: 2, roundEnds: true)),
            ] {
                try expectAlike(node)
            }
        }
    }

    @Test func onlyStraightPartsAreCutOut() {
        let size = Rect(0, 0, 300, 300)
        let place = { (path: Path) in ShapeMaskPlace(path, stroke: nil, scale: 2) }
        #expect(place(.rounded(size, 17))?.columns.count ?? 0 > 500)
        #expect(place(.rounded(size, 17))?.rows.count ?? 0 > 500)
        // A circle has no straight part; a diagonal crosses the middle.
        #expect(place(.circle(center: Point(150, 150), radius: 150)) == nil)
        var slanted = Path()
        slanted.move(0, 0)
        slanted.line(300, 1)
        slanted.line(300, 300)
        slanted.line(0, 300)
        #expect(place(slanted) == nil)
    }

    @Test func bubblesOfOneShapeShareAStamp() throws {
        let keys = [(100.0, 200.0), (133, 80), (250.5, 90.5), (90, 300)].map { width, height in
            ShapeMaskPlace(tailed(Rect(20, 40, width, height)), stroke: nil, scale: 2)?.key
        }
        #expect(Set(keys).count == 1)
        #expect(keys[0] != nil)
    }

    @Test func staysWithinTheDrawing() throws {
        let far = [
            Rect(-50, -50, 80, 80), Rect(30, 30, 80, 80), Rect(-50, -50, 200, 200),
            Rect(-500, 10, 80, 80), Rect(10, 900, 80, 80),
        ]
        for rect in far {
            // At the edges of the drawing, cairo draws outlines slightly differently than inside.
            try expectAlike(.fill(.rounded(rect, 17), .black), Size(40, 40), within: 8)
        }
    }

    private func expectAlike(
        _ node: Node, _ size: Size = Size(260, 210), within limit: Int = 2
    ) throws {
        let stamped = try TestPainting().paint([node], size, scale: 2)
        let drawn = try TestPainting().paint([byCairo(node)], size, scale: 2)
        let greatest = PixelDifference(stamped.words, drawn.words).greatest
        #expect(greatest <= limit, "\(greatest): \(node)")
    }

    private func tailed(_ body: Rect) -> Path {
        var path = Path()
        path.move(body.minX + 17, body.minY)
        path.line(body.maxX - 17, body.minY)
        path.corner(body.maxX, body.minY, dx: 0, dy: 17)
        path.line(body.maxX, body.maxY - 8)
        path.curve(body.maxX, body.maxY - 4, body.maxX + 3, body.maxY - 1, body.maxX + 6, body.maxY)
        path.curve(body.maxX, body.maxY, body.maxX - 4, body.maxY - 2, body.maxX - 17, body.maxY)
        path.line(body.minX + 17, body.maxY)
        path.corner(body.minX, body.maxY, dx: 0, dy: -17)
        path.line(body.minX, body.minY + 17)
        path.corner(body.minX, body.minY, dx: 17, dy: 0)
        path.close()
        return path
    }
}

@Suite struct PixelTargetTests {
    /// Vectors hold four pixels, so every width leaves a different remainder, in the middle and at
    /// the right edge.
    @Test(arguments: 1...13, [UInt32(0xFF12_C8F0), 0x8010_4020, 0x0000_0000])
    func blendsCoverageOfAnyWidth(count: Int, word: UInt32) {
        let width = 20, height = 3
        let ground = (0..<width * height).map { UInt32($0 &* 2_654_435) | 0xFF00_0000 }
        let coverage = (0..<count * height).map { place in
            [0, 255, 255, 255, 255, 7, 128, 0, 254][place % 9] as UInt8
        }
        for x in [0, 5, width - count] {
            var words = ground
            unsafe words.withUnsafeMutableBufferPointer { words in
                guard let first = words.baseAddress else { return }
                unsafe PixelTarget(first, width: width, height: height, stride: width).blend(
                    word, coverage, from: 0, coverageStride: count, columns: x..<x + count,
                    rows: 0..<height)
            }
            let expected = ground.indices.map { place in
                let (row, column) = place.quotientAndRemainder(dividingBy: width)
                guard (x..<x + count).contains(column) else { return ground[place] }
                return blended(word, ground[place], UInt32(coverage[row * count + column - x]))
            }
            #expect(words == expected)
        }
    }

    private func blended(_ top: UInt32, _ bottom: UInt32, _ share: UInt32) -> UInt32 {
        let rest = 255 - divided((top >> 24) * share)
        return [0, 8, 16, 24].reduce(UInt32(0)) { word, shift in
            let channel =
                divided((top >> shift & 255) * share)
                + divided((bottom >> shift & 255) * rest)
            return word | channel << shift
        }
    }

    /// The product divided by 255, rounded.
    private func divided(_ product: UInt32) -> UInt32 { (2 * product + 255) / 510 }
}

@Suite struct ImageSurfaceTests {
    @Test func containsTheDrawnPixels() throws {
        let surface = try ImageSurface(width: 3, height: 2, format: .opaque)
        try surface.draw { canvas throws(CairoFailure) in
            canvas.setSource(Color.white)
            canvas.paint()
            canvas.setSource(Color(255, 0, 0))
            canvas.add(Rect(1, 0, 1, 1))
            canvas.fill()
        }
        let row = surface.withPixels { pixels in (0..<3).map { pixels[$0] & 0xFF_FFFF } }
        #expect(row == [0xFFFFFF, 0xFF0000, 0xFFFFFF])
    }

    @Test func pixelsCanBeWritten() throws {
        var surface = try ImageSurface(width: 2, height: 2, format: .transparent)
        surface.withMutablePixels { pixels in pixels[3] = 0xFF00_FF00 }
        let target = try ImageSurface(width: 2, height: 2, format: .transparent)
        try target.draw { canvas throws(CairoFailure) in
            canvas.setSource(surface, in: Rect(0, 0, 2, 2), sampling: .nearest)
            canvas.paint()
        }
        #expect(target.withPixels { pixels in pixels[3] } == 0xFF00_FF00)
        #expect(target.withPixels { pixels in pixels[0] } == 0)
    }

    @Test(arguments: [(0, 1), (1, 0), (-1, 5), (32_768, 1), (1, 32_768), (Int.max, Int.max)])
    func rejectsSizesThatCairoCannotHold(width: Int, height: Int) {
        #expect(throws: CairoFailure.unusableSize(width: width, height: height)) {
            _ = try ImageSurface(width: width, height: height, format: .opaque).width
        }
    }
}

/// Paints in stripes and joins them.
struct TestPainting {
    var fonts: any FontLookup = PlainShaper(files: [])
    var pictures: any PictureLookup = TestPictures()
    var backdrop = Color.white
    var stripe = Int.max

    func paint(
        _ nodes: [Node], _ size: Size, scale: Double, rows wanted: Range<Int>? = nil
    ) throws -> Pixels {
        let painter = try Painter(on: PaintingResources(), fonts: fonts, pictures: pictures)
        let width = Int((size.width * scale).rounded())
        let wanted = wanted ?? 0..<Int((size.height * scale).rounded())
        let step = min(stripe, wanted.count)
        let block = Block(role: .message, frame: Rect(0, 0, size.width, size.height), nodes: nodes)
        var words: [UInt32] = []
        for start in stride(from: wanted.lowerBound, to: wanted.upperBound, by: step) {
            let rows = start..<min(start + step, wanted.upperBound)
            try painter.paint(
                Viewport(width: width, rows: rows, scale: scale), backdrop: backdrop,
                background: [], blocks: [block]
            ) { surface in
                let stride = surface.stride / 4
                surface.withPixels { pixels in
                    Pixels.append(pixels, rows: surface.height, surface.width, stride, to: &words)
                }
            }
        }
        return Pixels(width: width, height: wanted.count, words: words)
    }
}

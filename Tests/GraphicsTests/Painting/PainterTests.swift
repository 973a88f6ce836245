import Scene
import TestDrawing
import Testing

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
            Node.shape(
                .rectangle(Rect(0, 0, 4, 2 * top)), fill: .linear(gradient), stroke: nil)
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

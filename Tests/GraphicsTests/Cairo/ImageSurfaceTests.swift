import Graphics
import Scene
import Testing

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

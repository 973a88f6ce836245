import Cairo
import Scene
import Testing

@Suite struct FontCacheTests {
    @Test func givesTheSameFontTwice() throws {
        let cache = try FontCache()
        let first = try cache.font(inter, size: 17, scale: 2)
        #expect(try cache.font(inter, size: 17, scale: 2) === first)
        #expect(try cache.font(inter, size: 17, scale: 3) !== first)
    }

    @Test func drawsBoldWhereTheFamilyHasNone() throws {
        let bold = FontFile(path: inter.path, index: 0, isSyntheticBold: true)
        #expect(try ink(of: bold) > ink(of: inter))
    }

    @Test func opensSizesWithoutEnd() throws {
        let cache = try FontCache()
        for size in 1...600 { _ = try cache.font(inter, size: Double(size), scale: 1) }
        // What was let go can be had again.
        _ = try cache.font(inter, size: 1, scale: 1)
    }

    @Test(arguments: ["/nonexistent.otf", "", "/dev/null"])
    func saysWhichFileIsNoFont(path: String) throws {
        let cache = try FontCache()
        let failure = #expect(throws: CairoFailure.self) {
            _ = try cache.font(FontFile(path: path, index: 0), size: 12, scale: 1)
        }
        guard case .unreadableFont(path, _)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    /// How much black the letter behind glyph 36 leaves at 40 points.
    private func ink(of file: FontFile) throws -> Int {
        let cache = try FontCache()
        let font = try cache.font(file, size: 40, scale: 1)
        let surface = try ImageSurface(width: 60, height: 60, format: .opaque)
        try surface.draw { canvas throws(CairoFailure) in
            canvas.setSource(Color.white)
            canvas.paint()
            canvas.setSource(Color.black)
            let glyph = ShapedText.Glyph(id: 36, x: 0, y: 0, cluster: 0)
            canvas.show([glyph], at: Point(10, 50), font: font)
        }
        return surface.withPixels { pixels in
            pixels.indices.reduce(0) { $0 + 255 - Int(pixels[$1] & 0xFF) }
        }
    }

    private let inter = FontFile(
        path: "/usr/share/fonts/opentype/inter/Inter-Regular.otf", index: 0)
}

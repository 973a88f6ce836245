import Fonts
import Scene
import Testing

@Suite struct FontCacheTests {
    @Test func fontsAreCached() throws {
        let cache = try FontCache()
        let first = try cache.font(inter, pixelsPerEm: 34)
        #expect(try cache.font(inter, pixelsPerEm: 34) === first)
        #expect(try cache.font(inter, pixelsPerEm: 51) !== first)
    }

    @Test func synthesizesBold() throws {
        let bold = FontFile(path: inter.path, index: 0, isSyntheticBold: true)
        #expect(try ink(of: bold) > ink(of: inter))
    }

    @Test func synthesizesItalic() throws {
        let italic = FontFile(path: inter.path, index: 0, isSyntheticItalic: true)
        let cache = try FontCache()
        // "H", whose stems are slanted.
        let upright = try cache.font(inter, pixelsPerEm: 40).mask(161)
        #expect(try cache.font(italic, pixelsPerEm: 40).mask(161).width > upright.width)
    }

    @Test func opensAnyNumberOfSizes() throws {
        let cache = try FontCache()
        for size in 1...600 { _ = try cache.font(inter, pixelsPerEm: Double(size)).mask(36) }
        // An evicted size can be opened again.
        #expect(try cache.font(inter, pixelsPerEm: 1).mask(36).height == 1)
    }

    @Test func largeFontsAreEvicted() throws {
        let cache = try FontCache()
        let large = try cache.font(inter, pixelsPerEm: 400)
        for glyph in 1..<200 { _ = try large.mask(UInt32(glyph)) }
        cache.shrink()
        #expect(try cache.font(inter, pixelsPerEm: 400) !== large)
        let small = try cache.font(inter, pixelsPerEm: 10)
        cache.shrink()
        #expect(try cache.font(inter, pixelsPerEm: 10) === small)
    }

    @Test func masksAreOnTheBaseline() throws {
        // "A", which does not descend below the baseline.
        let mask = try FontCache().font(inter, pixelsPerEm: 40).mask(36)
        #expect(mask.y + mask.height == 0)
        #expect(mask.coverage.count == mask.width * mask.height)
        #expect(mask.coverage.contains(255))
    }

    @Test func outlinesMatchTheirMasks() throws {
        let cache = try FontCache()
        let mask = try cache.font(inter, pixelsPerEm: 100).mask(36)
        let outline = try #require(try cache.outline(of: 36, in: inter))
        let bounds = outline.path.bounds
        #expect(abs(bounds.minX / 10 - Double(mask.x)) <= 1)
        #expect(abs(bounds.minY / 10 - Double(mask.y)) <= 1)
        #expect(abs(bounds.width / 10 - Double(mask.width)) <= 2)
        #expect(outline.advance > bounds.width)
    }

    @Test(arguments: ["/nonexistent.otf", "", "/dev/null"])
    func errorsNameTheUnreadableFile(path: String) throws {
        let cache = try FontCache()
        let failure = #expect(throws: FontFailure.self) {
            _ = try cache.font(FontFile(path: path, index: 0), pixelsPerEm: 12)
        }
        guard case .unreadable(path, _)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    /// The total coverage of glyph 36 at 40 pixels.
    private func ink(of file: FontFile) throws -> Int {
        let mask = try FontCache().font(file, pixelsPerEm: 40).mask(36)
        return mask.coverage.reduce(0) { $0 + Int($1) }
    }

    private let inter = FontFile(
        path: "/usr/share/fonts/opentype/inter/Inter-Regular.otf", index: 0)
}

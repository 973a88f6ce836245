import Basics
import Graphics
import TestDrawing
import Testing

@Suite struct PNGTests {
    @Test(arguments: [1, 2, 3, 4, 5, 8, 255, 780], [1, 3, 100])
    func roundTripsPixels(width: Int, height: Int) throws {
        let words = TestPictures.noise(width: width, height: height).pixels
        let image = PNGImage(width: width, height: height, scale: 2, pixels: .opaque)
        #expect(try TestPNG.decode(TestPNG.encode(words, image)).pixels == words)
    }

    /// The wider picture is long enough for libdeflate to write several blocks.
    @Test(arguments: [1, 7, 64, 99, 100], [(31, PNGImage.Compression.fast), (310, .small)])
    func joinsStripesOfAnyHeight(
        stripe: Int, of picture: (width: Int, compression: PNGImage.Compression)
    ) throws {
        let words = TestPictures.noise(width: picture.width, height: 100).pixels
        let image = PNGImage(
            width: picture.width, height: 100, scale: 2, pixels: .opaque,
            compression: picture.compression)
        let bytes = try TestPNG.encode(words, image, stripe: stripe)
        #expect(try TestPNG.decode(bytes).pixels == words)
    }

    @Test func smallCompressionIsSmaller() throws {
        let words = (0..<780 * 300).map { place in
            let (y, x) = place.quotientAndRemainder(dividingBy: 780)
            return UInt32(x * y / 50)
        }
        let sizes = try [PNGImage.Compression.fast, .small].map { compression in
            let image = PNGImage(
                width: 780, height: 300, scale: 2, pixels: .opaque, compression: compression)
            return try TestPNG.encode(words, image, stripe: 100).count
        }
        #expect(sizes[1] < sizes[0])
    }

    @Test func outputDoesNotDependOnTheWorker() throws {
        let words = TestPictures.noise(width: 31, height: 100).pixels
        let image = PNGImage(width: 31, height: 100, scale: 2, pixels: .opaque)
        let sink = ByteSink()
        var assembler = PNGAssembler(image)
        try assembler.begin(to: sink)
        for start in Swift.stride(from: 0, to: 100, by: 20) {
            // Alternates between a used worker and a new one.
            var encoder = StripeEncoder()
            if start % 40 == 0 {
                _ = encoder.encode(words.span, rows: 50, stride: 31, of: image)
            }
            let part = Array(words[(start * 31)..<((start + 20) * 31)])
            try assembler.append(
                encoder.encode(part.span, rows: 20, stride: 31, of: image), to: sink)
        }
        try assembler.finish(to: sink)
        #expect(try sink.bytes == TestPNG.encode(words, image, stripe: 20))
    }

    @Test func keepsTransparency() throws {
        // Every alpha with colors up to it, premultiplied.
        var words: [UInt32] = []
        for alpha in UInt32(0)..<256 {
            for red in [0, alpha / 3, alpha / 2, alpha] {
                let green = red / 2
                words.append(alpha << 24 | red << 16 | green << 8)
            }
        }
        let image = PNGImage(width: 4, height: 256, scale: 1, pixels: .transparent)
        let bitmap = try TestPNG.decode(TestPNG.encode(words, image))
        #expect(bitmap.pixels == words)
        #expect(!bitmap.isOpaque)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 255, 256])
    func keepsFewColorsAsIndices(colors: Int) throws {
        let width = 37
        let words = (0..<(width * 20)).map { place in
            UInt32(place % colors * 7919 % 65_536) | 0xFF00_0000
        }
        var builder = PNGPalette.Builder()
        let isWithinReach = builder.add(words.span)
        #expect(isWithinReach)
        let palette = try #require(builder.palette)
        let image = PNGImage(width: width, height: 20, scale: 2, pixels: .palette(palette))
        let bytes = try TestPNG.encode(words, image, stripe: 6)
        #expect(try TestPNG.decode(bytes).pixels == words)
        #expect(TestPNG.chunks("PLTE", in: bytes).first?.count == 3 * colors)
    }

    @Test func paletteEndsAt256Colors() {
        var builder = PNGPalette.Builder()
        let words = (0..<257).map { UInt32($0) }
        let has256 = builder.add(words.span.extracting(first: 256))
        let has257 = builder.add(words.span)
        #expect(has256 && !has257)
        #expect(builder.palette == nil)
    }

    @Test(arguments: [(1.0, 2835), (2, 5669), (3, 8504)])
    func writesThePixelDensity(scale: Double, perMetre: Int) throws {
        let image = PNGImage(width: 1, height: 1, scale: scale, pixels: .opaque)
        let bytes = try TestPNG.encode([0], image)
        let density = try #require(TestPNG.chunks("pHYs", in: bytes).first)
        let each = [UInt8(perMetre >> 24), UInt8(perMetre >> 16), UInt8(perMetre >> 8 & 255)]
        #expect(density == each + [UInt8(perMetre & 255)] + each + [UInt8(perMetre & 255), 1])
    }

    @Test func compressesFlatColorWell() throws {
        let image = PNGImage(width: 780, height: 2000, scale: 2, pixels: .opaque)
        let words = [UInt32](repeating: 0xFFFF_FFFF, count: 780 * 2000)
        #expect(try TestPNG.encode(words, image, stripe: 256).count < 40_000)
    }
}

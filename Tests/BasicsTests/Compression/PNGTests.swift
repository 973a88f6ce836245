import Graphics
import TestDrawing
import Testing

@testable import Basics

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
        #expect(try TestPNG.decode(TestPNG.encode(words, image, stripe: stripe)).pixels == words)
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
        let density = try #require(TestPNG.chunks("pHYs", in: TestPNG.encode([0], image)).first)
        let each = [UInt8(perMetre >> 24), UInt8(perMetre >> 16), UInt8(perMetre >> 8 & 255)]
        #expect(density == each + [UInt8(perMetre & 255)] + each + [UInt8(perMetre & 255), 1])
    }

    @Test func compressesFlatColorWell() throws {
        let image = PNGImage(width: 780, height: 2000, scale: 2, pixels: .opaque)
        let words = [UInt32](repeating: 0xFFFF_FFFF, count: 780 * 2000)
        #expect(try TestPNG.encode(words, image, stripe: 256).count < 40_000)
    }
}

@Suite struct StripePlanTests {
    private static func random(_ seed: UInt64) -> (Int) -> Int {
        var state = seed
        // SplitMix64.
        return { limit in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ mixed >> 31) % UInt64(limit))
        }
    }

    private static func png(_ stripe: CompressedStripe, of image: PNGImage) throws -> [UInt8] {
        let sink = ByteSink()
        var assembler = PNGAssembler(image)
        try assembler.begin(to: sink)
        try assembler.append(stripe, to: sink)
        try assembler.finish(to: sink)
        return sink.bytes
    }

    @Test(arguments: RowDeflaterTests.widths)
    func randomPlansHaveTheirPixels(width: Int) throws {
        guard let plan = StripePlan(width: width), var fresh = StripePlan(width: width) else {
            Issue.record("no memory")
            return
        }
        for seed in UInt64(0)..<60 {
            let next = Self.random(seed &* 1_000 &+ UInt64(width))
            let rows = [1, 2, 30, 90][Int(seed % 4)]
            let random = RandomPlan(width: width, rows: rows, items: 60, next: next)
            let colors = (0..<next(3)).map { _ in
                PlannedCodes.Colors(ink: UInt32(next(1 << 24)), ground: UInt32(next(1 << 24)))
            }
            let stripe = try #require(random.compressed(colors, by: plan))
            let image = PNGImage(width: width, height: rows, scale: 2, pixels: .opaque)
            let bytes = try Self.png(stripe, of: image)
            #expect(try TestPNG.decode(bytes).pixels == random.words, "seed \(seed)")
            // libpng does not verify the checksum after the last row.
            let stream = TestPNG.chunks("IDAT", in: bytes).flatMap { $0 }
            _ = try Inflater.inflate(stream, .zlib, limit: 4 * width * rows + rows)
            // What was compressed earlier does not matter.
            if seed % 2 == 0, let new = StripePlan(width: width) { fresh = new }
            let again = try #require(random.compressed(colors, by: fresh))
            #expect(try Self.png(again, of: image) == bytes)
        }
    }

    @Test func rowsBeyondTheReachOfMatchesArePainted() {
        func canPlan(_ width: Int) -> Bool { StripePlan(width: width) != nil }
        #expect(canPlan(10_922))
        #expect(!canPlan(10_923))
        #expect(PlannedCodes([], width: 10_923) == nil)
    }
}

struct RandomNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt32 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt32(truncatingIfNeeded: state >> 33)
    }

    mutating func next(below limit: Int) -> Int { limit > 0 ? Int(next()) % limit : 0 }
}

/// Premultiplied pixels like those of chat pictures: flat areas, repeated letters, patterns,
/// gradients and a little noise.
struct RandomScene {
    let width: Int
    let height: Int
    private(set) var words: [UInt32]
    private let isOpaque: Bool

    init(width: Int, height: Int, pixels: PNGImage.Pixels, seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        self.width = width
        self.height = height
        isOpaque = pixels == .opaque
        words = []
        let ground = color(random.next())
        words = Array(repeating: ground, count: width * height)
        for _ in 0..<random.next(below: 12) {
            switch random.next(below: 6) {
            case 0, 1: area(&random)
            case 2, 3: letter(&random)
            case 4: gradient(&random)
            default: noise(&random)
            }
        }
    }

    static func letters(width: Int, height: Int) -> RandomScene {
        var scene = RandomScene(width: width, height: height, pixels: .opaque, seed: 0)
        scene.words = Array(repeating: 0xFFFF_FFFF, count: width * height)
        var random = RandomNumbers(seed: 9)
        let mask = (0..<10 * 16).map { _ in
            let shade = random.next()
            switch random.next(below: 8) {
            case 0..<4: return 0xFFFF_FFFF as UInt32
            case 4..<6: return 0xFF00_0000
            default: return 0xFF00_0000 | (shade & 0xFF) * 0x01_0101
            }
        }
        for top in stride(from: 4, to: height - 20, by: 48) {
            for left in stride(from: 10, to: width - 20, by: 40) {
                scene.lay(mask, 10, x: left, y: top)
            }
        }
        return scene
    }

    private func color(_ bits: UInt32) -> UInt32 {
        if isOpaque { return bits | 0xFF00_0000 }
        let alpha: UInt32 = [255, 255, 0, 128, 1][Int((bits >> 8) % 5)]
        let red = bits & 0xFF, green = bits >> 8 & 0xFF, blue = bits >> 16 & 0xFF
        return alpha << 24 | red * alpha / 255 << 16 | green * alpha / 255 << 8 | blue * alpha / 255
    }

    private mutating func area(_ random: inout RandomNumbers) {
        let x = random.next(below: width), y = random.next(below: height)
        let right = x + 1 + random.next(below: width - x)
        let fill = color(random.next())
        for row in y..<y + 1 + random.next(below: height - y) {
            for column in x..<right { words[row * width + column] = fill }
        }
    }

    private mutating func letter(_ random: inout RandomNumbers) {
        let columns = 1 + random.next(below: 12)
        let colors = (0..<3).map { _ in color(random.next()) }
        let mask = (0..<columns * 9).map { _ in colors[random.next(below: 3)] }
        for _ in 0..<1 + random.next(below: 9) {
            lay(mask, columns, x: random.next(below: width), y: random.next(below: height))
        }
    }

    private mutating func lay(_ mask: [UInt32], _ columns: Int, x: Int, y: Int) {
        for (place, word) in mask.enumerated() {
            let (row, column) = (y + place / columns, x + place % columns)
            if row < height && column < width { words[row * width + column] = word }
        }
    }

    private mutating func gradient(_ random: inout RandomNumbers) {
        let y = random.next(below: height)
        for row in y..<y + 1 + random.next(below: min(20, height - y)) {
            let fill = color(UInt32(row * 263))
            for column in 0..<width { words[row * width + column] = fill }
        }
    }

    private mutating func noise(_ random: inout RandomNumbers) {
        let y = random.next(below: height)
        for row in y..<min(height, y + 3) {
            for column in 0..<width where random.next(below: 4) == 0 {
                words[row * width + column] = color(random.next())
            }
        }
    }
}

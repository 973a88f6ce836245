import Graphics
import TestDrawing
import Testing

@testable import Basics

@Suite struct DeflaterTests {
    @Test func outputDoesNotDependOnTheAddressOfTheCompressorsMemory() {
        // A flat background with occasional marks, as in a picture of a chat: short streams and
        // long ones.
        let inputs = (0..<64).map { number -> [UInt8] in
            var bytes = [UInt8](repeating: 255, count: number < 32 ? 60 + number * 5 : 40_000)
            bytes[0] = 0
            var place = 4 + number % 8
            while place < bytes.count {
                bytes[place] = UInt8(truncatingIfNeeded: place)
                place += 1 + (place * 31 + number * 17) % (bytes.count / 8)
            }
            return bytes
        }
        var expected: [[UInt8]] = []
        var fillers: [[UInt8]] = []
        for _ in 0..<300 {
            // Kept alive, so that the next compressor gets memory at another address.
            fillers.append([UInt8](repeating: 0, count: 70_000))
            let deflater = Deflater()
            let found = inputs.map { input in
                var packed: [UInt8] = []
                deflater.reset()
                deflater.append(input.span, flush: .full, to: &packed)
                return packed
            }
            if expected.isEmpty { expected = found }
            let isSame = found == expected
            #expect(isSame)
        }
        #expect(fillers.count == 300)
    }
}

@Suite struct RowDeflaterTests {
    /// Widths around the sizes of vectors and bit maps, and the width of a chat.
    static let widths = [1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 193, 780]

    @Test(arguments: widths, [PNGImage.Pixels.opaque, .transparent])
    func roundTripsRandomScenes(width: Int, pixels: PNGImage.Pixels) throws {
        for seed in UInt64(0)..<12 {
            let height = [1, 2, 5, 40, 150][Int(seed % 5)]
            let scene = RandomScene(width: width, height: height, pixels: pixels, seed: seed)
            let image = PNGImage(width: width, height: height, scale: 2, pixels: pixels)
            for stripe in [1, 7, height] {
                let bytes = try TestPNG.encode(scene.words, image, stripe: stripe)
                #expect(
                    try TestPNG.decode(bytes).pixels == scene.words,
                    "seed \(seed), \(height) rows in stripes of \(stripe)")
            }
        }
    }

    @Test(arguments: widths, [true, false])
    func portableCodeGivesTheSameBytes(width: Int, isOpaque: Bool) throws {
        for seed in UInt64(0)..<8 {
            let scene = RandomScene(
                width: width, height: 60, pixels: isOpaque ? .opaque : .transparent, seed: seed)
            let streams = try [false, true].map { isPortable in
                let deflater = try #require(
                    RowDeflater(width: width, isOpaque: isOpaque, isPortable: isPortable))
                var bytes: [UInt8] = []
                // Earlier compression does not affect the output.
                _ = deflater.append(
                    scene.words.span, rows: 9 * (isPortable ? 1 : 2), stride: width, to: &bytes)
                bytes = []
                let sum = deflater.append(scene.words.span, rows: 60, stride: width, to: &bytes)
                return bytes + (sum.map { [UInt8(truncatingIfNeeded: $0.value)] } ?? [])
            }
            #expect(streams[0] == streams[1])
        }
    }

    @Test func ignoresTheHighestByteOfOpaquePixels() throws {
        let scene = RandomScene(width: 130, height: 60, pixels: .opaque, seed: 1)
        let image = PNGImage(width: 130, height: 60, scale: 2, pixels: .opaque)
        let other = scene.words.enumerated().map { place, word in
            word & 0xFF_FFFF | UInt32(truncatingIfNeeded: place &* 77) << 24
        }
        #expect(try TestPNG.encode(other, image) == TestPNG.encode(scene.words, image))
    }

    @Test func readsRowsWithAStride() throws {
        let scene = RandomScene(width: 90, height: 40, pixels: .opaque, seed: 2)
        let deflater = try #require(RowDeflater(width: 70, isOpaque: true))
        var apart: [UInt8] = []
        _ = deflater.append(scene.words.span, rows: 40, stride: 90, to: &apart)
        let words = (0..<40).flatMap { scene.words[$0 * 90..<$0 * 90 + 70] }
        var together: [UInt8] = []
        _ = deflater.append(words.span, rows: 40, stride: 70, to: &together)
        #expect(apart == together && !apart.isEmpty)
    }

    /// One row has more tokens than a block holds.
    @Test(arguments: [PNGImage.Pixels.opaque, .transparent])
    func endsBlocksWithinRows(pixels: PNGImage.Pixels) throws {
        var random = RandomNumbers(seed: 3)
        let row = (0..<32_000).map { _ in random.next() | 0xFF00_0000 }
        let words = row + row + row.map { $0 ^ 0x10 }
        let image = PNGImage(width: 32_000, height: 3, scale: 2, pixels: pixels)
        #expect(try TestPNG.decode(TestPNG.encode(words, image, stripe: 2)).pixels == words)
    }

    /// Two tokens a row: a block is full after the first of them.
    @Test func endsBlocksAfterAFilterByte() throws {
        let words = (0..<32_000).map { 0xFF00_0000 | UInt32($0 % 2) }
        let image = PNGImage(width: 1, height: 32_000, scale: 2, pixels: .opaque)
        #expect(try TestPNG.decode(TestPNG.encode(words, image)).pixels == words)
    }

    /// The hash table counts rows in 16 bits, and is cleared before they run out.
    @Test func doesNotMatchRowsTooFarAway() throws {
        let height = 70_000
        var words = [UInt32](repeating: 0xFFFF_FFFF, count: 8 * height)
        for row in Swift.stride(from: 0, to: height, by: 16_384) {
            for x in 0..<8 { words[8 * row + x] = 0xFF00_0000 | UInt32(x * x * 901) }
        }
        let deflater = try #require(RowDeflater(width: 8, isOpaque: true))
        var bytes: [UInt8] = []
        let sum = deflater.append(words.span, rows: height, stride: 8, to: &bytes)
        let rows = try Inflater.inflate(bytes + [0x03, 0x00], .deflate, limit: 25 * height)
        #expect(rows.count == 25 * height)
        var expected = Adler32()
        expected.append(rows.span)
        #expect(sum == expected)
        var above = [UInt8](repeating: 0, count: 24)
        for row in 0..<height {
            let place = 25 * row
            let isUp = rows[place] == 2
            for x in 0..<24 { above[x] = rows[place + 1 + x] &+ (isUp ? above[x] : 0) }
            let colors = words[8 * row..<8 * row + 8].flatMap { word in
                [16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
            }
            guard above == colors else {
                Issue.record("Row \(row) differs.")
                return
            }
        }
    }

    @Test func leavesPhotosToTheGeneralCompressor() throws {
        let words = TestPictures.noise(width: 100, height: 64).pixels
        let sizes = try [PNGImage.Compression.fast, .scanning].map { compression in
            let image = PNGImage(
                width: 100, height: 64, scale: 2, pixels: .opaque, compression: compression)
            return try TestPNG.encode(words, image, stripe: 16)
        }
        #expect(sizes[0] == sizes[1])
    }

    @Test func compressesRepeatedLettersBetterThanTheGeneralCompressor() throws {
        let scene = RandomScene.letters(width: 780, height: 330)
        let sizes = try [PNGImage.Compression.fast, .scanning].map { compression in
            let image = PNGImage(
                width: 780, height: 330, scale: 2, pixels: .opaque, compression: compression)
            return try TestPNG.encode(scene.words, image).count
        }
        #expect(sizes[0] < sizes[1])
    }

    @Test func compressesEqualRowsToAFewBytes() throws {
        let image = PNGImage(width: 780, height: 336, scale: 2, pixels: .opaque)
        let words = [UInt32](repeating: 0xFF12_3456, count: 780 * 336)
        #expect(try TestPNG.encode(words, image).count < 336 * 6 + 300)
    }
}

@Suite struct DeflateEndTests {
    /// Stored, with fixed and with dynamic codes.
    @Test(arguments: 0..<200)
    func opensStreamsThatEndAtAnyBit(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        let opened = try #require(DeflateEnd.opened(Deflater.deflated(bytes)))
        #expect(opened.suffix(4) == [0, 0, 0xFF, 0xFF])
        // An empty final block completes the stream again.
        #expect(try Inflater.inflate(opened + [0x03, 0x00], .deflate, limit: 1_000) == bytes)
    }

    @Test(arguments: [[], [0xFF], [0x07], [0x01, 0x05, 0x00, 0xFA]] as [[UInt8]])
    func rejectsInvalidStreams(bytes: [UInt8]) {
        #expect(DeflateEnd.opened(bytes) == nil)
    }
}

@Suite struct InflaterTests {
    /// `abc` as a member of a gzip file, and an empty member.
    private let abc: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 75, 76, 74, 6, 0, 194, 65, 36, 53, 3, 0, 0, 0,
    ]
    private let nothing: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]

    @Test func readsEveryMember() throws {
        let letters = Array("abc".utf8)
        #expect(try Inflater.inflate(abc, .gzip, limit: 9) == letters)
        #expect(
            try Inflater.inflate(abc + abc + abc, .gzip, limit: 9) == letters + letters + letters)
        #expect(try Inflater.inflate(nothing + abc + nothing, .gzip, limit: 3) == letters)
        let many = Array(repeating: nothing, count: 10_000).flatMap { $0 }
        #expect(try Inflater.inflate(many, .gzip, limit: 0) == [])
    }

    @Test func countsAllMembersAgainstTheLimit() {
        #expect(throws: Inflater.Fault.tooLarge(limit: 8)) {
            try Inflater.inflate(abc + abc + abc, .gzip, limit: 8)
        }
    }

    @Test func rejectsTrailingBytes() {
        for rest in [[0], [31], Array(abc.dropLast()), Array("abc".utf8)] as [[UInt8]] {
            #expect(throws: Inflater.Fault.corrupt) {
                try Inflater.inflate(abc + rest, .gzip, limit: 100)
            }
        }
    }
}

@Suite struct Adler32Tests {
    @Test func matchesThePublishedExample() {
        var sum = Adler32()
        sum.append(Array("Wikipedia".utf8).span)
        #expect(sum.value == 0x11E6_0398)
    }

    @Test(arguments: [0, 1, 5, 65_520, 65_521, 65_522, 200_000])
    func combinesPieces(cut: Int) {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 | 0xF0) }
        var whole = Adler32()
        whole.append(bytes.span)
        var first = Adler32()
        first.append(bytes.span.extracting(first: cut))
        var second = Adler32()
        second.append(bytes.span.extracting(last: bytes.count - cut))
        first.append(second, count: bytes.count - cut)
        #expect(first == whole)
    }
}

import Testing

@testable import Graphics

@Suite struct PictureDecoderTests {
    static let exact = [
        "rgb8.png", "rgb16.png", "palette2.png", "plain.gif", "interlaced.gif", "moving.gif",
    ]
    static let near = ["baseline.jpg", "progressive.jpg", "lossy.webp", "photo.heic"]
    static let clear = [
        "rgba8.png", "rgba8-interlaced.png", "palette2-clear.png", "key.png", "lossless.webp",
        "moving.webp", "clear.gif",
    ]

    @Test(arguments: exact)
    func keepsEveryPixel(name: String) throws {
        let bitmap = try Fixture.decode(Fixture.bytes(name))
        #expect(bitmap.isOpaque)
        #expect(
            Fixture.corners(bitmap) == [Fixture.red, Fixture.green, Fixture.blue, Fixture.white])
    }

    @Test(arguments: clear)
    func keepsTransparency(name: String) throws {
        let bitmap = try Fixture.decode(Fixture.bytes(name))
        #expect(!bitmap.isOpaque)
        #expect(Fixture.corners(bitmap) == [Fixture.red, Fixture.green, Fixture.blue, 0])
    }

    @Test(arguments: near)
    func keepsTheColorsOfPhotographs(name: String) throws {
        let corners = Fixture.corners(try Fixture.decode(Fixture.bytes(name)))
        for (found, wanted) in zip(
            corners, [Fixture.red, Fixture.green, Fixture.blue, Fixture.white])
        {
            #expect(Fixture.isNear(found, wanted))
        }
    }

    @Test func convertsCMYK() throws {
        let corners = Fixture.corners(try Fixture.decode(Fixture.bytes("cmyk.jpg")))
        #expect(Fixture.isNear(corners[0], Fixture.red))
        #expect(Fixture.isNear(corners[3], Fixture.white))
    }

    @Test func readsGrayOfAnyDepth() throws {
        let one = Fixture.corners(try Fixture.decode(Fixture.bytes("grey1.png")))
        #expect(one == [0xFF00_0000, Fixture.white, 0xFF00_0000, Fixture.white])
        let sixteen = Fixture.corners(try Fixture.decode(Fixture.bytes("grey16-alpha.png")))
        #expect(sixteen == [0xFF4C_4C4C, 0xFF96_9696, 0xFF1D_1D1D, Fixture.white])
    }

    /// The order of the stored corners (1 2 over 3 4) after rotation, from the definition in EXIF.
    @Test(arguments: [
        (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]),
        (5, [0, 2, 1, 3]), (6, [2, 0, 3, 1]), (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
    ])
    func appliesTheOrientation(orientation: Int, order: [Int]) throws {
        var bytes = try Fixture.bytes("turned.jpg")
        let tag = try #require(bytes.indices.first { bytes[$0...].starts(with: [1, 0x12, 0, 3]) })
        bytes[tag + 9] = UInt8(orientation)
        let stored = [Fixture.red, Fixture.green, Fixture.blue, Fixture.white]
        let bitmap = try Fixture.decode(bytes)
        #expect(bitmap.size == (orientation < 5 ? PixelSize(48, 32) : PixelSize(32, 48)))
        for (found, index) in zip(Fixture.corners(bitmap), order) {
            #expect(Fixture.isNear(found, stored[index]))
        }
    }

    @Test(arguments: exact + near + clear)
    func reducesToCoverTheRequestedSize(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let whole = try Fixture.decode(bytes)
        let small = try Fixture.decode(bytes, covering: PixelSize(5, 5))
        #expect(small.size == whole.size.reduced(covering: PixelSize(5, 5)))
        #expect(min(small.width, small.height) == 5)
        for (one, other) in zip(Fixture.corners(small), Fixture.corners(whole)) {
            #expect(Fixture.isNear(one, other, by: 12))
        }
    }

    @Test func neverEnlarges() throws {
        let bitmap = try Fixture.decode(
            Fixture.bytes("rgb8.png"), covering: PixelSize(10_000, 10_000))
        #expect(bitmap.size == PixelSize(12, 10))
    }

    @Test(arguments: [
        "rgb8.png", "rgba8-interlaced.png", "palette2.png", "baseline.jpg", "progressive.jpg",
        "lossy.webp", "lossless.webp", "plain.gif", "interlaced.gif", "photo.heic",
    ])
    func survivesEveryTruncation(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let whole = try Fixture.decode(bytes)
        for length in 0..<bytes.count {
            do throws(PictureFault) {
                let cut = Array(bytes[..<length])
                let facts = try PictureProbe(limits: Fixture.limits).facts(of: cut)
                let bitmap = try PictureDecoder.decode(cut, facts)
                // A picture that decodes although truncated has lost only a trailer.
                #expect(bitmap == whole)
            } catch {
                // The brand of a HEIC follows the signature that it shares with videos.
                let allowed: [PictureFault] = [
                    .truncated, .corrupt, .unknownType, .unsupportedType(.video),
                ]
                #expect(allowed.contains(error))
            }
        }
    }

    @Test func distinguishesTruncationFromDamage() throws {
        let bytes = try Fixture.bytes("baseline.jpg")
        #expect(throws: PictureFault.truncated) {
            try Fixture.decode(Array(bytes[..<(bytes.count / 2 + bytes.count / 4)]))
        }
        var damaged = try Fixture.bytes("rgb8.png")
        damaged[50] ^= 0xFF
        #expect(throws: PictureFault.corrupt) { try Fixture.decode(damaged) }
    }

    @Test func neverInflatesTextOrProfiles() throws {
        // A compressed text and a profile that are not valid deflate streams and are never read.
        var bytes = try Fixture.bytes("rgb8.png")
        for kind in ["zTXt", "iCCP", "iTXt"] {
            let data = Array("name\0\0".utf8) + [UInt8](repeating: 0xFF, count: 64)
            bytes.insert(
                contentsOf: [0, 0, 0, UInt8(data.count)] + Array(kind.utf8) + data + [0, 0, 0, 0],
                at: 33)
        }
        #expect(Fixture.corners(try Fixture.decode(bytes))[0] == Fixture.red)
    }

    @Test func averagesByArea() throws {
        var reducer = RowReducer(from: PixelSize(3, 3), to: PixelSize(2, 2), isOpaque: true)
        let line: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF, 0xFF00_0000]
        for _ in 0..<3 { reducer.add(line.span) }
        // Each half has one whole black column and half of a white one.
        #expect(reducer.finish().pixels == Array(repeating: 0xFF55_5555, count: 4))
    }

    @Test func premultipliesLikeExactDivision() {
        for alpha in UInt32(0)...255 {
            for channel in stride(from: UInt32(0), through: 255, by: 5) {
                let exact = (Double(channel * alpha) / 255).rounded()
                let found = Bitmap.premultiplied(alpha << 24 | channel << 8) >> 8 & 255
                #expect(Double(found) == exact)
            }
        }
    }
}

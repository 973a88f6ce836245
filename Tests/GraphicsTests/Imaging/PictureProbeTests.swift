import Testing

@testable import Graphics

@Suite struct PictureProbeTests {
    @Test(arguments: [
        ("rgb8.png", PictureFormat.png, 12, 10, 1, false),
        ("rgba8-interlaced.png", .png, 12, 10, 1, true),
        ("palette2.png", .png, 12, 10, 1, false), ("palette2-clear.png", .png, 12, 10, 1, true),
        ("key.png", .png, 12, 10, 1, true), ("grey16-alpha.png", .png, 12, 10, 1, true),
        ("baseline.jpg", .jpeg, 48, 32, 1, false), ("turned.jpg", .jpeg, 32, 48, 1, false),
        ("progressive.jpg", .jpeg, 48, 32, 1, false), ("lossless.webp", .webp, 12, 10, 1, true),
        ("lossy.webp", .webp, 48, 32, 1, false), ("moving.webp", .webp, 16, 16, 2, true),
        ("plain.gif", .gif, 12, 10, 1, false), ("clear.gif", .gif, 12, 10, 1, true),
        ("moving.gif", .gif, 12, 10, 3, false), ("photo.heic", .heic, 64, 64, 1, false),
    ])
    func readsHeaders(
        name: String, format: PictureFormat, width: Int, height: Int, frames: Int, hasAlpha: Bool
    ) throws {
        let facts = try PictureProbe(limits: Fixture.limits).facts(of: Fixture.bytes(name))
        #expect(facts.format == format)
        #expect(facts.size == PixelSize(width, height))
        #expect(facts.frames == frames)
        #expect(facts.hasAlpha == hasAlpha)
    }

    @Test func detectsCMYK() throws {
        #expect(try PictureProbe().facts(of: Fixture.bytes("cmyk.jpg")).isCMYK)
        #expect(try !PictureProbe().facts(of: Fixture.bytes("baseline.jpg")).isCMYK)
    }

    @Test func heicIsDisabledByDefault() {
        #expect(throws: PictureFault.disabledType(.heic)) {
            try PictureProbe().facts(of: Fixture.bytes("photo.heic"))
        }
    }

    @Test(arguments: [
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", ForeignType.svg),
        (
            "<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///x\">]><SVG>&e;</SVG>",
            .svg
        ),
        ("  \n<!doctype HTML><title>x</title>", .html), ("<plist/>", .xml), ("%PDF-1.7", .pdf),
        ("%!PS-Adobe-3.0", .postscript), ("push graphic-context\nviewbox 0 0 1 1", .mvg),
        ("II*\0rest", .tiff), ("BM......", .bmp), ("....ftypmp42", .video), ("PK\u{3}\u{4}", .zip),
    ])
    func namesUnsupportedTypes(text: String, type: ForeignType) {
        #expect(throws: PictureFault.unsupportedType(type)) {
            try PictureProbe().facts(of: Array(text.utf8))
        }
    }

    @Test(arguments: [[], [0], [0xFF], [0x89, 0x50], Array("hello, world".utf8)] as [[UInt8]])
    func rejectsUnknownTypes(bytes: [UInt8]) {
        #expect(throws: PictureFault.unknownType) { try PictureProbe().facts(of: bytes) }
    }

    @Test func formatFollowsTheBytes() throws {
        let lying = try Fixture.bytes("baseline.jpg")
        #expect(try PictureProbe().facts(of: lying).format == .jpeg)
    }

    @Test func rejectsBombsByTheirHeader() throws {
        var png = try Fixture.bytes("rgb8.png")
        png.replaceSubrange(16..<24, with: [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50])
        #expect(throws: PictureFault.tooLarge(width: 50_000, height: 50_000, limit: 64_000_000)) {
            try PictureProbe().facts(of: png)
        }
        png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        #expect(throws: PictureFault.self) { try PictureProbe().facts(of: png) }
        var gif = try Fixture.bytes("plain.gif")
        gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: PictureFault.tooLarge(width: 65_535, height: 65_535, limit: 64_000_000)) {
            try PictureProbe().facts(of: gif)
        }
    }

    @Test func rejectsFramesLargerThanTheirScreen() throws {
        var gif = try Fixture.bytes("plain.gif")
        let colors = 3 << Int((gif[10] & 7) + 1)
        let frame = try #require(gif[(13 + colors)...].firstIndex(of: 0x2C))
        gif.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: PictureFault.tooLarge(width: 65_535, height: 65_535, limit: 64_000_000)) {
            try PictureProbe().facts(of: gif)
        }
    }

    @Test func rejectsEmptySizes() throws {
        var png = try Fixture.bytes("rgb8.png")
        png.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        #expect(throws: PictureFault.corrupt) { try PictureProbe().facts(of: png) }
        var jpeg = try Fixture.bytes("baseline.jpg")
        let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
        jpeg.replaceSubrange(frame + 7..<frame + 9, with: [0, 0])
        #expect(throws: PictureFault.corrupt) { try PictureProbe().facts(of: jpeg) }
    }

    @Test func rejectsJPEGsWithTooManyScans() throws {
        var jpeg = try Fixture.bytes("progressive.jpg")
        jpeg.removeLast(2)
        for _ in 0..<200 { jpeg += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0] }
        #expect(throws: PictureFault.self) { try PictureProbe().facts(of: jpeg) }
    }

    @Test(arguments: ["rgb8.png", "baseline.jpg", "progressive.jpg", "lossy.webp", "plain.gif"])
    func detectsTruncation(name: String) throws {
        let bytes = try Fixture.bytes(name)
        #expect(throws: PictureFault.truncated) {
            try PictureProbe().facts(of: Array(bytes.dropLast(bytes.count / 8)))
        }
    }

    @Test func detectsDamageByChecksum() throws {
        var bytes = try Fixture.bytes("rgb8.png")
        bytes[50] ^= 0xFF
        #expect(throws: PictureFault.corrupt) { try PictureProbe().facts(of: bytes) }
    }

    @Test func acceptsPhotosWithATrailingVideo() throws {
        let bytes = try Fixture.bytes("baseline.jpg") + [UInt8](repeating: 0x42, count: 10_000)
        #expect(try Fixture.decode(bytes).size == PixelSize(48, 32))
    }

    @Test func readsTheOrientationInEitherByteOrder() {
        let little: [UInt8] =
            Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0]
        let big: [UInt8] =
            Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8]
        #expect(EXIF.orientation(little.span, from: 0, to: little.count) == .left)
        #expect(EXIF.orientation(big.span, from: 0, to: big.count) == .left)
        #expect(EXIF.orientation(big.span, from: 0, to: big.count - 1) == .up)
        var odd = big
        odd[odd.count - 1] = 9
        #expect(EXIF.orientation(odd.span, from: 0, to: odd.count) == .up)
    }
}

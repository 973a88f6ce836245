import Foundation
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
        #expect(try PictureProbe().facts(of: Fixture.bytes("baseline.jpg")).format == .jpeg)
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

/// Forwarded pictures contain only their pixels.
@Suite struct DisclosureTests {
    private static let secret = Array("51.5 N, Ana's phone".utf8)

    private func picture(_ bytes: [UInt8]) throws -> EncodedPicture {
        EncodedPicture(
            bytes: bytes, facts: try PictureProbe(limits: Fixture.limits).facts(of: bytes))
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    @Test(arguments: ["baseline.jpg", "progressive.jpg", "grey.jpg", "cmyk.jpg"])
    func jpegsLoseEXIFCommentsAndTrailingData(name: String) throws {
        let plain = try Fixture.bytes(name)
        var disclosing = plain
        let length = UInt8(Self.secret.count + 8)
        let exif = [0xFF, 0xE1, 0, length] + Array("Exif\0\0".utf8) + Self.secret
        let comment = [0xFF, 0xFE, 0, UInt8(Self.secret.count + 2)] + Self.secret
        let profile = [0xFF, 0xE2, 0, 18] + Array("ICC_PROFILE\0\u{1}\u{1}ab".utf8)
        disclosing.insert(contentsOf: exif + comment + profile, at: 2)
        disclosing += Self.secret
        let shown = try picture(disclosing).withoutDisclosure
        #expect(!contains(shown, Self.secret))
        #expect(!contains(shown, Array("Exif".utf8)))
        #expect(contains(shown, Array("ICC_PROFILE".utf8)))
        #expect(try Fixture.decode(shown).pixels == Fixture.decode(plain).pixels)
    }

    /// PNG, third edition, annex D.
    private func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320)
            }
        }
    }

    @Test(arguments: ["rgb8.png", "palette2-clear.png", "grey16-alpha.png"])
    func pngsLoseTheirTextChunks(name: String) throws {
        let plain = try Fixture.bytes(name)
        var disclosing = plain
        var chunk = [0, 0, 0, UInt8(Self.secret.count)] + Array("tEXt".utf8) + Self.secret
        let sum = checksum(of: chunk[4...])
        chunk += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
        disclosing.insert(contentsOf: chunk, at: 33)
        let shown = try picture(disclosing).withoutDisclosure
        #expect(!contains(shown, Self.secret))
        #expect(try Fixture.decode(shown).pixels == Fixture.decode(plain).pixels)
    }
}

/// The pictures of `Tests/Fixtures/Pictures`, and the colors of their four corners.
enum Fixture {
    static let red: UInt32 = 0xFFFF_0000
    static let green: UInt32 = 0xFF00_FF00
    static let blue: UInt32 = 0xFF00_00FF
    static let white: UInt32 = 0xFFFF_FFFF

    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(
                path: "Fixtures/Pictures")
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    static let limits = PictureLimits(readsHEIF: true)

    static func decode(_ bytes: [UInt8], covering wanted: PixelSize? = nil) throws -> Bitmap {
        let facts = try PictureProbe(limits: limits).facts(of: bytes)
        return try PictureDecoder.decode(bytes, facts, covering: wanted)
    }

    /// One pixel well inside each corner: top left, top right, bottom left, bottom right.
    static func corners(_ bitmap: Bitmap) -> [UInt32] {
        let x = [bitmap.width / 4, bitmap.width * 3 / 4]
        let y = [bitmap.height / 4, bitmap.height * 3 / 4]
        return [(0, 0), (1, 0), (0, 1), (1, 1)].map {
            bitmap.pixels[y[$0.1] * bitmap.width + x[$0.0]]
        }
    }

    static func isNear(_ one: UInt32, _ other: UInt32, by most: Int = 6) -> Bool {
        [0, 8, 16, 24].allSatisfy { shift in
            abs(Int(one >> shift & 255) - Int(other >> shift & 255)) <= most
        }
    }
}

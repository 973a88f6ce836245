import CLCMS
import Testing

@testable import Graphics

@Suite struct PictureProfileTests {
    private static let photo = Bitmap(
        size: PixelSize(16, 16), pixels: Array(repeating: 0xFFC8_6432, count: 256), isOpaque: true)

    /// As phones embed it.
    private static func displayP3() throws -> [UInt8] {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
            Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
        let curve = unsafe cmsBuildGamma(nil, 2.2)
        defer { unsafe cmsFreeToneCurve(curve) }
        var curves = unsafe [curve, curve, curve]
        let made = unsafe cmsCreateRGBProfile(&white, &primaries, &curves)
        return try unsafe TestProfile.saved(made)
    }

    private static func picture(_ profile: [UInt8]?) throws -> EncodedPicture {
        var bytes = try #require(JPEGWriter.encode(photo, quality: 95))
        if let profile {
            let length = profile.count + 16
            let head = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)]
            bytes.insert(
                contentsOf: head + Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile, at: 2)
        }
        return EncodedPicture(
            bytes: bytes, facts: try PictureProbe(limits: Fixture.limits).facts(of: bytes))
    }

    private static func first(_ picture: EncodedPicture) throws -> [Int] {
        let pixel = try PictureDecoder.decode(picture).pixels[0]
        return [16, 8, 0].map { Int(pixel >> $0 & 255) }
    }

    /// A Display P3 red is a stronger red in sRGB.
    @Test func wideColorsAreConverted() throws {
        let plain = try Self.first(Self.picture(nil))
        let picture = try Self.picture(Self.displayP3())
        #expect(picture.profile != nil && !picture.hasBadProfile)
        let converted = try Self.first(picture)
        #expect(converted[0] > plain[0] + 5 && converted[1] < plain[1], "\(plain) \(converted)")
    }

    @Test(arguments: [0, 1, 127, 128, 400, 3_000])
    func invalidProfilesAreRejected(length: Int) throws {
        var noise = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ 7) }
        if length > 128 {
            // A valid header with nothing valid after it.
            noise = Array(try Self.displayP3().prefix(128))
            noise[3] = UInt8(length & 255)
            noise[2] = UInt8(length >> 8)
            noise += (128..<length).map { _ in 0xFF }
        }
        let picture = try Self.picture(noise)
        #expect(picture.profile == nil && (picture.hasBadProfile || length == 0))
        #expect(try Self.first(picture) == Self.first(Self.picture(nil)))
    }

    @Test func truncatedProfilesAreRejected() throws {
        let whole = try Self.displayP3()
        let picture = try Self.picture(Array(whole.dropLast(40)))
        #expect(picture.profile == nil && picture.hasBadProfile)
    }
}

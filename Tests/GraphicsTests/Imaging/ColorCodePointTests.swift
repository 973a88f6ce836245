import Foundation
import Testing

@testable import Graphics

/// HEIC and AVIF whose colors are given by code points instead of a profile.
@Suite struct ColorCodePointTests {
    /// Red, green, blue and gray, none of them saturated.
    private static let stored: [[Double]] = [
        [200, 80, 60], [60, 180, 90], [70, 90, 200], [128, 128, 128],
    ]

    /// ISO 14496-12, 12.1.5.
    private static func picture(_ name: String, _ codes: (Int, Int)) throws -> EncodedPicture {
        var bytes = try Fixture.bytes(name)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "nclx".utf8) }) + 4
        bytes.replaceSubrange(place..<place + 4, with: [0, UInt8(codes.0), 0, UInt8(codes.1)])
        return EncodedPicture(
            bytes: bytes, facts: try PictureProbe(limits: Fixture.limits).facts(of: bytes))
    }

    private static func corners(_ picture: EncodedPicture) throws -> [[Double]] {
        try Fixture.corners(PictureDecoder.decode(picture)).map { color in
            [16, 8, 0].map { Double(color >> $0 & 255) }
        }
    }

    private static func areNear(_ one: [[Double]], _ other: [[Double]], by most: Double) -> Bool {
        zip(one.joined(), other.joined()).allSatisfy { abs($0 - $1) <= most }
    }

    private static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func value(_ light: Double) -> Double {
        let light = min(max(light, 0), 1)
        return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// The matrices from linear Display P3 and BT.2020 to linear sRGB, which have one white.
    private static let matrices: [Int: [[Double]]] = [
        9: [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]],
        12: [[1.2249, -0.2247, 0], [-0.042, 1.0419, 0], [-0.0197, -0.0786, 1.0979]],
    ]

    @Test(arguments: ["muted.heic", "muted.avif"], [9, 12])
    func primariesAreConverted(name: String, primaries: Int) throws {
        let matrix = try #require(Self.matrices[primaries])
        let wanted = Self.stored.map { color in
            let light = color.map { Self.light($0 / 255) }
            return matrix.map { row in
                (255 * Self.value(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })).rounded()
            }
        }
        let found = try Self.corners(Self.picture(name, (primaries, 13)))
        // An error of the lossy format by one or two is several times as large in a dark channel.
        #expect(Self.areNear(found, wanted, by: 8), "\(found) \(wanted)")
        #expect(!Self.areNear(found, Self.stored, by: 15))
    }

    @Test func fixtureHasItsOwnCodePoints() throws {
        let bytes = try Fixture.bytes("muted.heic")
        #expect(try bytes == Self.picture("muted.heic", (9, 13)).bytes)
    }

    /// Computed by hand for a signal of 128/255: gamma, linear light, PQ and HLG.
    @Test(arguments: [(4, 128), (5, 106), (8, 188), (16, 181), (18, 137), (1, 128), (13, 128)])
    func transferFunctionsAreConverted(transfer: Int, gray: Double) throws {
        let found = try Self.corners(Self.picture("muted.heic", (9, transfer)))[3]
        #expect(Self.areNear([found], [[gray, gray, gray]], by: 3), "\(found)")
    }

    /// sRGB, television, unspecified, and a space that has no three colors.
    @Test(arguments: [(1, 13), (1, 1), (1, 6), (2, 2), (2, 13), (10, 13), (0, 255), (255, 13)])
    func codePointsOfSRGBAndUnknownOnesChangeNothing(primaries: Int, transfer: Int) throws {
        let picture = try Self.picture("muted.heic", (primaries, transfer))
        #expect(picture.profile == nil && !picture.hasBadProfile)
        #expect(Self.areNear(try Self.corners(picture), Self.stored, by: 3))
    }

    @Test func profilesOfCodePointsAreTheSameEachTime() throws {
        let codes = ColorCodePoints(primaries: 9, transfer: 16)
        let profile = try #require(codes.profile)
        #expect(profile == codes.profile)
        // The date of creation is fixed.
        #expect(try profile[24..<36] == #require(ICCProfile.sRGB)[24..<36])
    }
}

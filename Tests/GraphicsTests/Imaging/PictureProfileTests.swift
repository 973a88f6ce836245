import CLCMS
import Foundation
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
            bytes.insert(contentsOf: head + Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile, at: 2)
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
        let picture = try Self.picture(Array(Self.displayP3().dropLast(40)))
        #expect(picture.profile == nil && picture.hasBadProfile)
    }
}

/// Profiles that shift colors so far that they cannot be mistaken for sRGB.
enum TestProfile {
    /// Red shows as green, green as blue, and blue as red.
    static func swappedRGB() throws -> [UInt8] {
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.30, y: 0.60, Y: 1), Green: cmsCIExyY(x: 0.15, y: 0.06, Y: 1),
            Blue: cmsCIExyY(x: 0.64, y: 0.33, Y: 1))
        return try unsafe withCurve(2.2) { curve throws in
            var white = daylight
            var curves = unsafe [curve, curve, curve]
            return try unsafe saved(cmsCreateRGBProfile(&white, &primaries, &curves))
        }
    }

    /// All grays are lighter than in sRGB.
    static func lightGray() throws -> [UInt8] {
        try unsafe withCurve(1) { curve throws in
            var white = daylight
            return try unsafe saved(cmsCreateGrayProfile(&white, curve))
        }
    }

    /// Blue shows for red, red for green, green for blue; white stays. Inverted inks would be black.
    static func swappedInks() throws -> [UInt8] {
        // The colors for no ink and full ink of each, with black as the first digit; in 65,535ths
        // of L*, a* and b*.
        var lights = [UInt16](repeating: 0, count: 16 * 3)
        let shown: [Int: [Double]] = [
            0b0000: [100, 0, 0], 0b0110: [29.6, 68.3, -112], 0b1010: [54.3, 80.8, 69.9],
            0b1100: [87.8, -79.3, 81],
        ]
        for inks in 0..<16 {
            let lab = shown[inks] ?? [0, 0, 0]
            lights[3 * inks] = UInt16(lab[0] / 100 * 65_535)
            for axis in 1...2 { lights[3 * inks + axis] = UInt16((lab[axis] + 128) * 257) }
        }
        let profile = try unsafe #require(cmsCreateProfilePlaceholder(nil))
        unsafe cmsSetProfileVersion(profile, 4.3)
        unsafe cmsSetDeviceClass(profile, cmsSigOutputClass)
        unsafe cmsSetColorSpace(profile, cmsSigCmykData)
        unsafe cmsSetPCS(profile, cmsSigLabData)
        let table = try unsafe #require(cmsPipelineAlloc(nil, 4, 3))
        defer { unsafe cmsPipelineFree(table) }
        // The tables of a profile are between curves (ICC.1, 10.12).
        let stages = unsafe [
            cmsStageAllocToneCurves(nil, 4, nil), cmsStageAllocCLut16bit(nil, 2, 4, 3, lights),
            cmsStageAllocToneCurves(nil, 3, nil),
        ]
        for number in 0..<3 {
            try #require(unsafe cmsPipelineInsertStage(table, cmsAT_END, stages[number]) != 0)
        }
        for tag in [cmsSigAToB0Tag, cmsSigAToB1Tag] {
            try #require(unsafe cmsWriteTag(profile, tag, UnsafeRawPointer(table)) != 0)
        }
        return try unsafe saved(profile)
    }

    private static let daylight = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)

    private static func withCurve(
        _ gamma: Double, _ make: (OpaquePointer?) throws -> [UInt8]
    ) throws -> [UInt8] {
        let curve = unsafe cmsBuildGamma(nil, gamma)
        defer { unsafe cmsFreeToneCurve(curve) }
        return try unsafe make(curve)
    }

    static func saved(_ made: cmsHPROFILE?) throws -> [UInt8] {
        let profile = try unsafe #require(made)
        defer { unsafe cmsCloseProfile(profile) }
        var count: UInt32 = 0
        try #require(unsafe cmsSaveProfileToMem(profile, nil, &count) != 0)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let isSaved = unsafe bytes.withUnsafeMutableBytes {
            unsafe cmsSaveProfileToMem(profile, $0.baseAddress, &count)
        }
        try #require(isSaved != 0)
        return bytes
    }
}

@Suite struct PictureSpaceTests {
    private static func encoded(_ bytes: [UInt8]) throws -> EncodedPicture {
        EncodedPicture(
            bytes: bytes, facts: try PictureProbe(limits: Fixture.limits).facts(of: bytes))
    }

    /// One segment holds at most 65,519 bytes (ICC.1, B.4).
    private static func jpeg(_ bytes: [UInt8], _ profile: [UInt8]) -> [UInt8] {
        let starts = Array(stride(from: 0, to: profile.count, by: 60_000))
        let segments = starts.enumerated().flatMap { number, start in
            let part = profile[start..<min(start + 60_000, profile.count)]
            let length = part.count + 16
            return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)]
                + Array("ICC_PROFILE\0".utf8) + [UInt8(number + 1), UInt8(starts.count)] + part
        }
        return Array(bytes.prefix(2)) + segments + bytes.dropFirst(2)
    }

    private static func webp(_ bytes: [UInt8], _ profile: [UInt8]) throws -> [UInt8] {
        let facts = try PictureProbe(limits: Fixture.limits).facts(of: bytes)
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            Array(name.utf8) + little(data.count, 4) + data + (data.count % 2 > 0 ? [0] : [])
        }
        let body =
            chunk(
                "VP8X",
                [0x20, 0, 0, 0] + little(facts.width - 1, 3) + little(facts.height - 1, 3))
            + chunk("ICCP", profile) + bytes.dropFirst(12)
        return Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body
    }

    /// Replaces the numeric color description with the profile (ISO 14496-12, 12.1.5).
    private static func heic(_ bytes: [UInt8], _ profile: [UInt8]) throws -> [UInt8] {
        var file = bytes
        func place(_ name: String) throws -> Int {
            let letters = Array(name.utf8)
            return try #require(file.indices.first { file[$0...].starts(with: letters) }) - 4
        }
        func big(_ place: Int) -> Int {
            file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        func put(_ value: Int, at place: Int) {
            for byte in 0..<4 { file[place + byte] = UInt8(value >> (24 - 8 * byte) & 255) }
        }
        let box = try place("colr")
        let length = big(box)
        let more = 12 + profile.count - length
        // Its only item follows and is located by its offset in the file.
        let data = try place("mdat") + 8
        let piece = try place("iloc") + 8
        let offset = try #require((piece..<piece + 26).first { big($0) == data })
        put(data + more, at: offset)
        for outer in ["meta", "iprp", "ipco"] {
            let start = try place(outer)
            put(big(start) + more, at: start)
        }
        put(length + more, at: box)
        file.replaceSubrange(box + 8..<box + length, with: Array("prof".utf8) + profile)
        return file
    }

    private static func corners(_ picture: EncodedPicture) throws -> [UInt32] {
        Fixture.corners(try PictureDecoder.decode(picture))
    }

    private func isSwapped(_ found: [UInt32]) -> Bool {
        let wanted = [Fixture.green, Fixture.blue, Fixture.red, Fixture.white]
        return zip(found, wanted).allSatisfy { Fixture.isNear($0, $1, by: 12) }
    }

    @Test(arguments: ["lossy.webp", "photo.heic"])
    func colorsAreConverted(name: String) throws {
        let profile = try TestProfile.swappedRGB()
        let plain = try Fixture.bytes(name)
        let bytes =
            name.hasSuffix("webp") ? try Self.webp(plain, profile) : try Self.heic(plain, profile)
        let picture = try Self.encoded(bytes)
        #expect(picture.profile?.bytes == profile && !picture.hasBadProfile)
        let found = try Self.corners(picture)
        #expect(isSwapped(found), "\(found.map { String($0, radix: 16) })")
        // A profile for another color space does not apply.
        let grey = try TestProfile.lightGray()
        let other =
            name.hasSuffix("webp") ? try Self.webp(plain, grey) : try Self.heic(plain, grey)
        #expect(try Self.encoded(other).hasBadProfile)
        #expect(try Self.corners(Self.encoded(other)) == Self.corners(Self.encoded(plain)))
    }

    @Test func picturesWithoutAProfileHaveNone() throws {
        for name in [
            "lossy.webp", "lossless.webp", "moving.webp", "photo.heic", "cmyk.jpg", "grey.jpg",
        ] {
            let picture = try Self.encoded(Fixture.bytes(name))
            #expect(picture.profile == nil && !picture.hasBadProfile, "\(name)")
        }
    }

    @Test func graysAreConverted() throws {
        let plain = try Fixture.bytes("grey.jpg")
        let picture = try Self.encoded(Self.jpeg(plain, TestProfile.lightGray()))
        #expect(picture.profile?.space == .gray)
        for (was, found) in zip(try Self.corners(Self.encoded(plain)), try Self.corners(picture)) {
            let (was, found) = (was & 255, found & 255)
            // 29, 76 and 150 of 255 become 93, 148 and 200, as the picture stores light linearly,
            // without the curve of sRGB.
            #expect(was == 255 ? found >= 254 : found > was + 40, "\(was) \(found)")
        }
        #expect(try Self.encoded(Self.jpeg(plain, TestProfile.swappedRGB())).hasBadProfile)
    }

    /// Adobe programs store inverted CMYK and identify themselves.
    @Test(arguments: [true, false]) func inksAreConverted(areInverted: Bool) throws {
        let plain = try Fixture.bytes("cmyk.jpg")
        let picture = try Self.encoded(Self.jpeg(plain, TestProfile.swappedInks()))
        #expect(picture.profile?.space == .inks && picture.facts.hasInvertedInk)
        guard areInverted else {
            let marker = try #require(
                plain.indices.first { plain[$0...].starts(with: [0xFF, 0xEE]) })
            let end = marker + 2 + Int(plain[marker + 2]) << 8 + Int(plain[marker + 3])
            let bare = Array(plain[..<marker] + plain[end...])
            let other = try Self.encoded(Self.jpeg(bare, TestProfile.swappedInks()))
            #expect(other.profile?.space == .inks && !other.facts.hasInvertedInk)
            #expect(try Self.corners(other).allSatisfy { Fixture.isNear($0, 0xFF00_0000, by: 12) })
            return
        }
        let found = try Self.corners(picture)
        let wanted = [Fixture.blue, Fixture.red, Fixture.green, Fixture.white]
        #expect(
            zip(found, wanted).allSatisfy { Fixture.isNear($0, $1, by: 25) },
            "\(found.map { String($0, radix: 16) })")
    }

    @Test(arguments: [0, 1, 127, 128, 400])
    func invalidProfilesInWebPAreRejected(length: Int) throws {
        let noise = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ 7) }
        let plain = try Fixture.bytes("lossy.webp")
        let picture = try Self.encoded(Self.webp(plain, noise))
        #expect(picture.profile == nil && picture.hasBadProfile)
        #expect(try Self.corners(picture) == Self.corners(Self.encoded(plain)))
    }
}

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
        #expect(try Fixture.bytes("muted.heic") == Self.picture("muted.heic", (9, 13)).bytes)
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

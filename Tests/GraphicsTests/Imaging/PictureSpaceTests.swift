import Testing

@testable import Graphics

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
        let other = try Self.encoded(Self.jpeg(plain, TestProfile.swappedRGB()))
        #expect(other.hasBadProfile)
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
            let found = try Self.corners(other)
            #expect(found.allSatisfy { Fixture.isNear($0, 0xFF00_0000, by: 12) })
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

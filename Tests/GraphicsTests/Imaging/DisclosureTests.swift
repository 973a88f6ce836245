import Testing

@testable import Graphics

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

import CCrypto
import Testing

@testable import Evidence

@Suite struct DERTests {
    @Test(
        arguments: [
            (0, [0x04, 0x00]), (127, [0x04, 0x7F]), (128, [0x04, 0x81, 0x80]),
            (255, [0x04, 0x81, 0xFF]), (256, [0x04, 0x82, 0x01, 0x00]),
            (65_536, [0x04, 0x83, 0x01, 0x00, 0x00]),
        ] as [(Int, [UInt8])])
    func lengthsHaveTheShortestForm(count: Int, head: [UInt8]) throws {
        let bytes = DER.octets([UInt8](repeating: 7, count: count))
        #expect(Array(bytes.prefix(head.count)) == head)
        #expect(bytes.count == head.count + count)
        #expect(try DERElement(all: bytes).content.count == count)
    }

    @Test(
        arguments: [
            ([], [2, 1, 0]), ([0, 0], [2, 1, 0]), ([0x7F], [2, 1, 0x7F]),
            ([0x80], [2, 2, 0, 0x80]),
            ([0, 0, 1, 2], [2, 2, 1, 2]),
        ] as [([UInt8], [UInt8])])
    func integersArePositiveAndHaveNoLeadingZeros(magnitude: [UInt8], bytes: [UInt8]) {
        #expect(DER.integer(magnitude) == bytes)
    }

    @Test func objectIdentifiersAreEncodedInBase128() {
        #expect(
            DER.identifier(NID_sha256) == [6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1])
        #expect(
            DER.identifier(NID_pkcs7_signed)
                == [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2])
    }

    @Test func elementsOfASetAreSortedByTheirBytes() {
        #expect(
            DER.set([4, 1, 9], [4, 1, 2], [2, 1, 5]) == [0x31, 9, 2, 1, 5, 4, 1, 2, 4, 1, 9])
    }

    @Test(
        arguments: [
            [], [0x30], [0x30, 0x05, 0x02, 0x01], [0x30, 0x80, 0x00, 0x00],
            [0x30, 0x81, 0x01, 0x00],
            [0x04, 0x82, 0x00, 0x80], [0x04, 0x85, 1, 1, 1, 1, 1], [0x1F, 0x81, 0x01, 0x00],
            [0x02, 0x01, 0x00, 0x00],
        ] as [[UInt8]])
    func truncatedOverlongAndNonDEREncodingsAreRejected(bytes: [UInt8]) {
        #expect(throws: DERFault.self) { _ = try DERElement(all: bytes) }
    }

    @Test func randomBytesAreReadOrRejected() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0..<64, using: &generator)).map { _ in
                [0x30, 0x31, 0xA0, 0x02, 0x81, 0x04, 0x06, UInt8.random(in: 0...255)]
                    .randomElement()!
            }
            _ = try? ParsedSignedData(bytes)
            _ = try? TimestampToken(bytes)
            _ = Certificate(bytes)
        }
    }
}

import Testing

@testable import Basics

@Suite struct DeflateEndTests {
    /// Stored, with fixed and with dynamic codes.
    @Test(arguments: 0..<200)
    func opensStreamsThatEndAtAnyBit(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        let opened = try #require(DeflateEnd.opened(Deflater.deflated(bytes)))
        #expect(opened.suffix(4) == [0, 0, 0xFF, 0xFF])
        // An empty final block completes the stream again.
        let whole = try Inflater.inflate(opened + [0x03, 0x00], .deflate, limit: 1_000)
        #expect(whole == bytes)
    }

    @Test(arguments: [[], [0xFF], [0x07], [0x01, 0x05, 0x00, 0xFA]] as [[UInt8]])
    func rejectsInvalidStreams(bytes: [UInt8]) {
        #expect(DeflateEnd.opened(bytes) == nil)
    }
}

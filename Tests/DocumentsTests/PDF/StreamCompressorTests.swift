import Basics
import Testing

@testable import Documents

@Suite struct StreamCompressorTests {
    private let compressor: StreamCompressor

    init() throws {
        let zlib = try #require(Zlib())
        compressor = StreamCompressor(zlib, recurring: zlib)
    }

    /// Streams of one length that differ in a few bytes.
    private func stream(_ number: Int, count: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            + (8..<count).map { UInt8($0 * $0 % 251) }
    }

    @Test(arguments: [0, 1, 300, 16 << 10, 20 << 10])
    func recurringStreamsAreCompressedLikeOthers(count: Int) {
        let bytes = [UInt8](stream(1, count: max(8, count)).prefix(count))
        let compressed = compressor.compress(bytes)
        #expect(compressor.compressRecurring(bytes) == compressed)
        #expect(compressor.compressRecurring(bytes) == compressed)
    }

    @Test func streamsThatDifferInAByteAreNotConfused() {
        for number in 0..<300 {
            let bytes = stream(number, count: 1_000)
            #expect(compressor.compressRecurring(bytes) == compressor.compress(bytes))
        }
    }

    @Test func keptStreamsAreLimited() {
        for number in 0..<2_000 {
            _ = compressor.compressRecurring(stream(number, count: 4_000))
            #expect(compressor.keptBytes <= StreamCompressor.maxKeptBytes)
        }
        #expect(compressor.keptBytes > 0)
        let before = compressor.keptBytes
        _ = compressor.compressRecurring(stream(0, count: 17 << 10))
        #expect(compressor.keptBytes == before)
    }
}

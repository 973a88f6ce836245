import Foundation
import Testing

@testable import Server

@Suite struct SpillBufferTests {
    /// An SVG is one piece of any size: thirty readers that stopped kept 666 MB of them.
    @Test func aPieceLargerThanTheMemoryForItGoesToTheFile() throws {
        var buffer = SpillBuffer(
            memoryLimit: 1 << 20, fileLimit: 64 << 20,
            directory: FileManager.default.temporaryDirectory.path)
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) }
        try buffer.append(bytes[...])
        try buffer.append([1, 2, 3])
        let spilled = buffer.spilled
        #expect(spilled >= bytes.count - (1 << 20))
        var back: [UInt8] = []
        while let next = try buffer.take(100_000) { back += next }
        #expect(back == bytes + [1, 2, 3])
        let isEmpty = buffer.isEmpty
        #expect(isEmpty)
    }
}

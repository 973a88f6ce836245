import Testing

@testable import Basics

@Suite struct DeflaterTests {
    @Test func outputDoesNotDependOnTheAddressOfTheCompressorsMemory() {
        // A flat background with occasional marks, as in a picture of a chat: short streams and
        // long ones.
        let inputs = (0..<64).map { number -> [UInt8] in
            var bytes = [UInt8](repeating: 255, count: number < 32 ? 60 + number * 5 : 40_000)
            bytes[0] = 0
            var place = 4 + number % 8
            while place < bytes.count {
                bytes[place] = UInt8(truncatingIfNeeded: place)
                place += 1 + (place * 31 + number * 17) % (bytes.count / 8)
            }
            return bytes
        }
        var expected: [[UInt8]] = []
        var fillers: [[UInt8]] = []
        for _ in 0..<300 {
            // Kept alive, so that the next compressor gets memory at another address.
            fillers.append([UInt8](repeating: 0, count: 70_000))
            let deflater = Deflater()
            let found = inputs.map { input in
                var packed: [UInt8] = []
                deflater.reset()
                deflater.append(input.span, flush: .full, to: &packed)
                return packed
            }
            if expected.isEmpty { expected = found }
            let isSame = found == expected
            #expect(isSame)
        }
        #expect(fillers.count == 300)
    }
}

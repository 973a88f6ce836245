import Testing

@testable import Graphics

@Suite struct PixelTargetTests {
    /// Vectors hold four pixels, so every width leaves a different remainder, in the middle and at
    /// the right edge.
    @Test(arguments: 1...13, [UInt32(0xFF12_C8F0), 0x8010_4020, 0x0000_0000])
    func blendsCoverageOfAnyWidth(count: Int, word: UInt32) {
        let width = 20, height = 3
        let ground = (0..<width * height).map { UInt32($0 &* 2_654_435) | 0xFF00_0000 }
        let coverage = (0..<count * height).map { place in
            [0, 255, 255, 255, 255, 7, 128, 0, 254][place % 9] as UInt8
        }
        for x in [0, 5, width - count] {
            var words = ground
            unsafe words.withUnsafeMutableBufferPointer { words in
                guard let first = words.baseAddress else { return }
                unsafe PixelTarget(first, width: width, height: height, stride: width).blend(
                    word, coverage, from: 0, coverageStride: count, columns: x..<x + count,
                    rows: 0..<height)
            }
            let expected = ground.indices.map { place in
                let (row, column) = place.quotientAndRemainder(dividingBy: width)
                guard (x..<x + count).contains(column) else { return ground[place] }
                return blended(word, ground[place], UInt32(coverage[row * count + column - x]))
            }
            #expect(words == expected)
        }
    }

    private func blended(_ top: UInt32, _ bottom: UInt32, _ share: UInt32) -> UInt32 {
        let rest = 255 - divided((top >> 24) * share)
        return [0, 8, 16, 24].reduce(UInt32(0)) { word, shift in
            let channel =
                divided((top >> shift & 255) * share)
                + divided((bottom >> shift & 255) * rest)
            return word | channel << shift
        }
    }

    /// The product divided by 255, rounded.
    private func divided(_ product: UInt32) -> UInt32 { (2 * product + 255) / 510 }
}

/// SplitMix64, a deterministic random number generator.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Changes, removes, repeats or swaps bytes at up to four places.
    mutating func damage(_ bytes: inout [UInt8]) {
        for _ in 0...below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            let length = min(below(16) + 1, bytes.count - place)
            switch below(6) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2: bytes.removeSubrange(place..<place + length)
            case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: below(bytes.count))
            case 4:
                let edge: [UInt8] = [0x00, 0x7F, 0x80, 0xFF]
                for index in place..<place + min(length, 8) { bytes[index] = edge[below(4)] }
            default: bytes.swapAt(place, below(bytes.count))
            }
        }
    }
}

/// Deterministic pseudo-random numbers.
struct SteadyNoise {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// FNV-1a.
    init(seed words: String) {
        for byte in words.utf8.prefix(256) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// Knuth's linear congruential generator; its high bits are uniform enough for pictures.
    mutating func next(_ low: Double = 0, _ high: Double = 1) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return low + (high - low) * Double(state >> 40) / Double(1 << 24)
    }
}

/// What an event is about: a connection's slot and generation, or one of a few fixed numbers.
enum Token {
    static let wake = UInt64.max

    /// Listeners count down from just below; generations have 31 bits, so no connection's token
    /// gets there.
    static func listener(_ index: Int) -> UInt64 { wake - 1 - UInt64(index) }

    static func listenerIndex(_ token: UInt64) -> Int? {
        token >> 63 == 1 ? Int(wake - 1 - token) : nil
    }

    static func connection(slot: Int, generation: UInt32) -> UInt64 {
        UInt64(generation & 0x7FFF_FFFF) << 32 | UInt64(slot)
    }

    static func slot(_ token: UInt64) -> Int { Int(token & 0xFFFF_FFFF) }
}

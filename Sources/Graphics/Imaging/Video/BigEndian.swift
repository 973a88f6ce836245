enum BigEndian {
    /// Returns the lowest `count` bytes of a number, highest first.
    static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

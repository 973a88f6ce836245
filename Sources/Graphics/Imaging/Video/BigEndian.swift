enum BigEndian {
    /// A number's last `count` bytes, the highest first.
    static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

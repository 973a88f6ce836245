/// The set of bytes that occur in a text.
struct ByteSet {
    private var low: UInt128 = 0
    private var high: UInt128 = 0

    init(_ text: String) {
        for byte in text.utf8 {
            if byte < 0x80 { low |= 1 << byte } else { high |= 1 << (byte & 0x7F) }
        }
    }

    /// Returns whether every byte of another text occurs in this one. If not, this text cannot
    /// contain the other.
    func holds(_ other: ByteSet) -> Bool {
        other.low & ~low == 0 && other.high & ~high == 0
    }
}

import CDeflate

/// RFC 1950's checksum, which can be combined from those of pieces.
struct Adler32: Equatable {
    private static let base: UInt32 = 65_521

    private(set) var value: UInt32 = 1

    init() {}

    init(_ value: UInt32) { self.value = value }

    mutating func append(_ piece: Span<UInt8>) {
        unsafe piece.withUnsafeBytes { bytes in
            value = unsafe libdeflate_adler32(value, bytes.baseAddress, bytes.count)
        }
    }

    /// As if the `count` bytes behind `other` had been appended.
    ///
    /// `a` is 1 plus the sum of the bytes, `b` the sum of all values that `a` went through; a piece
    /// that follows raises every `a` of its own by this one's (less the 1 that both began with).
    mutating func append(_ other: Adler32, count: Int) {
        let base = Adler32.base
        let low = value & 0xFFFF
        let otherLow = other.value & 0xFFFF
        let shift = UInt32(UInt64(count) % UInt64(base)) * ((low + base - 1) % base) % base
        let sum = (low + otherLow + base - 1) % base
        let high = (value >> 16 + other.value >> 16 + shift) % base
        value = high << 16 | sum
    }
}

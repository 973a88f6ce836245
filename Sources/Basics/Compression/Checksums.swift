import CDeflate

/// The checksum of RFC 1950, which can be combined from the checksums of parts.
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

    /// Updates the checksum as if the `count` bytes of `other` had been appended.
    ///
    /// `a` is 1 plus the sum of the bytes, and `b` the sum of all values of `a`. In the appended
    /// part every value of `a` increases by this part's `a`, less the 1 that both start with.
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

package struct RunningCRC: Sendable, Hashable {
    private var value: UInt32 = 0

    package init() {}

    package mutating func add(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { bytes in
            value = unsafe libdeflate_crc32(value, bytes.baseAddress, bytes.count)
        }
    }
}

import CDeflate

/// The CRC-32 of bytes that arrive in pieces.
package struct RunningCRC: Sendable, Hashable {
    private var value: UInt32 = 0

    package init() {}

    package mutating func add(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { bytes in
            value = unsafe libdeflate_crc32(value, bytes.baseAddress, bytes.count)
        }
    }
}

import CDeflate

/// Compresses whole streams of RFC 1950 and RFC 1952 with libdeflate, for data that is compressed
/// once and kept.
@safe
package final class Zlib {
    private let compressor: OpaquePointer

    /// The library's version, on which the compressed bytes depend.
    package static var version: String { LIBDEFLATE_VERSION_STRING }

    /// - Parameter level: level 6 is as small as zlib's default at three times its speed.
    package init?(level: Int32 = 6) {
        guard let compressor = unsafe libdeflate_alloc_compressor(level) else { return nil }
        unsafe self.compressor = compressor
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    package func compress(_ bytes: [UInt8]) -> [UInt8] {
        let maxBytes = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, count in
            count = unsafe libdeflate_zlib_compress(
                compressor, bytes, bytes.count, buffer.baseAddress, maxBytes)
        }
    }

    package func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let maxBytes = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, count in
            count = unsafe libdeflate_gzip_compress(
                compressor, bytes, bytes.count, buffer.baseAddress, maxBytes)
        }
    }

    /// Compresses a stream of RFC 1950 with ISA-L, several times faster and slightly larger, for
    /// data that more effort does not make smaller.
    package static func quick(_ bytes: [UInt8]) -> [UInt8] {
        var sum = Adler32()
        sum.append(bytes.span)
        let end = (0..<4).map { UInt8(truncatingIfNeeded: sum.value >> (24 - 8 * $0)) }
        return [0x78, 0x01] + Deflater.deflated(bytes) + end
    }
}

import CDeflate

/// RFC 1950 streams in one piece, by libdeflate, and those of RFC 1952: for what is compressed once
/// and kept.
@safe
package final class Zlib {
    private let compressor: OpaquePointer

    /// The library's version, on which the compressed bytes depend.
    package static var version: String { LIBDEFLATE_VERSION_STRING }

    /// - Parameter level: 6 is zlib's usual size at three times its speed.
    package init?(level: Int32 = 6) {
        guard let compressor = unsafe libdeflate_alloc_compressor(level) else { return nil }
        unsafe self.compressor = compressor
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    package func compress(_ bytes: [UInt8]) -> [UInt8] {
        let most = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            count = unsafe libdeflate_zlib_compress(
                compressor, bytes, bytes.count, buffer.baseAddress, most)
        }
    }

    package func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let most = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            count = unsafe libdeflate_gzip_compress(
                compressor, bytes, bytes.count, buffer.baseAddress, most)
        }
    }

    /// RFC 1950 by ISA-L, several times sooner and a little larger: for what more effort makes no
    /// smaller.
    package static func quick(_ bytes: [UInt8]) -> [UInt8] {
        var sum = Adler32()
        sum.append(bytes.span)
        let end = (0..<4).map { UInt8(truncatingIfNeeded: sum.value >> (24 - 8 * $0)) }
        return [0x78, 0x01] + Deflater.deflated(bytes) + end
    }
}

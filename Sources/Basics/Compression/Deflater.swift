import CDeflate
import CIsal
import CPixels
import CZlib

/// Writes a raw deflate stream with ISA-L, piece by piece.
@safe
struct Deflater: ~Copyable {
    enum Flush {
        /// More pieces follow; some output may be buffered.
        case none
        /// Ends on a byte boundary, and later data does not refer back to earlier data, so that a
        /// separately compressed stream can follow.
        case full
        case end
    }

    /// The number of bytes in the first call, one more than ISA-L's look-ahead, so that ISA-L
    /// processes only the first byte.
    ///
    /// If it receives more at once, ISA-L 2.30 stores the third byte under a hash of its own
    /// structure's address, which a register still contains (`isal_deflate_icf_body`). The same
    /// input then sometimes gives different output, depending on the memory layout.
    private static let firstBytes = isal_look_ahead + 1

    private let stream: UnsafeMutableRawPointer
    private let output: UnsafeMutableBufferPointer<UInt8>

    init() {
        let size = Int(isal_deflater_size)
        unsafe stream = .allocate(byteCount: size, alignment: 64)
        unsafe output = .allocate(capacity: 65_536)
        unsafe stream.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe output.initialize(repeating: 0)
        reset()
    }

    deinit {
        unsafe stream.deallocate()
        unsafe output.deallocate()
    }

    /// - Parameter check: called before each step of the output. Compression stops when it throws.
    static func deflated<Stop: Error>(
        _ bytes: [UInt8], check: () throws(Stop) -> Void
    ) throws(Stop) -> [UInt8] {
        let deflater = Deflater()
        var packed: [UInt8] = []
        try deflater.append(bytes.span, flush: .end, to: &packed, check: check)
        return packed
    }

    static func deflated(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes) {} }

    func reset() {
        unsafe isal_deflater_begin(stream, 1)
    }

    /// ISA-L cannot fail if it has output space.
    func append(_ piece: Span<UInt8>, flush: Flush, to bytes: inout [UInt8]) {
        append(piece, flush: flush, to: &bytes) {}
    }

    private func append<Stop: Error>(
        _ piece: Span<UInt8>, flush: Flush, to bytes: inout [UInt8],
        check: () throws(Stop) -> Void
    ) throws(Stop) {
        try unsafe piece.withUnsafeBufferPointer { piece throws(Stop) in
            var rest = unsafe piece[...]
            if unsafe isal_deflater_is_new(stream) != 0 {
                if piece.count > Deflater.firstBytes {
                    let first = unsafe rest.prefix(Deflater.firstBytes)
                    try unsafe run(
                        UnsafeBufferPointer(rebasing: first), .none, to: &bytes, check: check)
                    unsafe rest = rest.dropFirst(Deflater.firstBytes)
                } else {
                    // Level 0 does not have that bug, and loses nothing on so few bytes.
                    unsafe isal_deflater_begin(stream, 0)
                }
            }
            // ISA-L's counters have 32 bits.
            repeat {
                let part = unsafe rest.prefix(1 << 30)
                unsafe rest = rest.dropFirst(1 << 30)
                try unsafe run(
                    UnsafeBufferPointer(rebasing: part), rest.isEmpty ? flush : .none, to: &bytes,
                    check: check)
            } while unsafe !rest.isEmpty
        }
    }

    /// The steps are those of the output, because the bytes depend on how the input is divided
    /// (measured with ISA-L 2.30).
    private func run<Stop: Error>(
        _ piece: UnsafeBufferPointer<UInt8>, _ flush: Flush, to bytes: inout [UInt8],
        check: () throws(Stop) -> Void
    ) throws(Stop) {
        unsafe isal_deflater_add(
            stream, piece.baseAddress, piece.count, flush == .full ? FULL_FLUSH : NO_FLUSH,
            flush == .end ? 1 : 0)
        var written: Int
        repeat {
            try check()
            written = unsafe isal_deflater_run(stream, output.baseAddress, output.count)
            pixels_forget_wide_registers()
            unsafe bytes.append(contentsOf: output[..<written])
        } while unsafe written == output.count
    }
}

/// Deflate with libdeflate: smaller and slower than ISA-L, and only for a whole stream at once.
@safe
final class SmallDeflater {
    /// The compression level. Measured on 780 × 15,553 pixels of chat, relative to cairo's PNG:
    /// level 6 has 0.82 of the size in 0.85 ms per message, level 9 0.79 in 3.6 ms, level 12 0.72
    /// in 56 ms.
    private static let level: Int32 = 9

    /// Created on first use, because most workers never need it.
    private var compressor: OpaquePointer?

    deinit {
        if let compressor = unsafe compressor { unsafe libdeflate_free_compressor(compressor) }
    }

    /// Into blocks that others may follow, ending on a byte boundary.
    func append(_ piece: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
        if unsafe compressor == nil {
            unsafe compressor = libdeflate_alloc_compressor(SmallDeflater.level)
        }
        guard let compressor = unsafe compressor else { return false }
        let maxBytes = unsafe libdeflate_deflate_compress_bound(compressor, piece.count)
        let whole = unsafe [UInt8](unsafeUninitializedCapacity: maxBytes) { room, count in
            unsafe piece.withUnsafeBytes { piece in
                count = unsafe libdeflate_deflate_compress(
                    compressor, piece.baseAddress, piece.count, room.baseAddress, room.count)
            }
        }
        guard let opened = DeflateEnd.opened(whole) else { return false }
        bytes += opened
        return true
    }
}

/// Finds the end marker of a deflate stream and clears it, so that another stream can follow.
///
/// Only the first bit of the last block marks the end (RFC 1951, 3.2.3). Only decoding the stream
/// finds that bit; zlib can stop after every block.
enum DeflateEnd {
    /// Returns the same blocks without an end marker, followed by an empty stored block that ends
    /// on a byte boundary; nil if the data is not a deflate stream.
    static func opened(_ stream: [UInt8]) -> [UInt8]? {
        guard let ends = ends(of: stream) else { return nil }
        var opened = Array(stream[..<((ends.stream + 7) / 8)])
        opened[ends.lastBlock / 8] &= ~(1 << UInt8(ends.lastBlock % 8))
        // The stored block's three header bits are 0, like the unused bits of the stream's last
        // byte.
        if ends.stream % 8 == 0 || ends.stream % 8 > 5 { opened.append(0) }
        opened += [0x00, 0x00, 0xFF, 0xFF]
        return opened
    }

    /// In bits.
    private static func ends(of stream: [UInt8]) -> (lastBlock: Int, stream: Int)? {
        var state = unsafe z_stream()
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(&state, -MAX_WBITS, ZLIB_VERSION, size) == Z_OK else {
            return nil
        }
        defer { unsafe inflateEnd(&state) }
        var begin = 0
        var found: (lastBlock: Int, stream: Int)?
        unsafe stream.withUnsafeBufferPointer { stream in
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { room in
                unsafe state.next_in = UnsafeMutablePointer(mutating: stream.baseAddress)
                unsafe state.avail_in = UInt32(stream.count)
                var status = Z_OK
                while status == Z_OK {
                    unsafe state.next_out = room.baseAddress
                    unsafe state.avail_out = UInt32(room.count)
                    status = unsafe inflate(&state, Z_BLOCK)
                    // Bit 7: a block has ended; bit 6: it was the last one; the lowest bits: the
                    // number of unread bits of the byte.
                    guard unsafe state.data_type & 128 != 0 else { continue }
                    let place = unsafe Int(state.total_in) * 8 - Int(state.data_type & 7)
                    if unsafe state.data_type & 64 != 0 {
                        found = (begin, place)
                        break
                    }
                    begin = place
                }
            }
        }
        return found
    }
}

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

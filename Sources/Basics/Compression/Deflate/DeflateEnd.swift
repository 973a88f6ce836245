import CZlib

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

    /// Returns the bit offsets at which the last block begins and the stream ends.
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

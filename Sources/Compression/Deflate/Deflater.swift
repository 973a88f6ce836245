import CIsal
import CPixels

/// A raw deflate stream written by ISA-L, piece by piece.
@safe
struct Deflater: ~Copyable {
    /// The flush after a piece.
    enum Flush {
        /// More of the same; the output may keep some back.
        case none
        /// Ends at a byte, and nothing after it refers back to it: whatever comes next may have
        /// been compressed elsewhere.
        case full
        /// The stream ends.
        case end
    }

    /// The number of bytes with which a stream begins, one more than ISA-L looks ahead, so that it
    /// goes no further than the first.
    ///
    /// Given more at once, ISA-L 2.30 files the third byte under a hash of its own structure's
    /// address (`isal_deflate_icf_body`, where a register still holds that): now and then the same
    /// bytes came out as others, by where a worker's memory lay.
    private static let firstBytes = isal_look_ahead + 1

    private let stream: UnsafeMutablePointer<isal_zstream>
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private let output: UnsafeMutableBufferPointer<UInt8>

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe memory = .allocate(capacity: isal_level1_buffer_size)
        unsafe output = .allocate(capacity: 65_536)
        unsafe memory.initialize(repeating: 0)
        unsafe output.initialize(repeating: 0)
        reset()
    }

    deinit {
        unsafe stream.deallocate()
        unsafe memory.deallocate()
        unsafe output.deallocate()
    }

    /// A whole stream at once.
    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        let deflater = Deflater()
        var packed: [UInt8] = []
        deflater.append(bytes.span, flush: .end, to: &packed)
        return packed
    }

    /// Forgets everything, for another stream.
    func reset() {
        unsafe isal_deflate_init(stream)
        unsafe stream.pointee.level = 1
        unsafe stream.pointee.level_buf = memory.baseAddress
        unsafe stream.pointee.level_buf_size = UInt32(memory.count)
    }

    /// Compresses a piece and appends what came out. ISA-L has no way to fail once it has room.
    func append(_ piece: Span<UInt8>, flush: Flush, to bytes: inout [UInt8]) {
        unsafe piece.withUnsafeBufferPointer { piece in
            var rest = unsafe piece[...]
            if unsafe stream.pointee.total_in == 0 {
                if piece.count > Deflater.firstBytes {
                    let first = unsafe rest.prefix(Deflater.firstBytes)
                    unsafe run(UnsafeBufferPointer(rebasing: first), .none, &bytes)
                    unsafe rest = rest.dropFirst(Deflater.firstBytes)
                } else {
                    // Level 0 has not that fault, and loses nothing on so few bytes.
                    unsafe stream.pointee.level = 0
                }
            }
            // ISA-L counts in 32 bits.
            repeat {
                let part = unsafe rest.prefix(1 << 30)
                unsafe rest = rest.dropFirst(1 << 30)
                unsafe run(
                    UnsafeBufferPointer(rebasing: part), rest.isEmpty ? flush : .none, &bytes)
            } while unsafe !rest.isEmpty
        }
    }

    private func run(
        _ piece: UnsafeBufferPointer<UInt8>, _ flush: Flush, _ bytes: inout [UInt8]
    ) {
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(piece.count)
        unsafe stream.pointee.end_of_stream = flush == .end ? 1 : 0
        unsafe stream.pointee.flush = UInt16(flush == .full ? FULL_FLUSH : NO_FLUSH)
        repeat {
            unsafe stream.pointee.next_out = output.baseAddress
            unsafe stream.pointee.avail_out = UInt32(output.count)
            unsafe isal_deflate(stream)
            pixels_forget_wide_registers()
            let written = unsafe output.count - Int(stream.pointee.avail_out)
            unsafe bytes.append(contentsOf: output[..<written])
        } while unsafe stream.pointee.avail_out == 0
    }
}

import CIsal
import CPixels

/// Writes a raw deflate stream with ISA-L, piece by piece.
@safe
struct Deflater: ~Copyable {
    /// The flush after a piece.
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

    /// Returns a whole stream at once.
    ///
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

    /// Resets the state for another stream.
    func reset() {
        unsafe isal_deflate_init(stream)
        unsafe stream.pointee.level = 1
        unsafe stream.pointee.level_buf = memory.baseAddress
        unsafe stream.pointee.level_buf_size = UInt32(memory.count)
    }

    /// Compresses a piece and appends the output. ISA-L cannot fail if it has output space.
    func append(_ piece: Span<UInt8>, flush: Flush, to bytes: inout [UInt8]) {
        append(piece, flush: flush, to: &bytes) {}
    }

    private func append<Stop: Error>(
        _ piece: Span<UInt8>, flush: Flush, to bytes: inout [UInt8],
        check: () throws(Stop) -> Void
    ) throws(Stop) {
        try unsafe piece.withUnsafeBufferPointer { piece throws(Stop) in
            var rest = unsafe piece[...]
            if unsafe stream.pointee.total_in == 0 {
                if piece.count > Deflater.firstBytes {
                    let first = unsafe rest.prefix(Deflater.firstBytes)
                    try unsafe run(UnsafeBufferPointer(rebasing: first), .none, &bytes, check)
                    unsafe rest = rest.dropFirst(Deflater.firstBytes)
                } else {
                    // Level 0 does not have that bug, and loses nothing on so few bytes.
                    unsafe stream.pointee.level = 0
                }
            }
            // ISA-L's counters have 32 bits.
            repeat {
                let part = unsafe rest.prefix(1 << 30)
                unsafe rest = rest.dropFirst(1 << 30)
                try unsafe run(
                    UnsafeBufferPointer(rebasing: part), rest.isEmpty ? flush : .none, &bytes,
                    check)
            } while unsafe !rest.isEmpty
        }
    }

    /// The steps are those of the output, because the bytes depend on how the input is divided
    /// (measured with ISA-L 2.30).
    private func run<Stop: Error>(
        _ piece: UnsafeBufferPointer<UInt8>, _ flush: Flush, _ bytes: inout [UInt8],
        _ check: () throws(Stop) -> Void
    ) throws(Stop) {
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(piece.count)
        unsafe stream.pointee.end_of_stream = flush == .end ? 1 : 0
        unsafe stream.pointee.flush = UInt16(flush == .full ? FULL_FLUSH : NO_FLUSH)
        repeat {
            try check()
            unsafe stream.pointee.next_out = output.baseAddress
            unsafe stream.pointee.avail_out = UInt32(output.count)
            unsafe isal_deflate(stream)
            pixels_forget_wide_registers()
            let written = unsafe output.count - Int(stream.pointee.avail_out)
            unsafe bytes.append(contentsOf: output[..<written])
        } while unsafe stream.pointee.avail_out == 0
    }
}

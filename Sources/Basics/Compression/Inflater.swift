import CIsal
import CPixels

/// Inflates a compressed body up to a limit: a kilobyte can expand to a gigabyte of zeros.
///
/// The body is decoded twice: once to count its bytes, and again into a buffer of exactly that
/// size. A growing array would temporarily need three times as much memory.
package enum Inflater {
    package enum Coding: Sendable { case gzip, zlib, deflate }

    package enum Fault: Error, Sendable, Equatable {
        case corrupt
        case tooLarge(limit: Int)
        case stopped
    }

    private static let pieceBytes = 65_536

    package static func inflate(
        _ bytes: [UInt8], _ coding: Coding, limit: Int, budget: WorkBudget = .unlimited
    ) throws(Fault) -> [UInt8] {
        var count = 0
        try read(bytes, coding) { piece throws(Fault) in
            count += piece.count
            guard count <= limit else { throw .tooLarge(limit: limit) }
            guard budget.mayContinue else { throw .stopped }
        }
        guard budget.reserve(count) else { throw .stopped }
        var output: [UInt8] = []
        output.reserveCapacity(count)
        try read(bytes, coding) { piece throws(Fault) in
            output += piece
            guard budget.mayContinue else { throw .stopped }
        }
        return output
    }

    private static func read(
        _ bytes: [UInt8], _ coding: Coding, _ body: (ArraySlice<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        var state = unsafe inflate_state()
        unsafe isal_inflate_init(&state)
        unsafe state.crc_flag =
            switch coding {
            case .gzip: UInt32(ISAL_GZIP)
            case .zlib: UInt32(ISAL_ZLIB)
            case .deflate: UInt32(ISAL_DEFLATE)
            }
        var piece = [UInt8](repeating: 0, count: pieceBytes)
        let outcome = unsafe bytes.withUnsafeBufferPointer { input -> Result<Void, Fault> in
            unsafe state.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe state.avail_in = UInt32(clamping: input.count)
            do throws(Fault) {
                while let count = try unsafe next(&state, coding, into: &piece) {
                    try body(piece[..<count])
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    /// Nil at the end.
    private static func next(
        _ state: inout inflate_state, _ coding: Coding, into piece: inout [UInt8]
    ) throws(Fault) -> Int? {
        if unsafe state.block_state == ISAL_BLOCK_FINISH {
            // A gzip file consists of any number of concatenated members (RFC 1952 §2.2).
            guard coding == .gzip, unsafe state.avail_in > 0 else { return nil }
            unsafe isal_inflate_reset(&state)
        }
        let (count, code) = unsafe piece.withUnsafeMutableBufferPointer { piece in
            unsafe state.next_out = piece.baseAddress
            unsafe state.avail_out = UInt32(piece.count)
            let code = unsafe isal_inflate(&state)
            pixels_forget_wide_registers()
            return (piece.count - Int(unsafe state.avail_out), code)
        }
        guard code == ISAL_DECOMP_OK else { throw .corrupt }
        // No output and no input left: the stream is truncated.
        if count == 0, unsafe state.block_state != ISAL_BLOCK_FINISH, unsafe state.avail_in == 0 {
            throw .corrupt
        }
        return count
    }
}

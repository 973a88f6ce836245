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
        let stream = InflateStream(coding)
        try stream.push(bytes, failing: { $0 }, body)
        guard stream.isAtEnd else { throw .corrupt }
    }
}

/// Inflates bytes that arrive in pieces.
@safe
package final class InflateStream {
    private var state = unsafe inflate_state()
    private let coding: Inflater.Coding
    private var piece = [UInt8](repeating: 0, count: pieceBytes)

    private static let pieceBytes = 65_536

    package init(_ coding: Inflater.Coding) {
        self.coding = coding
        unsafe isal_inflate_init(&state)
        unsafe state.crc_flag =
            switch coding {
            case .gzip: UInt32(ISAL_GZIP)
            case .zlib: UInt32(ISAL_ZLIB)
            case .deflate: UInt32(ISAL_DEFLATE)
            }
    }

    /// Whether the stream, or the last of several, is complete. Otherwise more bytes must follow.
    package var isAtEnd: Bool { unsafe state.block_state == ISAL_BLOCK_FINISH }

    /// Inflates the next bytes. Bytes after the end are ignored.
    package func push<Failure: Error>(
        _ bytes: [UInt8], failing: (Inflater.Fault) -> Failure,
        _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let outcome = unsafe bytes.withUnsafeBufferPointer { input -> Result<Void, Failure> in
            unsafe state.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe state.avail_in = UInt32(clamping: input.count)
            do throws(Failure) {
                while let count = try next(failing) { try body(piece[..<count]) }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        unsafe state.next_in = nil
        unsafe state.avail_in = 0
        try outcome.get()
    }

    /// Nil at the end, or if more input is needed.
    private func next<Failure: Error>(
        _ failing: (Inflater.Fault) -> Failure
    ) throws(Failure) -> Int? {
        if isAtEnd {
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
        guard code == ISAL_DECOMP_OK else { throw failing(.corrupt) }
        let isUsedUp = unsafe state.avail_in == 0
        return count == 0 && isUsedUp && !isAtEnd ? nil : count
    }
}

/// Inflates a gzip file whose compressed bytes arrive in pieces. Bytes after its end are not read.
@safe package final class GzipStream {
    private var state = unsafe inflate_state()
    private let next: () -> [UInt8]?
    private var input: [UInt8] = []
    private var position = 0
    private var piece = [UInt8](repeating: 0, count: 65_536)

    /// - Parameter next: returns the next compressed bytes; none at the end, nil if they cannot be
    ///   read.
    package init(_ next: @escaping () -> [UInt8]?) {
        self.next = next
        unsafe isal_inflate_init(&state)
        unsafe state.crc_flag = UInt32(ISAL_GZIP)
    }

    /// Returns some more bytes, none at the end.
    package func read() throws(Inflater.Fault) -> ArraySlice<UInt8> {
        while unsafe state.block_state != ISAL_BLOCK_FINISH {
            if position == input.count {
                guard let more = next() else { throw .corrupt }
                (input, position) = (more, 0)
            }
            let before = position
            let (count, code) = inflate()
            // Without output and without progress, the file is truncated.
            guard code == ISAL_DECOMP_OK, count > 0 || position > before else { throw .corrupt }
            if count > 0 { return piece[..<count] }
        }
        return []
    }

    private func inflate() -> (count: Int, code: Int32) {
        unsafe input.withUnsafeBufferPointer { input in
            unsafe piece.withUnsafeMutableBufferPointer { piece in
                let rest = unsafe UnsafeBufferPointer(rebasing: input[position...])
                unsafe state.next_in = UnsafeMutablePointer(mutating: rest.baseAddress)
                unsafe state.avail_in = UInt32(clamping: rest.count)
                unsafe state.next_out = piece.baseAddress
                unsafe state.avail_out = UInt32(piece.count)
                let code = unsafe isal_inflate(&state)
                pixels_forget_wide_registers()
                position = input.count - Int(unsafe state.avail_in)
                return (piece.count - Int(unsafe state.avail_out), code)
            }
        }
    }
}

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
        var place = 0
        while true {
            let inflated: ArraySlice<UInt8>?
            do throws(Inflater.Fault) {
                inflated = try next(of: bytes, from: &place)
            } catch {
                throw failing(error)
            }
            guard let inflated else { return }
            try body(inflated)
        }
    }

    /// - Parameter place: where the bytes that were not read yet begin.
    /// - Returns: nil at the end, or if more input is needed.
    fileprivate func next(
        of bytes: [UInt8], from place: inout Int
    ) throws(Inflater.Fault) -> ArraySlice<UInt8>? {
        if isAtEnd {
            // A gzip file consists of any number of concatenated members (RFC 1952 §2.2).
            guard coding == .gzip, place < bytes.count else { return nil }
            unsafe isal_inflate_reset(&state)
        }
        let start = place
        let (count, rest, code) = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe piece.withUnsafeMutableBufferPointer { piece in
                let input = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
                unsafe state.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe state.avail_in = UInt32(clamping: input.count)
                unsafe state.next_out = piece.baseAddress
                unsafe state.avail_out = UInt32(piece.count)
                let code = unsafe isal_inflate(&state)
                pixels_forget_wide_registers()
                let read = unsafe UInt32(clamping: input.count) - state.avail_in
                return (piece.count - Int(unsafe state.avail_out), start + Int(read), code)
            }
        }
        unsafe state.next_in = nil
        unsafe state.avail_in = 0
        place = rest
        guard code == ISAL_DECOMP_OK, count > 0 || place > start || place == bytes.count else {
            throw .corrupt
        }
        return count == 0 && place == bytes.count && !isAtEnd ? nil : piece[..<count]
    }
}

/// Inflates a gzip file whose compressed bytes arrive in pieces. Bytes after its end are not read.
package final class GzipStream {
    private let stream = InflateStream(.gzip)
    private let more: () -> [UInt8]?
    private var input: [UInt8] = []
    private var place = 0

    /// - Parameter more: returns the next compressed bytes; none at the end, nil if they cannot be
    ///   read.
    package init(_ more: @escaping () -> [UInt8]?) { self.more = more }

    /// Returns some more bytes, none at the end.
    package func read() throws(Inflater.Fault) -> ArraySlice<UInt8> {
        while !stream.isAtEnd {
            if let piece = try stream.next(of: input, from: &place), !piece.isEmpty { return piece }
            guard place == input.count else { continue }
            // Truncated, if nothing follows.
            guard !stream.isAtEnd, let next = more(), !next.isEmpty else { break }
            (input, place) = (next, 0)
        }
        guard stream.isAtEnd else { throw .corrupt }
        return []
    }
}

import CIsal
import CPixels

/// Inflates a body that came compressed, never past a limit: a kilobyte can hold a gigabyte of zeros.
package enum Inflater {
    package enum Coding: Sendable { case gzip, zlib, deflate }

    package enum Fault: Error, Sendable, Equatable {
        case corrupt
        case tooLarge(limit: Int)
    }

    private static let pieceBytes = 65_536

    package static func inflate(
        _ bytes: [UInt8], _ coding: Coding, limit: Int
    ) throws(Fault) -> [UInt8] {
        var state = unsafe inflate_state()
        unsafe isal_inflate_init(&state)
        unsafe state.crc_flag =
            switch coding {
            case .gzip: UInt32(ISAL_GZIP)
            case .zlib: UInt32(ISAL_ZLIB)
            case .deflate: UInt32(ISAL_DEFLATE)
            }
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: pieceBytes)
        var input = bytes
        let fault = unsafe input.withUnsafeMutableBufferPointer { input -> Fault? in
            unsafe state.next_in = input.baseAddress
            unsafe state.avail_in = UInt32(clamping: input.count)
            return unsafe inflateAll(&state, into: &output, &piece, limit)
        }
        if let fault { throw fault }
        return output
    }

    private static func inflateAll(
        _ state: inout inflate_state, into output: inout [UInt8], _ piece: inout [UInt8],
        _ limit: Int
    ) -> Fault? {
        while true {
            let (count, code) = unsafe piece.withUnsafeMutableBufferPointer { piece in
                unsafe state.next_out = piece.baseAddress
                unsafe state.avail_out = UInt32(piece.count)
                let code = unsafe isal_inflate(&state)
                pixels_forget_wide_registers()
                return (piece.count - Int(unsafe state.avail_out), code)
            }
            guard code == ISAL_DECOMP_OK else { return .corrupt }
            guard output.count + count <= limit else { return .tooLarge(limit: limit) }
            output += piece[..<count]
            if unsafe state.block_state == ISAL_BLOCK_FINISH { return nil }
            // Nothing came and nothing is left: the stream was cut short.
            if count == 0, unsafe state.avail_in == 0 { return .corrupt }
        }
    }
}

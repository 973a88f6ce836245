import CPixels

/// A raw deflate stream of pixel rows, by the encoder in `rows.h`.
@safe
final class RowDeflater {
    private let state: OpaquePointer
    private let width: Int
    private let isOpaque: Bool

    /// Returns nil if rows are too wide, or if there is no memory.
    ///
    /// - Parameter isPortable: whether to use no vector instructions beyond the platform's
    ///   baseline.
    init?(width: Int, isOpaque: Bool, isPortable: Bool = false) {
        guard let state = unsafe row_deflater_create(width, isOpaque, isPortable)
        else { return nil }
        unsafe self.state = state
        self.width = width
        self.isOpaque = isOpaque
    }

    deinit { unsafe row_deflater_destroy(state) }

    func fits(_ image: PNGImage) -> Bool {
        image.width == width && image.pixels == (isOpaque ? .opaque : .transparent)
    }

    /// Appends rows as blocks that others may follow. Returns nil and appends nothing if a general
    /// compressor would make the pixels smaller in less time.
    func append(
        _ words: Span<UInt32>, rows: Int, stride: Int, to bytes: inout [UInt8]
    ) -> Adler32? {
        precondition(rows > 0 && stride >= width && (rows - 1) * stride + width <= words.count)
        return unsafe words.withUnsafeBufferPointer { words in
            guard unsafe row_deflater_begin(state, words.baseAddress, rows, stride) else {
                return nil
            }
            var isLast = false
            while !isLast {
                isLast = unsafe !row_deflater_find(state)
                let maxBytes = unsafe row_deflater_bound(state)
                bytes += unsafe [UInt8](unsafeUninitializedCapacity: maxBytes) { room, count in
                    count = unsafe row_deflater_write(state, room.baseAddress)
                }
            }
            return unsafe Adler32(row_deflater_checksum(state))
        }
    }
}

import CPixels

/// Compresses stripes of a picture independently, so that several workers can do it in parallel.
/// Each worker keeps one encoder.
package struct StripeEncoder: ~Copyable {
    /// The number of bytes that are filtered and compressed at a time. Measured 10 % faster than
    /// pieces that fit the first-level cache, because ISA-L moves its window at the start of every
    /// piece.
    private static let pieceBytes = 196_608

    private let scanning = Deflater()
    private let small = SmallDeflater()
    /// For pictures of the last width.
    private var byRows: RowDeflater?
    private var piece: [UInt8] = []

    package init() {}

    /// Compresses `rows` rows of premultiplied words that begin `stride` words apart.
    package mutating func encode(
        _ words: Span<UInt32>, rows: Int, stride: Int, of image: PNGImage
    ) -> CompressedStripe {
        var bytes: [UInt8] = []
        let chunk = PNGChunk.begin("IDAT", in: &bytes)
        let checksum = append(words, rows, stride, image, &bytes)
        PNGChunk.end(chunk, in: &bytes)
        return CompressedStripe(
            chunks: bytes, checksum: checksum, count: rows * image.rowBytes, rows: rows)
    }

    /// Compresses all rows of a picture into a stream of their own (RFC 1950).
    package mutating func stream(
        _ words: Span<UInt32>, stride: Int, of image: PNGImage
    ) -> [UInt8] {
        var bytes = PNGAssembler.streamHead
        let checksum = append(words, image.height, stride, image, &bytes)
        return bytes + PNGAssembler.streamEnd(checksum)
    }

    private mutating func append(
        _ words: Span<UInt32>, _ rows: Int, _ stride: Int, _ image: PNGImage,
        _ bytes: inout [UInt8]
    ) -> Adler32 {
        switch image.compression {
        case .fast:
            encodeByRows(words, rows: rows, stride: stride, of: image, to: &bytes)
                ?? encodeScanning(words, rows: rows, stride: stride, of: image, to: &bytes)
        case .scanning: encodeScanning(words, rows: rows, stride: stride, of: image, to: &bytes)
        case .small: encodeSmall(words, rows: rows, stride: stride, of: image, to: &bytes)
        }
    }

    /// Nil for indices and photos.
    private mutating func encodeByRows(
        _ words: Span<UInt32>, rows: Int, stride: Int, of image: PNGImage,
        to bytes: inout [UInt8]
    ) -> Adler32? {
        if byRows?.fits(image) != true {
            switch image.pixels {
            case .opaque: byRows = RowDeflater(width: image.width, isOpaque: true)
            case .transparent: byRows = RowDeflater(width: image.width, isOpaque: false)
            case .palette: return nil
            }
        }
        return byRows?.append(words, rows: rows, stride: stride, to: &bytes) ?? nil
    }

    private mutating func encodeScanning(
        _ words: Span<UInt32>, rows: Int, stride: Int, of image: PNGImage,
        to bytes: inout [UInt8]
    ) -> Adler32 {
        let packing = RowPacking(image)
        let together = min(rows, max(1, StripeEncoder.pieceBytes / image.rowBytes))
        makeRoom(together, image)
        scanning.reset()
        var checksum = Adler32()
        var row = 0
        while row < rows {
            let count = min(together, rows - row)
            packing.pack(words, rows: row..<row + count, stride: stride, into: &piece)
            row += count
            let packed = piece.span.extracting(first: count * image.rowBytes)
            checksum.append(packed)
            scanning.append(packed, flush: row == rows ? .full : .none, to: &bytes)
        }
        return checksum
    }

    /// Encodes all rows at once, because libdeflate cannot process pieces.
    private mutating func encodeSmall(
        _ words: Span<UInt32>, rows: Int, stride: Int, of image: PNGImage,
        to bytes: inout [UInt8]
    ) -> Adler32 {
        makeRoom(rows, image)
        RowPacking(image).pack(words, rows: 0..<rows, stride: stride, into: &piece)
        let packed = piece.span.extracting(first: rows * image.rowBytes)
        var checksum = Adler32()
        checksum.append(packed)
        if !small.append(packed, to: &bytes) {
            scanning.reset()
            scanning.append(packed, flush: .full, to: &bytes)
        }
        return checksum
    }

    private mutating func makeRoom(_ rows: Int, _ image: PNGImage) {
        let room = rows * image.rowBytes + RowPacking.slack
        if piece.count < room { piece = [UInt8](repeating: 0, count: room) }
    }
}

/// Rows that were filtered, compressed and packed into PNG chunks, ready to follow others.
package struct CompressedStripe: Sendable {
    /// Complete `IDAT` chunks.
    let chunks: [UInt8]
    let checksum: Adler32
    /// In bytes, before compression.
    let count: Int
    let rows: Int

    package var bytes: Int { chunks.count }

    /// This stripe and the one below it.
    package func joined(with next: CompressedStripe) -> CompressedStripe {
        var checksum = checksum
        checksum.append(next.checksum, count: next.count)
        return CompressedStripe(
            chunks: chunks + next.chunks, checksum: checksum, count: count + next.count,
            rows: rows + next.rows)
    }
}

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

/// Writes a picture's rows in PNG's format, each after a 0 for filter type None.
///
/// Chats consist of flat colors and letters, which every other filter makes larger. Pixels are
/// cairo's premultiplied `0xAARRGGBB` words.
private struct RowPacking {
    private enum Kind {
        case opaque
        case transparent
        case indices(PaletteIndex)
    }

    private let kind: Kind
    private let rowBytes: Int
    private let width: Int

    init(_ image: PNGImage) {
        rowBytes = image.rowBytes
        width = image.width
        switch image.pixels {
        case .opaque: kind = .opaque
        case .transparent: kind = .transparent
        case .palette(let palette): kind = .indices(PaletteIndex(palette))
        }
    }

    func pack(
        _ words: Span<UInt32>, rows: Range<Int>, stride: Int, into bytes: inout [UInt8]
    ) {
        precondition(bytes.count >= rows.count * rowBytes + RowPacking.slack)
        unsafe bytes.withUnsafeMutableBytes { bytes in
            guard var target = bytes.baseAddress else { return }
            for row in rows {
                let start = row * stride
                unsafe pack(words.extracting(start..<start + width), into: target)
                unsafe target += rowBytes
            }
        }
    }

    private func pack(_ words: Span<UInt32>, into row: UnsafeMutableRawPointer) {
        unsafe row.storeBytes(of: 0, as: UInt8.self)
        switch kind {
        case .opaque: unsafe Self.packOpaque(words, into: row + 1)
        case .transparent: unsafe Self.packTransparent(words, into: row + 1)
        case .indices(let index): unsafe Self.packIndices(words, index, into: row + 1)
        }
    }

    /// The space required after the last row, because the vectorized code writes beyond it.
    static let slack = 4

    /// Packs to R, G, B.
    private static func packOpaque(_ words: Span<UInt32>, into bytes: UnsafeMutableRawPointer) {
        unsafe words.withUnsafeBufferPointer { words in
            unsafe pixels_pack_rgb(
                words.baseAddress, words.count, bytes.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Packs to R, G, B, A with straight alpha.
    private static func packTransparent(_ words: Span<UInt32>, into bytes: UnsafeMutableRawPointer)
    {
        for x in words.indices {
            let word = words[x]
            let alpha = word >> 24
            let packed =
                switch alpha {
                case 255: (word << 8 | alpha).byteSwapped
                case 0: UInt32(0)
                default: divided(word, by: alpha)
                }
            unsafe bytes.storeBytes(of: packed, toByteOffset: 4 * x, as: UInt32.self)
        }
    }

    private static func divided(_ word: UInt32, by alpha: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            min(255, ((word >> shift & 0xFF) * 255 + alpha / 2) / alpha)
        }
        return channel(16) | channel(8) << 8 | channel(0) << 16 | alpha << 24
    }

    /// Packs to indices of 1, 2, 4 or 8 bits, with the leftmost pixel in the high bits (PNG 3rd
    /// edition, §7.2).
    private static func packIndices(
        _ words: Span<UInt32>, _ palette: PaletteIndex, into bytes: UnsafeMutableRawPointer
    ) {
        var last = PaletteIndex.Found(color: 0, index: 0)
        var byte: UInt8 = 0
        let each = 8 / palette.bits
        for x in words.indices {
            let color = words[x] & 0xFF_FFFF
            if color != last.color || x == 0 { last = palette.find(color) }
            byte = byte << palette.bits | last.index
            let place = x % each
            if place == each - 1 {
                unsafe bytes.storeBytes(of: byte, toByteOffset: x / each, as: UInt8.self)
                byte = 0
            }
        }
        let rest = words.count % each
        if rest > 0 {
            unsafe bytes.storeBytes(
                of: byte << (palette.bits * (each - rest)), toByteOffset: words.count / each,
                as: UInt8.self)
        }
    }
}

/// Compresses stripes of a picture independently, so that several workers can do it in parallel.
/// Each worker keeps one encoder.
package struct StripeEncoder: ~Copyable {
    /// The number of bytes that are filtered and compressed at a time. Measured 10 % faster than
    /// pieces that fit the first-level cache, because ISA-L moves its window at the start of every
    /// piece.
    private static let pieceBytes = 196_608

    private let scanning = Deflater()
    private let small = SmallDeflater()
    /// The deflater for pictures of the last width.
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
            encodeByRows(words, rows, stride, image, &bytes)
                ?? encodeScanning(words, rows, stride, image, &bytes)
        case .scanning: encodeScanning(words, rows, stride, image, &bytes)
        case .small: encodeSmall(words, rows, stride, image, &bytes)
        }
    }

    /// Returns nil for indices and photos.
    private mutating func encodeByRows(
        _ words: Span<UInt32>, _ rows: Int, _ stride: Int, _ image: PNGImage,
        _ bytes: inout [UInt8]
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
        _ words: Span<UInt32>, _ rows: Int, _ stride: Int, _ image: PNGImage,
        _ bytes: inout [UInt8]
    ) -> Adler32 {
        let packing = RowPacking(image)
        let together = min(rows, max(1, StripeEncoder.pieceBytes / image.rowBytes))
        makeRoom(together, image)
        scanning.reset()
        var checksum = Adler32()
        var row = 0
        while row < rows {
            let count = min(together, rows - row)
            packing.pack(words, row..<row + count, stride, into: &piece)
            row += count
            let packed = piece.span.extracting(first: count * image.rowBytes)
            checksum.append(packed)
            scanning.append(packed, flush: row == rows ? .full : .none, to: &bytes)
        }
        return checksum
    }

    /// Encodes all rows at once, because libdeflate cannot process pieces.
    private mutating func encodeSmall(
        _ words: Span<UInt32>, _ rows: Int, _ stride: Int, _ image: PNGImage,
        _ bytes: inout [UInt8]
    ) -> Adler32 {
        makeRoom(rows, image)
        RowPacking(image).pack(words, 0..<rows, stride, into: &piece)
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
        let room = rows * image.rowBytes + PixelPacking.slack
        if piece.count < room { piece = [UInt8](repeating: 0, count: room) }
    }
}

/// Rows that were filtered, compressed and packed into PNG chunks, ready to follow others.
package struct CompressedStripe: Sendable {
    /// Complete `IDAT` chunks.
    let chunks: [UInt8]
    let checksum: Adler32
    /// The number of bytes before compression.
    let count: Int
    let rows: Int

    /// The size in the file.
    package var bytes: Int { chunks.count }
}

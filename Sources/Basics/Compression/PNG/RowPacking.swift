/// Writes a picture's rows in PNG's format, each after a 0 for filter type None.
///
/// Chats consist of flat colors and letters, which every other filter makes larger.
struct RowPacking {
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

    /// Writes the rows consecutively, starting at the first byte.
    func pack(
        _ words: Span<UInt32>, _ rows: Range<Int>, _ stride: Int, into bytes: inout [UInt8]
    ) {
        precondition(bytes.count >= rows.count * rowBytes + PixelPacking.slack)
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
        case .opaque: unsafe PixelPacking.packOpaque(words, into: row + 1)
        case .transparent: unsafe PixelPacking.packTransparent(words, into: row + 1)
        case .indices(let index): unsafe PixelPacking.packIndices(words, index, into: row + 1)
        }
    }
}

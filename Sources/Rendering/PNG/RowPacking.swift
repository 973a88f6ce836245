/// Writes one picture's rows as PNG wants them, each behind a 0 for "not filtered".
///
/// Chats are flat colours and letters: every other filter makes them larger.
struct RowPacking {
    private enum Kind {
        case opaque
        case transparent
        case indices(PaletteIndex)
    }

    private let kind: Kind
    private let rowBytes: Int

    init(_ image: PNGImage) {
        rowBytes = image.rowBytes
        switch image.pixels {
        case .opaque: kind = .opaque
        case .transparent: kind = .transparent
        case .palette(let palette): kind = .indices(PaletteIndex(palette))
        }
    }

    func pack(_ words: Span<UInt32>, into bytes: inout [UInt8], at start: Int) {
        precondition(bytes.count >= start + rowBytes + PixelPacking.slack)
        unsafe bytes.withUnsafeMutableBytes { bytes in
            guard let row = unsafe bytes.baseAddress?.advanced(by: start) else { return }
            unsafe row.storeBytes(of: 0, as: UInt8.self)
            switch kind {
            case .opaque: unsafe PixelPacking.packOpaque(words, into: row + 1)
            case .transparent: unsafe PixelPacking.packTransparent(words, into: row + 1)
            case .indices(let index): unsafe PixelPacking.packIndices(words, index, into: row + 1)
            }
        }
    }
}

import CPNG

/// Owns one libpng decoder over borrowed bytes.
@safe struct PNGReader: ~Copyable {
    private let rows: UnsafeMutablePointer<png_rows>

    private init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PictureFault) {
        guard let rows = unsafe png_rows_open(bytes.baseAddress, bytes.count) else {
            throw .corrupt
        }
        unsafe self.rows = rows
    }

    deinit { unsafe png_rows_close(rows) }

    static func decode(
        _ bytes: [UInt8], _ facts: PictureFacts, to target: PixelSize
    ) throws(PictureFault) -> Bitmap {
        try unsafe bytes.span.withUnsafeBufferPointer { bytes throws(PictureFault) in
            let reader = try unsafe PNGReader(bytes)
            return try reader.read(facts, to: target)
        }
    }

    private func read(
        _ facts: PictureFacts, to target: PixelSize
    ) throws(PictureFault) -> Bitmap {
        let size = facts.storedSize
        guard
            unsafe png_rows_start(rows, png_uint_32(size.width), png_uint_32(size.height)) != 0
        else { throw fault }
        var reducer = RowReducer(from: size, to: target, isOpaque: !facts.hasAlpha)
        if facts.isInterlaced {
            let picture = try whole(size)
            for row in 0..<size.height {
                let line = picture.span.extracting(row * size.width..<(row + 1) * size.width)
                Self.add(line, to: &reducer, premultiplying: facts.hasAlpha)
            }
        } else {
            var line = [UInt32](repeating: 0, count: size.width)
            for _ in 0..<size.height {
                try next(&line, at: 0)
                Self.add(line.span, to: &reducer, premultiplying: facts.hasAlpha)
            }
        }
        return reducer.finish()
    }

    /// Adam7 has seven passes over the picture; libpng fills the same rows in each.
    private func whole(_ size: PixelSize) throws(PictureFault) -> [UInt32] {
        var picture = [UInt32](repeating: 0, count: size.width * size.height)
        for _ in 0..<7 {
            for row in 0..<size.height { try next(&picture, at: row * size.width) }
        }
        return picture
    }

    private func next(_ pixels: inout [UInt32], at offset: Int) throws(PictureFault) {
        let isRead = unsafe pixels.withUnsafeMutableBytes { buffer in
            unsafe png_rows_next(
                rows,
                buffer.baseAddress?.advanced(by: 4 * offset).assumingMemoryBound(to: UInt8.self))
        }
        if isRead == 0 { throw fault }
    }

    private static func add(
        _ line: Span<UInt32>, to reducer: inout RowReducer, premultiplying: Bool
    ) {
        guard premultiplying else { return reducer.add(line) }
        let premultiplied = line.indices.map { Bitmap.premultiplied(line[$0]) }
        reducer.add(premultiplied.span)
    }

    private var fault: PictureFault { unsafe rows.pointee.ran_out != 0 ? .truncated : .corrupt }
}

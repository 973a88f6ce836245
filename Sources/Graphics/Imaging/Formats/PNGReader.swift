import CDeflate
import CPNG

/// Reads a PNG's header (W3C PNG, third edition, §11.2.2) and the small chunks before the pixels.
package enum PNGProbe {
    static func facts(
        of bytes: Span<UInt8>, limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        guard let length = bytes.big32(8), let width = bytes.big32(16),
            let height = bytes.big32(20), let depth = bytes.byte(24), let type = bytes.byte(25),
            let interlace = bytes.byte(28)
        else { throw .truncated }
        guard length == 13, bytes.holds("IHDR", at: 12), (1...0x7FFF_FFFF).contains(width),
            (1...0x7FFF_FFFF).contains(height), isAllowed(type: type, depth: depth), interlace < 2
        else { throw .corrupt }
        try limits.check(PixelSize(width, height))
        var hasAlpha = type & 4 != 0
        var frames = 1
        var orientation = Orientation.up
        var offset = 8
        var hasPixels = false
        // A chunk of length zero still advances by 12 bytes, so the loop is linear in the file.
        while !bytes.holds("IEND", at: offset + 4) {
            guard let size = bytes.big32(offset), bytes.count - offset - 12 >= size else {
                throw .truncated
            }
            if bytes.holds("tRNS", at: offset + 4) { hasAlpha = true }
            if bytes.holds("acTL", at: offset + 4) {
                frames = min(max(1, bytes.big32(offset + 8) ?? 1), PictureProbe.maxFrames)
            }
            if bytes.holds("eXIf", at: offset + 4) {
                orientation = EXIF.orientation(bytes, from: offset + 8, to: offset + 8 + size)
            }
            if bytes.holds("IDAT", at: offset + 4) {
                hasPixels = true
                // The checksum covers the chunk's name as well (§5.3).
                let sum = checksum(of: bytes.extracting(offset + 4..<offset + 8 + size))
                guard bytes.big32(offset + 8 + size) == sum else { throw .corrupt }
            }
            offset += 12 + size
        }
        guard hasPixels else { throw .corrupt }
        return PictureFacts(
            .png, storedSize: PixelSize(width, height), orientation: orientation, frames: frames,
            hasAlpha: hasAlpha, isGray: type == 0,
            hasPlainRows: depth == 8 && (type == 0 || type == 2) && !hasAlpha && interlace == 0,
            isInterlaced: interlace == 1)
    }

    /// The concatenated content of the IDAT chunks of a probed PNG.
    package static func compressedRows(of bytes: [UInt8]) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(bytes.count)
        var offset = 8
        while let size = bytes.span.big32(offset), bytes.count - offset - 12 >= size {
            if bytes.span.holds("IDAT", at: offset + 4) {
                rows += bytes[offset + 8..<offset + 8 + size]
            }
            offset += 12 + size
        }
        return rows
    }

    /// The checksum of chunks (Annex D), using processor instructions.
    private static func checksum(of bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe Int(libdeflate_crc32(0, $0.baseAddress, $0.count)) }
    }

    /// Whether a depth is allowed for a color type (§11.2.2).
    private static func isAllowed(type: Int, depth: Int) -> Bool {
        switch type {
        case 0: [1, 2, 4, 8, 16].contains(depth)
        case 3: [1, 2, 4, 8].contains(depth)
        case 2, 4, 6: depth == 8 || depth == 16
        default: false
        }
    }

    /// The chunk iCCP (PNG, third edition, 11.3.2.3): a name and the deflated profile.
    static func profile(of bytes: [UInt8], atMost most: Int) -> [UInt8]? {
        var offset = 8
        while let size = bytes.span.big32(offset), bytes.count - offset - 12 >= size {
            if bytes.span.holds("IDAT", at: offset + 4) { return nil }
            if bytes.span.holds("iCCP", at: offset + 4) {
                let data = bytes[(offset + 8)..<(offset + 8 + size)]
                guard let name = data.prefix(80).firstIndex(of: 0), name + 2 < data.endIndex else {
                    return []
                }
                return inflated(data[(name + 2)...], atMost: most)
            }
            offset += 12 + size
        }
        return nil
    }

    /// Returns an empty array if the data is invalid or inflates to more than `most`.
    private static func inflated(_ data: ArraySlice<UInt8>, atMost most: Int) -> [UInt8] {
        guard let inflater = unsafe libdeflate_alloc_decompressor() else { return [] }
        defer { unsafe libdeflate_free_decompressor(inflater) }
        let found = unsafe [UInt8](unsafeUninitializedCapacity: most) { target, count in
            var written = 0
            let result = unsafe data.withUnsafeBytes { source in
                unsafe libdeflate_zlib_decompress(
                    inflater, source.baseAddress, source.count, target.baseAddress, most, &written)
            }
            count = result == LIBDEFLATE_SUCCESS ? written : 0
        }
        // A copy releases the space reserved for the largest profile.
        return found.map { $0 }
    }
}

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

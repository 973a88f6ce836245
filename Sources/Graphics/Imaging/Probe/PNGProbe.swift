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
                let sum = CRC32.of(bytes.extracting(offset + 4..<offset + 8 + size))
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

    /// Returns the compressed rows of a probed PNG: the concatenated content of its IDAT chunks.
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

    /// Whether a depth is allowed for a color type (§11.2.2).
    private static func isAllowed(type: Int, depth: Int) -> Bool {
        switch type {
        case 0: [1, 2, 4, 8, 16].contains(depth)
        case 3: [1, 2, 4, 8].contains(depth)
        case 2, 4, 6: depth == 8 || depth == 16
        default: false
        }
    }
}

/// Reads a JPEG's marker segments up to its frame header (ITU-T T.81, B.1.1 and B.2.2).
enum JPEGProbe {
    static func facts(
        of bytes: Span<UInt8>, limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        var orientation: Orientation?
        var hasAdobe = false
        var offset = 2
        while true {
            guard let marker = nextMarker(bytes, &offset) else { throw .truncated }
            // Markers without a segment. A start or end marker here means that there is no picture.
            if marker == 0xD9 || marker == 0xDA || marker == 0xD8 { throw .corrupt }
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            guard let length = bytes.big16(offset) else { throw .truncated }
            guard length >= 2 else { throw .corrupt }
            if marker == 0xE1, orientation == nil, bytes.holds("Exif\0\0", at: offset + 2) {
                orientation = EXIF.orientation(bytes, from: offset + 8, to: offset + length)
            }
            if marker == 0xEE, bytes.holds("Adobe", at: offset + 2) { hasAdobe = true }
            if isFrameHeader(marker) {
                return try frame(
                    bytes, offset, marker: marker, orientation: orientation ?? .up,
                    hasAdobe: hasAdobe, limits: limits)
            }
            offset += length
        }
    }

    /// SOF0 to SOF15, except for DHT, JPG and DAC within that range.
    private static func isFrameHeader(_ marker: Int) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// Returns the next marker, skipping entropy-coded data, in which FF is followed by 00
    /// (B.1.1.5). Any number of fill bytes may precede a marker (B.1.1.2).
    private static func nextMarker(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int? {
        while let found = bytes.next(0xFF, from: offset) {
            offset = found + 1
            while bytes.byte(offset) == 0xFF { offset += 1 }
            guard let marker = bytes.byte(offset) else { return nil }
            offset += 1
            if marker != 0 { return marker }
        }
        return nil
    }

    private static func frame(
        _ bytes: Span<UInt8>, _ offset: Int, marker: Int, orientation: Orientation, hasAdobe: Bool,
        limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        guard let length = bytes.big16(offset), let precision = bytes.byte(offset + 2),
            let height = bytes.big16(offset + 3), let width = bytes.big16(offset + 5),
            let components = bytes.byte(offset + 7)
        else { throw .truncated }
        // Baseline, extended and progressive Huffman and their arithmetic variants, with 8 bits. A
        // height of zero announces a DNL marker, which our decoder does not support.
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker), precision == 8, width > 0,
            height > 0, [1, 3, 4].contains(components)
        else { throw .corrupt }
        let size = PixelSize(width, height)
        try limits.check(size)
        let isProgressive = marker == 0xC2 || marker == 0xCA
        let scans = try countScans(bytes, from: offset + length)
        if isProgressive { try limits.check(scans: scans, of: size) }
        return PictureFacts(
            .jpeg, storedSize: size, orientation: orientation,
            isCMYK: components == 4, isGray: components == 1,
            hasInvertedInk: components == 4 && hasAdobe, isInterlaced: isProgressive)
    }

    /// Counts the scans up to the end marker; a file without one is truncated. Some cameras append
    /// a video after it.
    private static func countScans(
        _ bytes: Span<UInt8>, from start: Int
    ) throws(PictureFault) -> Int {
        var scans = 0
        var offset = start
        while let marker = nextMarker(bytes, &offset) {
            if marker == 0xD9 {
                guard scans > 0 else { throw .corrupt }
                return scans
            }
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            if marker == 0xDA { scans += 1 }
            guard let length = bytes.big16(offset) else { throw .truncated }
            offset += length
        }
        throw .truncated
    }
}

extension PictureLimits {
    /// Limits the number of scans, because a scan of a few bytes costs a pass over all blocks. The
    /// limit equals sixteen passes over the largest allowed picture, so small pictures may have
    /// more scans, up to `scans`.
    fileprivate func check(scans: Int, of size: PixelSize) throws(PictureFault) {
        let pixelCount = max(1, size.width * size.height)
        let limit = min(self.scans, max(16, 16 * (pixels / pixelCount)))
        if scans > limit { throw .tooManyScans(scans, limit: limit) }
    }
}

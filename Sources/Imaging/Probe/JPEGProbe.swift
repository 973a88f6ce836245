/// Walks a JPEG's marker segments up to its frame header (ITU-T T.81, B.1.1 and B.2.2).
enum JPEGProbe {
    static func facts(
        of bytes: Span<UInt8>, limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        var orientation: Orientation?
        var hasAdobe = false
        var offset = 2
        while true {
            guard let marker = nextMarker(bytes, &offset) else { throw .truncated }
            // Markers without a segment: a start or end here means there is no picture.
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

    /// SOF0 to SOF15 without DHT, JPG and DAC, which lie between them.
    private static func isFrameHeader(_ marker: Int) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// Any number of fill bytes may stand before a marker (B.1.1.2).
    private static func nextMarker(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int? {
        while let byte = bytes.byte(offset) {
            offset += 1
            guard byte == 0xFF else { continue }
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
        guard let precision = bytes.byte(offset + 2), let height = bytes.big16(offset + 3),
            let width = bytes.big16(offset + 5), let components = bytes.byte(offset + 7)
        else { throw .truncated }
        // Baseline, extended and progressive Huffman, and their arithmetic kin; 8 bits. A height of
        // zero promises a DNL marker later, which no decoder of ours reads.
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker), precision == 8, width > 0,
            height > 0, [1, 3, 4].contains(components)
        else { throw .corrupt }
        let isProgressive = marker == 0xC2 || marker == 0xCA
        if isProgressive {
            try checkScans(bytes, from: offset, pixels: width * height, limits: limits)
        }
        return PictureFacts(
            .jpeg, storedSize: PixelSize(width, height), orientation: orientation,
            isCMYK: components == 4, hasInvertedInk: components == 4 && hasAdobe,
            isInterlaced: isProgressive)
    }

    /// A scan of a few bytes costs a pass over all blocks. Sixteen passes over the largest allowed
    /// picture are the bound, so that small pictures may have more of them.
    private static func checkScans(
        _ bytes: Span<UInt8>, from start: Int, pixels: Int, limits: PictureLimits
    ) throws(PictureFault) {
        let limit = min(limits.scans, max(16, 16 * (limits.pixels / pixels)))
        var scans = 0
        var offset = start
        while offset < bytes.count - 1 {
            if bytes[offset] == 0xFF, bytes[offset + 1] == 0xDA { scans += 1 }
            offset += 1
        }
        if scans > limit { throw .tooManyScans(scans, limit: limit) }
    }
}

extension EncodedPicture {
    /// The file reduced to what its pixels need, without location, time, device, comment, thumbnail
    /// or appended video. Color profiles are kept.
    package var withoutDisclosure: [UInt8] {
        switch facts.format {
        case .jpeg: JPEGSegments.kept(of: bytes)
        case .png: PNGChunks.kept(of: bytes)
        case .gif, .webp, .heic, .avif: bytes
        }
    }
}

/// Marker segments by ITU-T T.81, B.1.1.
private enum JPEGSegments {
    static func kept(of bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = [0xFF, 0xD8]
        kept.reserveCapacity(bytes.count)
        var offset = 2
        while offset + 3 < bytes.count {
            guard bytes[offset] == 0xFF else {
                offset += 1
                continue
            }
            let marker = bytes[offset + 1]
            if marker == 0xFF || marker == 0 {
                offset += 1
                continue
            }
            if marker == 0xD9 { break }
            var end = offset + 2 + (Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
            if marker == 0xDA { end = endOfScan(bytes, from: end) }
            guard end <= bytes.count else { break }
            if isNeeded(marker, bytes[(offset + 4)..<max(offset + 4, end)]) {
                kept += bytes[offset..<end]
            }
            offset = end
        }
        return kept + [0xFF, 0xD9]
    }

    /// Removes comments and application segments, except those that define the colors.
    private static func isNeeded(_ marker: UInt8, _ data: ArraySlice<UInt8>) -> Bool {
        switch marker {
        // JFIF with twelve bytes, without a thumbnail.
        case 0xE0: data.count == 14 && data.starts(with: Array("JFIF\0".utf8))
        case 0xE2: data.starts(with: Array("ICC_PROFILE\0".utf8))
        case 0xEE: data.starts(with: Array("Adobe".utf8))
        case 0xE1...0xEF, 0xFE: false
        default: true
        }
    }

    /// The position of the next marker that is neither a restart marker nor data.
    private static func endOfScan(_ bytes: [UInt8], from start: Int) -> Int {
        var offset = start
        while offset + 1 < bytes.count {
            if bytes[offset] == 0xFF, bytes[offset + 1] != 0, bytes[offset + 1] != 0xFF,
                !(0xD0...0xD7).contains(bytes[offset + 1])
            {
                return offset
            }
            offset += 1
        }
        return bytes.count
    }
}

/// Chunks by PNG (third edition), 5.3.
private enum PNGChunks {
    private static let needed: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT",
    ]

    static func kept(of bytes: [UInt8]) -> [UInt8] {
        var kept = Array(bytes.prefix(8))
        kept.reserveCapacity(bytes.count)
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 12 + length
            guard end <= bytes.count else { break }
            let type = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
            if needed.contains(type) { kept += bytes[offset..<end] }
            if type == "IEND" { break }
            offset = end
        }
        return kept
    }
}

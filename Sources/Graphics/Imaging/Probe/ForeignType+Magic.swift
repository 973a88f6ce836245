extension ForeignType {
    private static let magic: [(at: Int, text: String, type: ForeignType)] = [
        (0, "%PDF-", .pdf), (0, "%!PS", .postscript), (0, "push graphic-context", .mvg),
        (0, "II*\0", .tiff), (0, "MM\0*", .tiff), (0, "BM", .bmp), (0, "\0\0\u{1}\0", .icon),
        (0, "8BPS", .photoshop), (0, "\0\0\0\u{0C}JXL ", .jpegxl), (4, "jP  ", .jpeg2000),
        (4, "ftyp", .video), (0, "PK\u{3}\u{4}", .zip), (0, "OggS", .video),
        (0, "\u{1A}E", .video),
    ]

    /// Recognizes the format of a file that is not a supported picture, to name it in the error.
    init?(startOf bytes: Span<UInt8>) {
        for entry in Self.magic where bytes.holds(entry.text, at: entry.at) {
            self = entry.type
            return
        }
        // JPEG XL's codestream and a byte order mark before XML are not valid UTF-8 literals.
        if bytes.big16(0) == 0xFF0A {
            self = .jpegxl
            return
        }
        var start = bytes.byte(0) == 0xEF && bytes.byte(1) == 0xBB ? 3 : 0
        while let byte = bytes.byte(start), [0x20, 0x09, 0x0A, 0x0D].contains(byte), start < 1_024 {
            start += 1
        }
        guard bytes.byte(start) == 0x3C else { return nil }
        var lower: [UInt8] = []
        for index in start..<min(start + 1_024, bytes.count) {
            let byte = bytes[index]
            lower.append((0x41...0x5A).contains(byte) ? byte + 32 : byte)
        }
        let text = String(decoding: lower, as: UTF8.self)
        if text.contains("<svg") {
            self = .svg
        } else if text.hasPrefix("<!doctype html") || text.contains("<html") {
            self = .html
        } else {
            self = .xml
        }
    }
}

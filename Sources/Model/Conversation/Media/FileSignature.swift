/// Detects the types of files by their first bytes.
package enum FileSignature {
    fileprivate static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]
    fileprivate static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
    fileprivate static let gif = Array("GIF8".utf8)

    package static func isPicture(_ bytes: [UInt8]) -> Bool {
        if [jpeg, png, gif].contains(where: bytes.starts) { return true }
        if bytes.starts(with: "RIFF".utf8) { return word(bytes, at: 8) == "WEBP" }
        let brands = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis"]
        return word(bytes, at: 4) == "ftyp" && brands.contains(word(bytes, at: 8))
    }

    /// Nil for pictures and unknown files.
    package static func kind(of bytes: [UInt8]) -> Attachment.Kind? {
        guard !isPicture(bytes) else { return nil }
        switch word(bytes, at: 0) {
        case "RIFF": return word(bytes, at: 8) == "WAVE" ? .audio : .video
        case "OggS", "fLaC", "caff", "#!AM": return .audio
        case "%PDF", "PK\u{3}\u{4}": return .file
        default: break
        }
        if word(bytes, at: 4) == "ftyp" {
            return ["M4A ", "M4B ", "M4P "].contains(word(bytes, at: 8)) ? .audio : .video
        }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .video }
        if bytes.starts(with: "ID3".utf8) { return .audio }
        let isFrame = bytes.count > 1 && bytes[0] == 0xFF && [0xFB, 0xF3, 0xF2].contains(bytes[1])
        return isFrame ? .audio : nil
    }

    private static func word(_ bytes: [UInt8], at start: Int) -> String {
        String(decoding: bytes.dropFirst(start).prefix(4), as: UTF8.self)
    }
}

extension MediaFile {
    package static func type(of bytes: [UInt8]) -> (name: String, ending: String) {
        let beginnings: [([UInt8], String, String)] = [
            (FileSignature.jpeg, "image/jpeg", ".jpg"),
            (FileSignature.png, "image/png", ".png"),
            (FileSignature.gif, "image/gif", ".gif"),
            (Array("%PDF".utf8), "application/pdf", ".pdf"),
            ([0x50, 0x4B, 0x03, 0x04], "application/zip", ".zip"),
            (Array("OggS".utf8), "audio/ogg", ".ogg"),
            (Array("ID3".utf8), "audio/mpeg", ".mp3"),
            (Array("{".utf8), "application/json", ".json"),
            (Array("[{".utf8), "application/json", ".json"),
        ]
        if let found = beginnings.first(where: { bytes.starts(with: $0.0) }) {
            return (found.1, found.2)
        }
        let brand = String(decoding: bytes.dropFirst(4).prefix(8), as: UTF8.self)
        if bytes.starts(with: "RIFF".utf8) {
            return brand.hasSuffix("WEBP") || FileSignature.isPicture(bytes)
                ? ("image/webp", ".webp") : ("audio/wav", ".wav")
        }
        guard brand.hasPrefix("ftyp") else { return ("application/octet-stream", "") }
        switch brand.dropFirst(4) {
        case "avif", "avis": return ("image/avif", ".avif")
        case "M4A ", "M4B ": return ("audio/mp4", ".m4a")
        default:
            return FileSignature.isPicture(bytes) ? ("image/heic", ".heic") : ("video/mp4", ".mp4")
        }
    }
}

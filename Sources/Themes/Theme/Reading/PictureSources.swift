import Basics

/// The sources of a theme's pictures: inside the theme, sent with the request, or in the theme
/// folder. Names are looked up in a table created at startup; no text of a caller ever becomes a
/// path.
struct PictureSources {
    /// The maximum size of one picture and the maximum number of pictures, far more than a bubble
    /// needs.
    static let byteLimit = 8 << 20
    static let countLimit = 64

    let shipped: [String: [UInt8]]
    let upload: (String) -> [UInt8]?

    init(shipped: [String: [UInt8]] = [:], upload: @escaping (String) -> [UInt8]? = { _ in nil }) {
        self.shipped = shipped
        self.upload = upload
    }

    func named(_ name: String) -> [UInt8]? { upload(name) ?? shipped[name] }

    /// Decodes `data:[type];base64,…` or bare base64.
    static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.starts(with: "data:".utf8) else {
            return Base64.decodeStrictly(text[...].utf8)
        }
        guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")),
            text[..<comma].hasSuffix(";base64")
        else { return nil }
        return Base64.decodeStrictly(text[text.utf8.index(after: comma)...].utf8)
    }

    static func encode(_ bytes: [UInt8]) -> String {
        let type =
            switch bytes.first {
            case 0xFF: "jpeg"
            case UInt8(ascii: "R"): "webp"
            case UInt8(ascii: "G"): "gif"
            case .some, nil: "png"
            }
        return "data:image/\(type);base64," + Base64.text(of: bytes)
    }
}

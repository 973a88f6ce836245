import CLCMS

/// The color space of a document's colors: sRGB, about 600 bytes.
enum ColorProfile {
    static let sRGB: [UInt8]? = make()

    private static func make() -> [UInt8]? {
        guard let profile = unsafe cmsCreate_sRGBProfile() else { return nil }
        defer { unsafe cmsCloseProfile(profile) }
        var count: UInt32 = 0
        guard unsafe cmsSaveProfileToMem(profile, nil, &count) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let isSaved = unsafe bytes.withUnsafeMutableBytes {
            unsafe cmsSaveProfileToMem(profile, $0.baseAddress, &count)
        }
        guard isSaved != 0, bytes.count >= 128 else { return nil }
        // The profile's header contains the current date (ICC.1, 7.2.8), but the same document must
        // have the same bytes.
        bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
        return bytes
    }
}

import CLCMS

/// Color profiles made by lcms, the same bytes each time.
package enum ICCProfile {
    /// sRGB, about 600 bytes.
    package static let sRGB: [UInt8]? = {
        guard let profile = unsafe cmsCreate_sRGBProfile() else { return nil }
        defer { unsafe cmsCloseProfile(profile) }
        return unsafe bytes(of: profile)
    }()

    static func bytes(of profile: cmsHPROFILE) -> [UInt8]? {
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

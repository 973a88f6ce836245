import CLCMS

/// The color space of a picture that is not sRGB: an ICC profile (ICC.1) such as Adobe RGB or
/// Display P3, of gray or of CMYK.
package struct PictureProfile: Sendable, Hashable {
    enum Finding {
        /// No profile, or that of sRGB.
        case plain
        case profile(PictureProfile)
        case refused
    }

    package enum Space: String, Sendable {
        case rgb = "RGB "
        case gray = "GRAY"
        case inks = "CMYK"

        init(_ picture: [UInt8], _ facts: PictureFacts) {
            // A PNG's color type has a bit for colors (third edition, 11.2.1), which is not set for
            // gray with alpha.
            let isGray = facts.isGray || facts.format == .png && picture[25] & 2 == 0
            self = facts.isCMYK ? .inks : isGray ? .gray : .rgb
        }

        /// Those of displays and cameras have a few kilobytes, those of presses up to 2 MB.
        var maxBytes: Int { self == .inks ? 1 << 21 : 1 << 20 }

        fileprivate var format: UInt32 {
            switch self {
            case .rgb: chatprint_bgra8
            case .gray: chatprint_gray8
            case .inks: chatprint_cmyk8
            }
        }
    }

    package let bytes: [UInt8]
    package let space: Space

    /// Building a lookup table converts about as many colors.
    private static let maxPixelsWithoutTable = 80_000

    static func found(in picture: [UInt8], _ facts: PictureFacts) -> Finding {
        let space = Space(picture, facts)
        let maxBytes = space.maxBytes
        let found: [UInt8]?
        switch facts.format {
        case .jpeg: found = JPEGProbe.profile(of: picture, atMost: maxBytes)
        case .png: found = PNGProbe.profile(of: picture, atMost: maxBytes)
        case .webp: found = WebPProbe.profile(of: picture, atMost: maxBytes)
        case .heic, .avif: found = HEIFProbe.profile(of: picture, facts.format, atMost: maxBytes)
        case .gif: found = nil
        }
        guard let found, space == .inks || !isSRGB(found) else { return .plain }
        guard let profile = PictureProfile(found, of: space) else { return .refused }
        return .profile(profile)
    }

    /// Returns nil if the bytes are not a usable profile for such pixels.
    private init?(_ bytes: [UInt8], of space: Space) {
        func word(_ offset: Int) -> String {
            String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
        }
        guard bytes.count >= 128, bytes.span.big32(0) == bytes.count, word(36) == "acsp",
            word(16) == space.rawValue, bytes[8] <= 4,
            ["mntr", "scnr", "prtr", "spac"].contains(word(12)),
            ["XYZ ", "Lab "].contains(word(20))
        else { return nil }
        self.bytes = bytes
        self.space = space
        var pixel: [UInt32] = [0xFF80_4020]
        guard convert(&pixel) else { return nil }
    }

    /// Whether the profile names sRGB, as the profiles of most pictures do.
    private static func isSRGB(_ bytes: [UInt8]) -> Bool {
        let name = Array("sRGB".utf8)
        let wide = name.reduce(into: [UInt8]()) { $0 += [0, $1] }
        return bytes.indices.contains { place in
            bytes[place] == name[0]
                && (bytes[place...].starts(with: name)
                    || (place > 0 && bytes[(place - 1)...].starts(with: wide)))
        }
    }

    /// A CMYK picture is already converted while it is decoded.
    func converted(_ bitmap: Bitmap) -> Bitmap {
        guard space != .inks else { return bitmap }
        var pixels = bitmap.isOpaque ? bitmap.pixels : bitmap.pixels.map(Bitmap.straight)
        guard convert(&pixels) else { return bitmap }
        if !bitmap.isOpaque { pixels = pixels.map(Bitmap.premultiplied) }
        return Bitmap(size: bitmap.size, pixels: pixels, isOpaque: bitmap.isOpaque)
    }

    /// Converts pixels with straight alpha to sRGB. CMYK pixels have cyan in the lowest byte and
    /// black in the highest, with 255 for full ink. Returns false if the conversion fails.
    func convert(_ pixels: inout [UInt32]) -> Bool {
        switch space {
        case .rgb: return convert(&pixels, UInt32(cmsFLAGS_COPY_ALPHA))
        case .inks:
            let hasTable = pixels.count > Self.maxPixelsWithoutTable
            guard convert(&pixels, hasTable ? 0 : UInt32(cmsFLAGS_NOOPTIMIZE)) else { return false }
            for index in pixels.indices { pixels[index] |= 0xFF00_0000 }
        case .gray:
            guard let grays = grays() else { return false }
            for index in pixels.indices {
                pixels[index] = pixels[index] & 0xFF00_0000 | grays[Int(pixels[index] & 255)]
            }
        }
        return true
    }

    private func convert(_ pixels: inout [UInt32], _ flags: UInt32) -> Bool {
        let count = UInt32(pixels.count)
        return unsafe pixels.withUnsafeMutableBytes { pixels in
            unsafe convert(pixels.baseAddress, to: pixels.baseAddress, count: count, flags: flags)
        }
    }

    /// The color for each of the 256 grays, without alpha; nil if the profile cannot convert them.
    private func grays() -> [UInt32]? {
        let grays = (0...255).map { UInt8($0) }
        var pixels = [UInt32](repeating: 0, count: grays.count)
        let isMade = unsafe grays.withUnsafeBytes { source in
            unsafe pixels.withUnsafeMutableBytes { target in
                unsafe convert(
                    source.baseAddress, to: target.baseAddress, count: UInt32(grays.count), flags: 0
                )
            }
        }
        return isMade ? pixels.map { $0 & 0xFF_FFFF } : nil
    }

    private func convert(
        _ pixels: UnsafeRawPointer?, to target: UnsafeMutableRawPointer?, count: UInt32,
        flags: UInt32
    ) -> Bool {
        let source = unsafe bytes.withUnsafeBytes {
            unsafe cmsOpenProfileFromMem($0.baseAddress, UInt32($0.count))
        }
        guard let source = unsafe source else { return false }
        defer { unsafe cmsCloseProfile(source) }
        guard let sRGB = unsafe cmsCreate_sRGBProfile() else { return false }
        defer { unsafe cmsCloseProfile(sRGB) }
        let transform = unsafe cmsCreateTransform(
            source, space.format, sRGB, chatprint_bgra8, UInt32(INTENT_PERCEPTUAL), flags)
        guard let transform = unsafe transform else { return false }
        defer { unsafe cmsDeleteTransform(transform) }
        unsafe cmsDoTransform(transform, pixels, target, count)
        return true
    }
}

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

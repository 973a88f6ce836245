import CDeflate
import CLCMS

/// What a picture's colours mean where they are not sRGB's: an ICC profile (ICC.1) of red, green and blue,
/// such as Adobe RGB or Display P3.
package struct PictureProfile: Sendable, Hashable {
    /// What a picture says of its colours.
    enum Finding {
        /// Nothing, or that they are sRGB's.
        case plain
        case profile(PictureProfile)
        /// What no program should be made to read.
        case refused
    }

    package let bytes: [UInt8]

    /// Profiles of displays and cameras have some kilobytes; those of printers are no picture's.
    private static let mostBytes = 1 << 20

    static func found(in picture: [UInt8], _ facts: PictureFacts) -> Finding {
        guard !facts.isGrey, !facts.isCMYK else { return .plain }
        let found: [UInt8]?
        switch facts.format {
        case .jpeg: found = JPEGProbe.profile(of: picture, atMost: mostBytes)
        case .png: found = PNGProbe.profile(of: picture, atMost: mostBytes)
        case .webp, .gif, .heic, .avif: found = nil
        }
        guard let found, !isSRGB(found) else { return .plain }
        guard let profile = PictureProfile(found) else { return .refused }
        return .profile(profile)
    }

    /// Nil for what is no such profile, or none that colours can be read by.
    private init?(_ bytes: [UInt8]) {
        func word(_ offset: Int) -> String {
            String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
        }
        guard bytes.count >= 128, bytes.span.big32(0) == bytes.count, word(36) == "acsp",
            word(16) == "RGB ", bytes[8] <= 4, ["mntr", "scnr", "prtr", "spac"].contains(word(12)),
            ["XYZ ", "Lab "].contains(word(20))
        else { return nil }
        self.bytes = bytes
        var pixel: [UInt32] = [0xFF80_4020]
        guard convert(&pixel) else { return nil }
    }

    /// Most pictures say at length that they are what all are taken for.
    private static func isSRGB(_ bytes: [UInt8]) -> Bool {
        let name = Array("sRGB".utf8)
        let wide = name.reduce(into: [UInt8]()) { $0 += [0, $1] }
        return bytes.indices.contains { place in
            bytes[place] == name[0]
                && (bytes[place...].starts(with: name)
                    || (place > 0 && bytes[(place - 1)...].starts(with: wide)))
        }
    }

    /// Turns pixels, not multiplied by their alpha, into sRGB's; false where that is not possible.
    private func convert(_ pixels: inout [UInt32]) -> Bool {
        let source = unsafe bytes.withUnsafeBytes {
            unsafe cmsOpenProfileFromMem($0.baseAddress, UInt32($0.count))
        }
        guard let source = unsafe source else { return false }
        defer { unsafe cmsCloseProfile(source) }
        guard let target = unsafe cmsCreate_sRGBProfile() else { return false }
        defer { unsafe cmsCloseProfile(target) }
        let transform = unsafe cmsCreateTransform(
            source, chatprint_bgra8, target, chatprint_bgra8, UInt32(INTENT_PERCEPTUAL),
            UInt32(cmsFLAGS_COPY_ALPHA))
        guard let transform = unsafe transform else { return false }
        defer { unsafe cmsDeleteTransform(transform) }
        let count = UInt32(pixels.count)
        unsafe pixels.withUnsafeMutableBytes {
            unsafe cmsDoTransform(transform, $0.baseAddress, $0.baseAddress, count)
        }
        return true
    }

    /// The same picture in sRGB's colours.
    func converted(_ bitmap: Bitmap) -> Bitmap {
        var pixels = bitmap.isOpaque ? bitmap.pixels : bitmap.pixels.map(Bitmap.straight)
        guard convert(&pixels) else { return bitmap }
        if !bitmap.isOpaque { pixels = pixels.map(Bitmap.premultiplied) }
        return Bitmap(size: bitmap.size, pixels: pixels, isOpaque: bitmap.isOpaque)
    }
}

extension JPEGProbe {
    /// A profile's parts in their order (ICC.1, B.4).
    fileprivate static func profile(of bytes: [UInt8], atMost most: Int) -> [UInt8]? {
        var parts: [Int: ArraySlice<UInt8>] = [:]
        var size = 0
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            guard marker != 0xDA, marker != 0xD9, let length = bytes.span.big16(offset + 2),
                length >= 2, offset + 2 + length <= bytes.count
            else { break }
            let end = offset + 2 + length
            if marker == 0xE2, length > 16, bytes.span.holds("ICC_PROFILE\0", at: offset + 4) {
                parts[Int(bytes[offset + 16])] = bytes[(offset + 18)..<end]
                size += length
            }
            offset = end
        }
        guard !parts.isEmpty, size <= most else { return parts.isEmpty ? nil : [] }
        return parts.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}

extension PNGProbe {
    /// Of the chunk iCCP (PNG, third edition, 11.3.2.3): a name, and the profile deflated.
    fileprivate static func profile(of bytes: [UInt8], atMost most: Int) -> [UInt8]? {
        var offset = 8
        while let size = bytes.span.big32(offset), bytes.count - offset - 12 >= size {
            if bytes.span.holds("IDAT", at: offset + 4) { return nil }
            if bytes.span.holds("iCCP", at: offset + 4) {
                let data = bytes[(offset + 8)..<(offset + 8 + size)]
                guard let name = data.prefix(80).firstIndex(of: 0), name + 2 < data.endIndex else {
                    return []
                }
                return inflated(data[(name + 2)...], atMost: most)
            }
            offset += 12 + size
        }
        return nil
    }

    /// Empty for what is not deflated, or longer.
    private static func inflated(_ data: ArraySlice<UInt8>, atMost most: Int) -> [UInt8] {
        guard let inflater = unsafe libdeflate_alloc_decompressor() else { return [] }
        defer { unsafe libdeflate_free_decompressor(inflater) }
        let found = unsafe [UInt8](unsafeUninitializedCapacity: most) { target, count in
            var written = 0
            let result = unsafe data.withUnsafeBytes { source in
                unsafe libdeflate_zlib_decompress(
                    inflater, source.baseAddress, source.count, target.baseAddress, most, &written)
            }
            count = result == LIBDEFLATE_SUCCESS ? written : 0
        }
        // Without the room for the largest.
        return found.map { $0 }
    }
}

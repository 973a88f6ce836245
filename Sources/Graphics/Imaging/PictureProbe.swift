import Basics

/// Determines a picture's properties from its first bytes and headers, with bounded work and
/// without decoding. It never trusts a name or a declared type.
package struct PictureProbe: Sendable {
    /// The maximum number of frames counted, so that a long animation costs no more than a short
    /// one.
    static let maxFrames = 1_000

    let limits: PictureLimits

    package init(limits: PictureLimits = PictureLimits()) { self.limits = limits }

    package func facts(of bytes: [UInt8]) throws(PictureFault) -> PictureFacts {
        let span = bytes.span
        let facts: PictureFacts
        switch try kind(of: span) {
        case .png: facts = try PNGProbe.facts(of: span, limits: limits)
        case .jpeg: facts = try JPEGProbe.facts(of: span, limits: limits)
        case .webp: facts = try WebPProbe.facts(of: span, limits: limits)
        case .gif: facts = try GIFProbe.facts(of: span, limits: limits)
        case .heic: facts = try HEIFProbe.facts(of: bytes, .heic, limits: limits)
        case .avif: facts = try HEIFProbe.facts(of: bytes, .avif, limits: limits)
        }
        try limits.check(facts.size)
        return facts
    }

    private func kind(of bytes: Span<UInt8>) throws(PictureFault) -> PictureFormat {
        guard bytes.count > 0 else { throw .unknownType }
        var isPNG = bytes.count >= 8
        for (index, byte) in PNGAssembler.signature.enumerated() where isPNG {
            isPNG = bytes[index] == byte
        }
        if isPNG { return .png }
        if bytes.big16(0) == 0xFFD8, bytes.byte(2) == 0xFF { return .jpeg }
        if bytes.holds("GIF87a", at: 0) || bytes.holds("GIF89a", at: 0) { return .gif }
        if bytes.holds("RIFF", at: 0), bytes.holds("WEBP", at: 8) { return .webp }
        if bytes.holds("ftyp", at: 4), let format = heif(bytes) { return format }
        if let foreign = ForeignType(startOf: bytes) { throw .unsupportedType(foreign) }
        throw .unknownType
    }

    /// The brands of HEIF (ISO/IEC 23008-12) and AVIF that phones write.
    private func heif(_ bytes: Span<UInt8>) -> PictureFormat? {
        for brand in ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
        where bytes.holds(brand, at: 8) {
            return .heic
        }
        return bytes.holds("avif", at: 8) || bytes.holds("avis", at: 8) ? .avif : nil
    }
}

extension PictureLimits {
    /// Uses division, because a header may claim sides whose product exceeds 64 bits.
    func check(_ size: PixelSize) throws(PictureFault) {
        if size.width > pixels / max(size.height, 1) {
            throw .tooLarge(width: size.width, height: size.height, limit: pixels)
        }
    }
}

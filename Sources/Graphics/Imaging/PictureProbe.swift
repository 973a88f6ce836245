package import Basics
import Glibc

/// Determines a picture's properties from its first bytes and headers, with bounded work and
/// without decoding. It never trusts a name or a declared type.
package struct PictureProbe: Sendable {
    /// So that a long animation costs no more than a short one.
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

package struct PictureFacts: Sendable, Hashable {
    package let format: PictureFormat
    /// The stored size; `size` is the size after rotation.
    let storedSize: PixelSize
    /// The size of the first frame, which may be smaller than the picture, or invalidly larger.
    let frameSize: PixelSize
    package let orientation: Orientation
    /// The number of frames, counted up to `PictureProbe.maxFrames`. Only the first is ever drawn.
    let frames: Int
    package let hasAlpha: Bool
    package let isCMYK: Bool
    /// Whether the file is a grayscale JPEG or PNG.
    package let isGray: Bool
    /// A PNG with rows of 8-bit gray or RGB from top to bottom, to be embedded without decoding.
    package let hasPlainRows: Bool
    /// Whether an Adobe marker states that a CMYK picture is stored inverted.
    let hasInvertedInk: Bool
    /// Whether the decoder needs the whole picture in memory to return the first row.
    let isInterlaced: Bool

    init(
        _ format: PictureFormat, storedSize: PixelSize, frameSize: PixelSize? = nil,
        orientation: Orientation = .up, frames: Int = 1, hasAlpha: Bool = false,
        isCMYK: Bool = false, isGray: Bool = false,
        hasPlainRows: Bool = false,
        hasInvertedInk: Bool = false, isInterlaced: Bool = false
    ) {
        self.format = format
        self.storedSize = storedSize
        self.frameSize = frameSize ?? storedSize
        self.orientation = orientation
        self.frames = frames
        self.hasAlpha = hasAlpha
        self.isCMYK = isCMYK
        self.isGray = isGray
        self.hasPlainRows = hasPlainRows
        self.hasInvertedInk = hasInvertedInk
        self.isInterlaced = isInterlaced
    }

    package var size: PixelSize { orientation.swapsSides ? storedSize.transposed : storedSize }
    package var width: Int { size.width }
    package var height: Int { size.height }

    /// The approximate peak memory of decoding in bytes, to be reserved beforehand.
    package func decodingBytes(covering wanted: PixelSize?) -> Int {
        let target = size.reduced(covering: wanted)
        let result = target.width * target.height * 4
        let whole = storedSize.width * storedSize.height
        let working =
            switch format {
            case .png: isInterlaced ? whole * 4 : 0
            case .jpeg: min(result * 4, whole * 4) + (isInterlaced ? whole * 6 : 0)
            case .webp, .heic, .avif: whole * 4
            case .gif: isInterlaced ? whole : 0
            }
        return result * (orientation == .up ? 1 : 2) + working
    }
}

package enum PictureFormat: String, Sendable, CaseIterable {
    case png, jpeg, webp, gif, heic, avif
}

/// File formats that people send as pictures and that are not supported: vector formats with active
/// content (SVG, PostScript, HTML), documents, videos, and pictures that no chat contains.
package enum ForeignType: String, Sendable, CaseIterable {
    case svg, html, xml, pdf, postscript, mvg, tiff, bmp, icon, photoshop, jpegxl, jpeg2000, video,
        zip

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

package struct PictureLimits: Sendable, Hashable {
    /// The maximum width × height of the picture and of its first frame.
    var pixels: Int
    /// Encoders write about ten. Each pass visits every block, so a small file could take hours.
    var scans: Int
    /// Phones write HEIC and AVIF, but their decoders are a large attack surface.
    var readsHEIF: Bool

    package init(pixels: Int = 64_000_000, scans: Int = 100, readsHEIF: Bool = false) {
        self.pixels = pixels
        self.scans = scans
        self.readsHEIF = readsHEIF
    }

    /// Uses division, because a header may claim sides whose product exceeds 64 bits.
    func check(_ size: PixelSize) throws(PictureFault) {
        if size.width > pixels / max(size.height, 1) {
            throw .tooLarge(width: size.width, height: size.height, limit: pixels)
        }
    }
}

package enum PictureFault: Error, Sendable, Hashable {
    /// The first bytes are not those of a known picture format.
    case unknownType
    case unsupportedType(ForeignType)
    /// The format is supported but disabled by a setting.
    case disabledType(PictureFormat)
    case truncated
    /// The file contradicts itself or the format.
    case corrupt
    case tooLarge(width: Int, height: Int, limit: Int)
    case tooManyScans(Int, limit: Int)
}

/// Reads the only EXIF property that a drawing needs.
enum EXIF {
    /// In a TIFF structure between `start` and `end`; upright if missing or invalid.
    static func orientation(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Orientation {
        let isLittle = bytes.holds("II*\0", at: start)
        guard isLittle || bytes.holds("MM\0*", at: start) else { return .up }
        func short(_ offset: Int) -> Int? {
            guard offset <= end - 2 else { return nil }
            return isLittle ? bytes.little16(offset) : bytes.big16(offset)
        }
        func long(_ offset: Int) -> Int? {
            guard offset <= end - 4 else { return nil }
            return isLittle ? bytes.little32(offset) : bytes.big32(offset)
        }
        guard let directory = long(start + 4), let count = short(start + directory) else {
            return .up
        }
        // The directory's counter has two bytes, so this loop has at most 65,535 iterations.
        for index in 0..<count {
            let entry = start + directory + 2 + 12 * index
            guard let tag = short(entry) else { return .up }
            if tag == 0x0112 {
                return short(entry + 8).flatMap(Orientation.init(rawValue:)) ?? .up
            }
        }
        return .up
    }
}

/// Every method returns nil beyond the end, for any offset that a file states.
extension Span where Element == UInt8 {
    func byte(_ offset: Int) -> Int? {
        offset >= 0 && offset < count ? Int(self[offset]) : nil
    }

    func big16(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    func big32(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 << 8 | Int(self[offset + $1]) }
    }

    func little16(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return Int(self[offset]) | Int(self[offset + 1]) << 8
    }

    func little32(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
    }

    func holds(_ text: String, at offset: Int) -> Bool {
        let wanted = text.utf8
        guard offset >= 0, wanted.count <= count - offset else { return false }
        var index = offset
        for byte in wanted {
            guard self[index] == byte else { return false }
            index += 1
        }
        return true
    }

    func next(_ byte: UInt8, from offset: Int) -> Int? {
        guard offset >= 0, offset < count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + offset, Int32(byte), bytes.count - offset)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}

extension PictureFault {
    package func explanation(at pointer: String) -> Explanation {
        func explanation(_ type: ProblemType, _ predicate: String) -> Explanation {
            let subject = Explanation.Sentence(
                pointer.isEmpty ? .text("A picture") : .place(pointer))
            return Explanation(type, "\(subject) \(predicate).", at: pointer)
        }
        switch self {
        case .unknownType:
            return explanation(
                .imageType, "is not a picture in a supported format. Use PNG, JPEG, WebP or GIF")
        case .unsupportedType(let type):
            return explanation(
                .imageType,
                "is \(type.rawValue.uppercased()), which is not supported. Use PNG, JPEG, WebP or GIF"
            )
        case .disabledType(let format):
            var disabled = explanation(
                .imageType,
                "is \(format.rawValue.uppercased()), which is disabled (setting heif)")
            disabled.setting = "heif"
            return disabled
        case .truncated: return explanation(.imageCorrupt, "is truncated")
        case .corrupt: return explanation(.imageCorrupt, "is damaged")
        case .tooLarge(let width, let height, let limit):
            var tooLarge = explanation(
                .imageTooLarge,
                "has \(width) × \(height) pixels, but the limit is \(limit) (setting picture_pixels)"
            )
            tooLarge.limit = limit
            tooLarge.setting = "picture_pixels"
            return tooLarge
        case .tooManyScans(_, let limit):
            return explanation(.imageCorrupt, "has more than \(limit) scans")
        }
    }
}

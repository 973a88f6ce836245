import Basics
import Graphics
import Scene

/// Draws pictures in a document: JPEGs unmodified, everything else as pixels fine enough for paper.
final class PicturePainter {
    private struct Key: Hashable {
        let id: PictureID
        let placement: PicturePlacement
        /// The placement, if its pixels are composed.
        let composed: PlacedPicture?
    }

    /// The JPEG quality: visually equal to 95 at a third of the bytes.
    private static let quality = 85

    private let source: any PictureLookup
    private let pictures: DocumentPictures
    private let zlib: Zlib
    private let cache: PictureCache
    private var known: [Key: PDFReference] = [:]
    private var equal = EqualPictures()

    init(_ source: any PictureLookup, pictures: DocumentPictures, zlib: Zlib) {
        self.source = source
        self.pictures = pictures
        self.zlib = zlib
        cache = PictureCache(of: source)
    }

    func paint(_ picture: PlacedPicture, in content: inout PageContent) throws(PDFFault) {
        guard !picture.frame.isEmpty, let encoded = source.encoded(picture.id),
            let embedded = embedded(picture, encoded)
        else { return }
        guard let clip = picture.clip else {
            return try draw(picture, embedded, size: encoded.facts.size, in: &content)
        }
        try content.clip(to: clip) { content throws(PDFFault) in
            try draw(picture, embedded, size: encoded.facts.size, in: &content)
        }
    }

    private func draw(
        _ picture: PlacedPicture, _ embedded: PDFReference, size: PixelSize,
        in content: inout PageContent
    ) throws(PDFFault) {
        let frame = picture.frame
        // Slices and tinted pictures are already mirrored, pixel by pixel.
        let isComposed = picture.tint != nil || picture.fit.isSliced
        if case .tile(let density) = picture.fit, !isComposed {
            let tile = Size(Double(size.width) / density, Double(size.height) / density)
            return content.tile(frame, with: embedded, size: tile)
        }
        let room = isComposed ? frame : picture.fit.frame(of: size, in: frame)
        let isMirrored = picture.isMirrored && !isComposed
        if room == frame {
            return content.draw(embedded, over: frame, isMirrored: isMirrored)
        }
        try content.clip(to: .rectangle(frame)) { content throws(PDFFault) in
            content.draw(embedded, over: room, isMirrored: isMirrored)
        }
    }

    private func embedded(
        _ picture: PlacedPicture, _ encoded: EncodedPicture
    ) -> PDFReference? {
        let placement = PicturePlacement(picture, encoded, mayPass: !source.isGray)
        let key = Key(
            id: equal.first(like: picture.id, encoded), placement: placement,
            composed: placement == .composed ? picture.atOrigin : nil)
        if let reference = known[key] { return reference }
        guard let contents = contents(of: picture, encoded, placement) else { return nil }
        let reference = pictures.add(contents)
        known[key] = reference
        return reference
    }

    private func contents(
        of picture: PlacedPicture, _ encoded: EncodedPicture, _ placement: PicturePlacement
    ) -> DocumentPicture? {
        switch placement {
        case .passed:
            let facts = encoded.facts
            return facts.format == .png
                ? DocumentPicture(
                    png: encoded.bytes, size: facts.size, isGray: facts.isGray,
                    profile: encoded.profile)
                : DocumentPicture(
                    jpeg: encoded.withoutDisclosure, size: facts.size, isGray: facts.isGray,
                    profile: encoded.profile)
        case .reencoded(let size):
            guard let bitmap = source.bitmap(picture.id, covering: size) else { return nil }
            guard let jpeg = JPEGWriter.encode(bitmap, quality: Self.quality) else {
                return DocumentPicture(bitmap, with: zlib)
            }
            return DocumentPicture(jpeg: jpeg, size: bitmap.size, isGray: false)
        case .pixels(let size):
            return source.bitmap(picture.id, covering: size).map {
                DocumentPicture($0, with: zlib)
            }
        case .composed:
            let scale = PicturePlacement.pixelsPerPoint
            let plan = PicturePlan(picture.atOrigin, scale: scale)
            return cache.drawn(plan, visible: plan.target, scale: scale).map {
                DocumentPicture($0.bitmap, with: zlib)
            }
        }
    }
}

extension PlacedPicture {
    /// The placement moved to the origin, so that equal pictures compare as equal.
    fileprivate var atOrigin: PlacedPicture {
        PlacedPicture(
            id, frame: Rect(0, 0, frame.width, frame.height), fit: fit, tint: tint,
            isMirrored: isMirrored)
    }
}

extension PlacedPicture.Fit {
    fileprivate var isSliced: Bool {
        if case .slices = self { true } else { false }
    }

    /// The frame of the whole picture, of which only `frame` is visible.
    fileprivate func frame(of size: PixelSize, in frame: Rect) -> Rect {
        switch self {
        case .stretch, .slices, .tile: return frame
        case .cover:
            let scale = max(
                frame.width / Double(size.width), frame.height / Double(size.height))
            let width = Double(size.width) * scale
            let height = Double(size.height) * scale
            return Rect(frame.midX - width / 2, frame.midY - height / 2, width, height)
        }
    }
}

private enum PicturePlacement: Hashable {
    /// The file's own bytes, or the compressed rows of a PNG.
    case passed
    /// A photo reduced to this size, as JPEG again.
    case reencoded(PixelSize)
    case pixels(PixelSize)
    /// Pixels of the whole frame, for slices and tints.
    case composed

    /// The resolution that paper can show: 300 dpi.
    static let pixelsPerPoint = 300.0 / 72
    /// Pictures of a higher resolution and more bytes than this are reduced.
    private static let maxPixelsPerPoint = 450.0 / 72
    private static let worthReducing = 200_000

    /// - Parameter mayPass: whether the file's own bytes show the intended picture.
    init(_ picture: PlacedPicture, _ encoded: EncodedPicture, mayPass: Bool = true) {
        let facts = encoded.facts
        guard picture.tint == nil else {
            self = .composed
            return
        }
        switch picture.fit {
        case .slices: self = .composed
        case .tile: self = .pixels(facts.size)
        case .stretch, .cover:
            let wanted = Self.pixels(picture.frame.size, Self.pixelsPerPoint)
            let target = facts.size.reduced(covering: wanted)
            let isPhotograph = !facts.hasAlpha && Self.isLossy(facts.format)
            let most = facts.size.reduced(
                covering: Self.pixels(picture.frame.size, Self.maxPixelsPerPoint))
            let isFine =
                most != facts.size && encoded.bytes.count > Self.worthReducing
            if mayPass, facts.canPass, !isFine {
                self = .passed
            } else {
                self = isPhotograph ? .reencoded(target) : .pixels(target)
            }
        }
    }

    private static func pixels(_ size: Size, _ density: Double) -> PixelSize {
        func length(_ points: Double) -> Int {
            let pixels = (points * density).rounded(.up)
            return pixels.isNaN ? 1 : Int(min(max(pixels, 1), 32_767))
        }
        return PixelSize(length(size.width), length(size.height))
    }

    private static func isLossy(_ format: PictureFormat) -> Bool {
        switch format {
        case .jpeg, .webp, .heic, .avif: true
        case .png, .gif: false
        }
    }
}

extension PictureFacts {
    /// CMYK violates PDF/A-3 without a profile, and embedded pictures have no EXIF orientation.
    fileprivate var canPass: Bool {
        orientation == .up && (format == .jpeg && !isCMYK || hasPlainRows)
    }
}

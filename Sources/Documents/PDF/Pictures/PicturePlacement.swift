import Graphics
import Scene

/// The form in which a placed picture is embedded in a document.
enum PicturePlacement: Hashable {
    /// The file's own bytes, or the compressed rows of a PNG.
    case passed
    /// A photo reduced to this size, as JPEG again.
    case reencoded(PixelSize)
    /// Pixels at this size.
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
    /// Whether a document can embed the file unmodified. CMYK violates PDF/A-3 without a profile,
    /// and embedded pictures have no EXIF orientation.
    fileprivate var canPass: Bool {
        orientation == .up && (format == .jpeg && !isCMYK || hasPlainRows)
    }
}

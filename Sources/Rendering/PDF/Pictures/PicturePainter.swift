import Cairo
import Imaging
import Scene

/// Draws pictures on a document: JPEGs as they came, everything else as pixels fine enough for paper.
final class PicturePainter {
    private struct Key: Hashable {
        let id: PictureID
        let placement: PicturePlacement
        /// Only where the placement is composed.
        let composed: PlacedPicture?
    }

    /// A page's worth: the document itself keeps what it was given.
    private static let mostPictures = 64
    /// Small enough to look the same, a third of the bytes of 95.
    private static let quality = 85

    private let source: any PictureLookup
    private let bank: PictureBank
    private let zlib: Zlib
    private let cache: PictureCache
    private var pictures: [Key: EmbeddedPicture] = [:]

    init(_ source: any PictureLookup, bank: PictureBank) throws(CairoFailure) {
        guard let zlib = Zlib() else { throw .outOfMemory }
        self.source = source
        self.bank = bank
        self.zlib = zlib
        cache = PictureCache(of: source)
    }

    func paint(_ picture: PlacedPicture, on canvas: borrowing Canvas) throws(CairoFailure) {
        guard !picture.frame.isEmpty, let encoded = source.encoded(picture.id),
            let embedded = try embedded(picture, encoded)
        else { return }
        try canvas.saved { () throws(CairoFailure) in
            if let clip = picture.clip {
                canvas.add(clip)
                canvas.clip()
            }
            draw(picture, embedded, encoded.facts.size, on: canvas)
        }
    }

    private func draw(
        _ picture: PlacedPicture, _ embedded: EmbeddedPicture, _ size: PixelSize,
        on canvas: borrowing Canvas
    ) {
        let frame = picture.frame
        // Slices and tints are mirrored already, pixel by pixel.
        let isComposed = picture.tint != nil || picture.fit.isSliced
        if picture.isMirrored, !isComposed {
            canvas.translate(2 * frame.midX, 0)
            canvas.scale(-1, 1)
        }
        if case .tile(let density) = picture.fit {
            let tile = Rect(
                frame.minX, frame.minY, Double(size.width) / density,
                Double(size.height) / density)
            canvas.setSource(embedded.surface, in: tile, sampling: .nearest, extent: .tiles)
        } else {
            let room = isComposed ? frame : picture.fit.frame(of: size, in: frame)
            canvas.setSource(embedded.surface, in: room, sampling: .nearest)
        }
        canvas.add(frame)
        canvas.fill()
    }

    private func embedded(
        _ picture: PlacedPicture, _ encoded: EncodedPicture
    ) throws(CairoFailure) -> EmbeddedPicture? {
        let placement = PicturePlacement(picture, encoded)
        let key = Key(
            id: picture.id, placement: placement,
            composed: placement == .composed ? picture.atOrigin : nil)
        if let known = pictures[key] { return known }
        guard let contents = contents(of: picture, encoded, placement) else { return nil }
        let made = try EmbeddedPicture(contents, in: bank)
        if pictures.count >= Self.mostPictures { pictures.removeAll(keepingCapacity: true) }
        pictures[key] = made
        return made
    }

    private func contents(
        of picture: PlacedPicture, _ encoded: EncodedPicture, _ placement: PicturePlacement
    ) -> DocumentPicture? {
        switch placement {
        case .passed:
            let facts = encoded.facts
            return facts.format == .png
                ? DocumentPicture(png: encoded.bytes, size: facts.size, isGrey: facts.isGrey)
                : DocumentPicture(jpeg: encoded.bytes, size: facts.size, isGrey: facts.isGrey)
        case .reencoded(let size):
            guard let bitmap = source.bitmap(picture.id, covering: size) else { return nil }
            guard let jpeg = JPEGWriter.encode(bitmap, quality: Self.quality) else {
                return DocumentPicture(bitmap, with: zlib)
            }
            return DocumentPicture(jpeg: jpeg, size: bitmap.size, isGrey: false)
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
    /// The same wherever it is drawn.
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

    /// Where the whole picture lies when only `frame` shows of it.
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

import Fonts
import Scene

/// Emoji in the sizes that a worker has drawn, made from the font's own pictures.
final class EmojiMasks {
    struct EmojiMask {
        let bitmap: Bitmap
        /// The position of the first pixel, relative to the pixel of the origin.
        let x: Int
        let y: Int
    }

    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
        let pixelsPerEm: Double
        let isGray: Bool
    }

    /// The maximum number of pixels. An emoji takes 7 KB in a message at two pixels per point, and
    /// 60 KB if it is the only content.
    private static let maxPixels = 1_000_000

    private let source = ColorGlyphs()
    private var known: [Key: EmojiMask?] = [:]
    private var pixels = 0

    /// Returns nil for a glyph without a picture.
    func stamp(
        _ glyph: UInt32, of font: FontID, in file: FontFile, pixelsPerEm: Double,
        isGray: Bool = false
    ) throws(FontFailure) -> EmojiMask? {
        let key = Key(font: font, glyph: glyph, pixelsPerEm: pixelsPerEm, isGray: isGray)
        if let stamp = known[key] { return stamp }
        let made = try make(glyph, file, pixelsPerEm, isGray: isGray)
        if pixels > Self.maxPixels {
            known.removeAll(keepingCapacity: true)
            pixels = 0
        }
        // Entries without a picture take some memory as well.
        pixels += 32 + (made?.bitmap.pixels.count ?? 0)
        known[key] = .some(made)
        return made
    }

    private func make(
        _ glyph: UInt32, _ file: FontFile, _ pixelsPerEm: Double, isGray: Bool
    ) throws(FontFailure) -> EmojiMask? {
        guard let found = try source.glyph(glyph, of: file), let bitmap = Bitmap(emoji: found.png)
        else {
            return nil
        }
        let frame = found.frame
        let left = (frame.minX * pixelsPerEm).rounded()
        let top = (frame.minY * pixelsPerEm).rounded()
        let width = max(1, (frame.width * pixelsPerEm).rounded())
        let height = max(1, (frame.height * pixelsPerEm).rounded())
        guard width < 4096, height < 4096, left.magnitude < 4096, top.magnitude < 4096 else {
            return nil
        }
        let sized = Resampling(
            columns: Self.map(bitmap.width, to: Int(width)),
            rows: Self.map(bitmap.height, to: Int(height)), tint: nil
        ).draw(bitmap)
        return EmojiMask(
            bitmap: isGray ? sized.inGray : sized, x: Int(left), y: Int(top))
    }

    private static func map(_ length: Int, to wanted: Int) -> AxisMap {
        AxisMap(
            [AxisMap.Zone(from: 0..<Double(length), to: 0..<wanted)], limit: length,
            visible: 0..<wanted)
    }
}

import CPixels
import Fonts
import Scene

/// A run's letters as coverage masks, each at its position in the surface's pixels.
struct GlyphMaskRun {
    private struct Placed {
        let mask: GlyphMask
        let x: Int
        let y: Int
    }

    private var letters: [Placed] = []
    /// As in Arabic. Drawn one over the other, their edges would let the background shine through.
    private(set) var doTouch = false
    private var right = Int.min

    /// - Parameters:
    ///   - origin: the run's origin in points.
    ///   - offset: the surface's first row in the whole drawing.
    init(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of font: SizedFont, at origin: Point,
        scale: Double, offset: Int
    ) throws(FontFailure) {
        letters.reserveCapacity(glyphs.count)
        for glyph in glyphs {
            let mask = try font.mask(glyph.id)
            guard mask.height > 0,
                let x = Self.pixel((origin.x + Double(glyph.x)) * scale),
                let y = Self.pixel((origin.y + Double(glyph.y)) * scale)
            else { continue }
            let left = x + mask.x
            doTouch = doTouch || left < right
            right = max(right, left + mask.width)
            letters.append(Placed(mask: mask, x: left, y: y + mask.y - offset))
        }
    }

    /// Rounds a letter's position to whole pixels; nil for a position outside any drawing.
    static func pixel(_ place: Double) -> Int? {
        place.magnitude < 0x1p40 ? Int((place + 0.5).rounded(.down)) : nil
    }

    /// The pixels of all letters.
    var frame: PixelRect {
        letters.reduce(nil as PixelRect?) { frame, letter in
            let own = PixelRect(
                x: letter.x..<letter.x + letter.mask.width,
                y: letter.y..<letter.y + letter.mask.height)
            return frame?.union(own) ?? own
        } ?? PixelRect(x: 0..<0, y: 0..<0)
    }

    func lay(_ color: Color, on target: PixelTarget) {
        let word = PremultipliedWord.of(color)
        for letter in letters {
            let columns = (letter.x..<letter.x + letter.mask.width).clamped(to: 0..<target.width)
            let rows = (letter.y..<letter.y + letter.mask.height).clamped(to: 0..<target.height)
            target.blend(
                word, letter.mask.coverage,
                from: (rows.lowerBound - letter.y) * letter.mask.width + columns.lowerBound
                    - letter.x,
                coverageStride: letter.mask.width, columns: columns, rows: rows)
        }
    }

    /// The combined coverage of all letters, within a surface of this size.
    func together(width: Int, height: Int) -> Coverage? {
        let all = 0..<width
        let columns = letters.reduce(nil as Range<Int>?) { range, letter in
            let own = (letter.x..<letter.x + letter.mask.width).clamped(to: all)
            return own.isEmpty ? range : range?.covering(own) ?? own
        }
        let rows = letters.reduce(nil as Range<Int>?) { range, letter in
            let own = (letter.y..<letter.y + letter.mask.height).clamped(to: 0..<height)
            return own.isEmpty ? range : range?.covering(own) ?? own
        }
        guard let columns, let rows else { return nil }
        var coverage = Coverage(columns: columns, rows: rows)
        for letter in letters { coverage.add(letter.mask, x: letter.x, y: letter.y) }
        return coverage
    }
}

extension Range<Int> {
    fileprivate func covering(_ other: Range<Int>) -> Range<Int> {
        Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}

struct Coverage {
    let columns: Range<Int>
    let rows: Range<Int>
    /// The coverage row by row, 0 to 255.
    private(set) var bytes: [UInt8]

    init(columns: Range<Int>, rows: Range<Int>) {
        self.columns = columns
        self.rows = rows
        bytes = Array(repeating: 0, count: columns.count * rows.count)
    }

    mutating func add(_ mask: GlyphMask, x: Int, y: Int) {
        let shared = (x..<x + mask.width).clamped(to: columns)
        guard !shared.isEmpty else { return }
        for row in (y..<y + mask.height).clamped(to: rows) {
            let from = (row - y) * mask.width + shared.lowerBound - x
            let to =
                (row - rows.lowerBound) * columns.count + shared.lowerBound - columns.lowerBound
            unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                unsafe mask.coverage.withUnsafeBufferPointer { coverage in
                    guard let target = bytes.baseAddress, let source = coverage.baseAddress else {
                        return
                    }
                    unsafe pixels_add_coverage(target + to, source + from, shared.count)
                }
            }
        }
    }

    func lay(_ color: Color, on target: PixelTarget) {
        target.blend(
            PremultipliedWord.of(color), bytes, from: 0, coverageStride: columns.count,
            columns: columns, rows: rows)
    }
}

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

    /// An emoji takes 7 KB in a message at two pixels per point, 60 KB if it is the only content.
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
        let made = try make(glyph, in: file, pixelsPerEm: pixelsPerEm, isGray: isGray)
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
        _ glyph: UInt32, in file: FontFile, pixelsPerEm: Double, isGray: Bool
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

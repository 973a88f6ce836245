import CFreeType

/// A letter as a coverage mask, 0 to 255, row by row.
package struct GlyphMask: Sendable {
    /// The position of the first pixel relative to the pixel of the origin, with y pointing down.
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    package let coverage: [UInt8]

    static let nothing = GlyphMask(x: 0, y: 0, width: 0, height: 0, coverage: [])
}

/// A font at one size, with the letters drawn so far.
package final class SizedFont {
    private let face: OpenFace
    private let pixelsPerEm: Double
    private var masks: [UInt32: GlyphMask] = [:]
    /// The memory of the letters in bytes.
    private(set) var byteCount = 0

    init(_ face: OpenFace, pixelsPerEm: Double) {
        self.face = face
        self.pixelsPerEm = pixelsPerEm
    }

    package func mask(_ glyph: UInt32) throws(FontFailure) -> GlyphMask {
        if let known = masks[glyph] { return known }
        let drawn = unsafe try face.withLetter(glyph, pixelsPerEm: pixelsPerEm) {
            slot throws(FontFailure) in unsafe try GlyphMask(of: slot)
        }
        let mask = drawn ?? .nothing
        masks[glyph] = mask
        byteCount += mask.coverage.count + 64
        return mask
    }
}

extension GlyphMask {
    fileprivate init(of slot: FT_GlyphSlot) throws(FontFailure) {
        let code = unsafe FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL)
        guard try FontFailure.isDone(code) else {
            self = .nothing
            return
        }
        let bitmap = unsafe slot.pointee.bitmap
        let (columns, rows) = unsafe (Int(bitmap.width), Int(bitmap.rows))
        var coverage: [UInt8] = []
        coverage.reserveCapacity(columns * rows)
        for row in 0..<rows {
            guard let start = unsafe bitmap.buffer else { break }
            let line = unsafe UnsafeBufferPointer(
                start: start + row * Int(bitmap.pitch), count: columns)
            unsafe coverage.append(contentsOf: line)
        }
        unsafe self.init(
            x: Int(slot.pointee.bitmap_left), y: -Int(slot.pointee.bitmap_top), width: columns,
            height: coverage.isEmpty ? 0 : rows, coverage: coverage)
    }
}

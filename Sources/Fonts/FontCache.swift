import Basics
import CFreeType
package import Scene

/// The open fonts of one worker, and the letters drawn with them. It is never shared.
///
/// Cairo's own glyph cache is not used, because all workers share it. When it is full, version 1.16
/// evicts another worker's glyphs; if that worker does the same at that moment, both deadlock.
package final class FontCache {
    private struct Key: Hashable {
        let file: FontFile
        let pixelsPerEm: Double
    }

    /// Callers choose sizes, so their number must be bounded; a theme needs about twenty.
    private static let maxFonts = 256
    /// About 7,000 Chinese characters at a message's size and two pixels per point.
    private static let maxBytes = 8_000_000

    private let library: FontLibrary
    private var faces: [FontFile: OpenFace] = [:]
    private var fonts: [Key: SizedFont] = [:]
    /// The SHA-256 digests of font files in hexadecimal, by path.
    private var digests: [String: String] = [:]

    package init() throws(FontFailure) { library = try FontLibrary() }

    package func font(
        _ file: FontFile, pixelsPerEm: Double
    ) throws(FontFailure) -> SizedFont {
        let key = Key(file: file, pixelsPerEm: pixelsPerEm)
        if let font = fonts[key] { return font }
        shrink()
        let made = SizedFont(try face(file), pixelsPerEm: pixelsPerEm)
        fonts[key] = made
        return made
    }

    package func outline(
        of glyph: UInt32, in file: FontFile
    ) throws(FontFailure) -> GlyphOutline? {
        try face(file).outline(glyph)
    }

    package func facts(of file: FontFile) throws(FontFailure) -> FontFacts {
        try face(file).facts
    }

    /// SHA-256 in hexadecimal; nil if the file is not in memory.
    ///
    /// A file of 16 MB takes about ten milliseconds, once per worker.
    package func digest(of file: FontFile) throws(FontFailure) -> String? {
        if let known = digests[file.path] { return known }
        let digest = try face(file).digest
        digests[file.path] = digest
        return digest
    }

    /// Empties the cache once it exceeds the limit.
    package func shrink() {
        let bytes = fonts.values.reduce(0) { $0 + $1.byteCount }
        guard bytes > Self.maxBytes || fonts.count >= Self.maxFonts else { return }
        fonts.removeAll(keepingCapacity: true)
        if faces.count >= Self.maxFonts { faces.removeAll() }
    }

    private func face(_ file: FontFile) throws(FontFailure) -> OpenFace {
        if let face = faces[file] { return face }
        let made = try library.open(file)
        faces[file] = made
        return made
    }
}

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

package final class SizedFont {
    private let face: OpenFace
    package let pixelsPerEm: Double
    private var masks: [UInt32: GlyphMask] = [:]
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

/// A letter as an outline, in thousandths of an em from its origin, with y pointing down.
package struct GlyphOutline: Sendable {
    package let path: Path
    package let advance: Double

    package init(path: Path, advance: Double) {
        self.path = path
        self.advance = advance
    }
}

extension OpenFace {
    fileprivate func outline(_ glyph: UInt32) throws(FontFailure) -> GlyphOutline? {
        unsafe try withLetter(glyph, pixelsPerEm: 1000) { slot throws(FontFailure) in
            let pen = OutlinePen()
            var movements = OutlinePen.movements
            let code = unsafe FT_Outline_Decompose(
                &slot.pointee.outline, &movements, Unmanaged.passUnretained(pen).toOpaque())
            _ = try FontFailure.isDone(code)
            return GlyphOutline(
                path: pen.path, advance: unsafe Double(slot.pointee.linearHoriAdvance) / 65_536)
        }
    }
}

/// FreeType uses 64ths with y pointing up, and quadratic curves in many fonts.
private final class OutlinePen {
    private(set) var path = Path()
    private var place = Point(0, 0)

    private func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
        guard let vector = unsafe vector?.pointee else { return place }
        return Point(Double(vector.x) / 64, -Double(vector.y) / 64)
    }

    private func move(_ end: UnsafePointer<FT_Vector>?) {
        if !path.elements.isEmpty { path.close() }
        place = unsafe point(end)
        path.elements.append(.move(place))
    }

    private func line(_ end: UnsafePointer<FT_Vector>?) {
        place = unsafe point(end)
        path.elements.append(.line(place))
    }

    private func curve(
        _ control: UnsafePointer<FT_Vector>?, _ end: UnsafePointer<FT_Vector>?
    ) {
        let pull = unsafe point(control)
        let end = unsafe point(end)
        // The equivalent cubic's control points are two thirds of the way to the quadratic one.
        func toward(_ from: Point) -> Point {
            Point(from.x + (pull.x - from.x) * 2 / 3, from.y + (pull.y - from.y) * 2 / 3)
        }
        path.elements.append(.curve(toward(place), toward(end), end))
        place = end
    }

    private func curve(
        _ first: UnsafePointer<FT_Vector>?, _ second: UnsafePointer<FT_Vector>?,
        _ end: UnsafePointer<FT_Vector>?
    ) {
        let controls = unsafe (point(first), point(second))
        place = unsafe point(end)
        path.elements.append(.curve(controls.0, controls.1, place))
    }

    private static func pen(_ user: UnsafeMutableRawPointer?) -> OutlinePen? {
        unsafe user.map { unsafe Unmanaged<OutlinePen>.fromOpaque($0).takeUnretainedValue() }
    }

    static var movements: FT_Outline_Funcs {
        unsafe FT_Outline_Funcs(
            move_to: { end, user in
                unsafe OutlinePen.pen(user)?.move(end)
                return 0
            },
            line_to: { end, user in
                unsafe OutlinePen.pen(user)?.line(end)
                return 0
            },
            conic_to: { control, end, user in
                unsafe OutlinePen.pen(user)?.curve(control, end)
                return 0
            },
            cubic_to: { first, second, end, user in
                unsafe OutlinePen.pen(user)?.curve(first, second, end)
                return 0
            }, shift: 0, delta: 0)
    }
}

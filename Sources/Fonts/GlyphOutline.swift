import CFreeType
package import Scene

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
    func outline(_ glyph: UInt32) throws(FontFailure) -> GlyphOutline? {
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

/// Collects an outline from FreeType, which uses 64ths with y pointing up, and quadratic curves in
/// many fonts.
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
        // The equivalent cubic curve. Its control points are two thirds of the way to the quadratic
        // one.
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

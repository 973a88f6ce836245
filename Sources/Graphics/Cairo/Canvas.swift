import CCairo
import Scene

/// A drawing context on a surface. It is only ever borrowed, so that it cannot outlive the surface.
@safe
package struct Canvas: ~Copyable {
    let context: OpaquePointer

    init(drawingOn surface: OpaquePointer) throws(CairoFailure) {
        guard let context = unsafe cairo_create(surface) else { throw .outOfMemory }
        let status = unsafe cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else {
            unsafe cairo_destroy(context)
            throw CairoFailure(status)
        }
        unsafe self.context = context
    }

    deinit { unsafe cairo_destroy(context) }

    /// Throws the first error since the canvas was created; cairo ignores all drawing after an
    /// error.
    func check() throws(CairoFailure) {
        try CairoFailure.check(unsafe cairo_status(context))
    }

    /// Runs a closure and then restores the source, transformation, clip and line style.
    func saved<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe cairo_save(context)
        defer { unsafe cairo_restore(context) }
        return try body()
    }

    /// Draws the body's content as one picture with an opacity.
    func group<Failure: Error>(
        opacity: Double, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        unsafe cairo_push_group(context)
        defer {
            unsafe cairo_pop_group_to_source(context)
            unsafe cairo_paint_with_alpha(context, opacity)
        }
        try body()
    }

    func translate(_ dx: Double, _ dy: Double) { unsafe cairo_translate(context, dx, dy) }

    /// The angle is in degrees, counterclockwise.
    func turn(by degrees: Double, around center: Point) {
        translate(center.x, center.y)
        unsafe cairo_rotate(context, -degrees * .pi / 180)
        translate(-center.x, -center.y)
    }

    func scale(_ x: Double, _ y: Double) { unsafe cairo_scale(context, x, y) }

    /// Makes the surface's pixels the units, whatever the current transformation is.
    func useDevicePixels() { unsafe cairo_identity_matrix(context) }
}

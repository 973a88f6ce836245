package import Fonts

/// The reason why a drawing could not be painted.
package enum PaintingFailure: Error, Hashable {
    case surface(CairoFailure)
    case font(FontFailure)
}

extension PaintingFailure {
    /// Runs a drawing and reports a failure as cairo's.
    static func drawing<Result>(
        _ body: () throws(CairoFailure) -> Result
    ) throws(PaintingFailure) -> Result {
        do throws(CairoFailure) { return try body() } catch { throw .surface(error) }
    }

    /// Reads letters and reports a failure as the font's.
    static func reading<Result>(
        _ body: () throws(FontFailure) -> Result
    ) throws(PaintingFailure) -> Result {
        do throws(FontFailure) { return try body() } catch { throw .font(error) }
    }
}

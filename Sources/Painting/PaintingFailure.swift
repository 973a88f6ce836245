package import Cairo
package import Fonts

/// Why a drawing could not be painted.
package enum PaintingFailure: Error, Hashable {
    case surface(CairoFailure)
    case font(FontFailure)
}

extension PaintingFailure {
    /// Draws, and says of a failure that cairo refused.
    static func drawing<Result>(
        _ body: () throws(CairoFailure) -> Result
    ) throws(PaintingFailure) -> Result {
        do throws(CairoFailure) { return try body() } catch { throw .surface(error) }
    }

    /// Asks for letters, and says of a failure that a font could not be read.
    static func reading<Result>(
        _ body: () throws(FontFailure) -> Result
    ) throws(PaintingFailure) -> Result {
        do throws(FontFailure) { return try body() } catch { throw .font(error) }
    }
}

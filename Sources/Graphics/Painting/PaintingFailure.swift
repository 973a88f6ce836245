package import Fonts

package enum PaintingFailure: Error, Hashable {
    case surface(CairoFailure)
    case font(FontFailure)
}

extension PaintingFailure {
    /// Reports a failure as cairo's.
    static func drawing<Result>(
        _ body: () throws(CairoFailure) -> Result
    ) throws(PaintingFailure) -> Result {
        do throws(CairoFailure) { return try body() } catch { throw .surface(error) }
    }

    /// Reports a failure as the font's.
    static func reading<Result>(
        _ body: () throws(FontFailure) -> Result
    ) throws(PaintingFailure) -> Result {
        do throws(FontFailure) { return try body() } catch { throw .font(error) }
    }
}

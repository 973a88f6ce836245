import CFreeType

package enum FontFailure: Error, Hashable {
    case outOfMemory
    /// The file could not be opened. The code is FreeType's own, or 0 if another library failed.
    case unreadable(path: String, code: Int32)
}

extension FontFailure {
    /// Whether a FreeType call succeeded. Throws if memory ran out, because that result must not be
    /// cached as a property of the font.
    static func isDone(_ code: FT_Error) throws(FontFailure) -> Bool {
        if code == FT_Err_Out_Of_Memory { throw .outOfMemory }
        return code == 0
    }
}

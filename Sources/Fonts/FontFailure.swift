import CFreeType

/// Why a font could not be read; facts only.
package enum FontFailure: Error, Hashable {
    case outOfMemory
    /// The file could not be opened; the code is FreeType's own, 0 where another library refused.
    case unreadable(path: String, code: Int32)
}

extension FontFailure {
    /// Whether FreeType did it. A lack of memory throws: what came of that is not to be kept as if
    /// the font were so.
    static func isDone(_ code: FT_Error) throws(FontFailure) -> Bool {
        if code == FT_Err_Out_Of_Memory { throw .outOfMemory }
        return code == 0
    }
}

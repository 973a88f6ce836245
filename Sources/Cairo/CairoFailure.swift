import CCairo

/// Why cairo or FreeType refused; facts only.
package enum CairoFailure: Error, Hashable {
    case outOfMemory
    /// A surface must have at least one pixel and at most 32,767 on each axis.
    case unusableSize(width: Int, height: Int)
    /// FreeType could not open the file; the code is its own.
    case unreadableFont(path: String, code: Int32)
    /// Any other cairo status, by its number.
    case status(UInt32)
}

extension CairoFailure {
    init(_ status: cairo_status_t) {
        self = status == CAIRO_STATUS_NO_MEMORY ? .outOfMemory : .status(status.rawValue)
    }

    /// Whether FreeType did it. Not for want of memory, which throws: what came of that is not to be
    /// kept as if the font were so.
    static func isDone(_ code: FT_Error) throws(CairoFailure) -> Bool {
        if code == FT_Err_Out_Of_Memory { throw .outOfMemory }
        return code == 0
    }

    /// Throws where a status is not success.
    static func check(_ status: cairo_status_t) throws(CairoFailure) {
        if status != CAIRO_STATUS_SUCCESS { throw CairoFailure(status) }
    }
}

import CCairo

package enum CairoFailure: Error, Hashable {
    case outOfMemory
    /// A surface must have at least one pixel and at most 32,767 on each axis.
    case unusableSize(width: Int, height: Int)
    case status(UInt32)
}

extension CairoFailure {
    init(_ status: cairo_status_t) {
        self = status == CAIRO_STATUS_NO_MEMORY ? .outOfMemory : .status(status.rawValue)
    }

    static func check(_ status: cairo_status_t) throws(CairoFailure) {
        if status != CAIRO_STATUS_SUCCESS { throw CairoFailure(status) }
    }
}

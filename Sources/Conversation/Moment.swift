/// An instant, and the offset it was written with.
package struct Moment: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var milliseconds: Int64
    /// Seconds east of UTC as the caller wrote it; nil when the time was naive or a bare number.
    package var offset: Int32?

    package init(milliseconds: Int64, offset: Int32? = nil) {
        self.milliseconds = milliseconds
        self.offset = offset
    }

    package static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

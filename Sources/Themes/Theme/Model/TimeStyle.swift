package import Scene

package struct TimeStyle: Sendable, Equatable {
    package enum Place: String, Sendable, CaseIterable {
        case none
        /// At the bottom right inside the bubble, on the last line if there is room.
        case inside
        /// On a line below the last bubble of a run.
        case below
        /// Only in day headers, which are then repeated after every pause.
        case header
        /// A label above every message.
        case above
        /// After the name at the beginning of a run, or before every name in a separate column.
        case name
        /// Outside of the last bubble of a run, at its bottom.
        case beside
    }

    package enum Ticks: String, Sendable, CaseIterable {
        case none
        /// One or two check marks, colored when the message is read.
        case checks
        /// Check marks in circles.
        case circles
        /// "Delivered" or "Read 9:41" below the bubble.
        case words
    }

    package var place: Place
    package var days: DayForm = .full
    package var ticks: Ticks
    /// The number of check marks of delivered but unread messages: two if the color shows the
    /// difference.
    package var deliveredChecks: Int = 2
    package var readColor: Color
    /// The color of "Not delivered" and its sign.
    package var failedColor: Color = Color(196, 27, 27)
    /// Whether a failed message has a round sign beside its bubble.
    package var drawsFailedSign: Bool = false
}

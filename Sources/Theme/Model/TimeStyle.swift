package import Scene

package struct TimeStyle: Sendable, Equatable {
    package enum Place: String, Sendable, CaseIterable {
        case none
        /// Bottom right inside the bubble, in the last line where it fits.
        case inside
        /// A line under the last bubble of a run.
        case below
        /// In the day headers only, which then come at every pause too.
        case header
        /// A label above every message.
        case above
        /// After the name of whoever begins to speak; in front of every name that stands beside.
        case name
        /// Outside of the last bubble of a run, at its foot.
        case beside
    }

    package enum Ticks: String, Sendable, CaseIterable {
        case none
        /// One or two check marks, coloured when read.
        case checks
        /// Check marks in circles.
        case circles
        /// "Delivered", "Read 9:41" under the bubble.
        case words
    }

    package var place: Place
    package var ticks: Ticks
    /// Check marks of what was delivered and not yet read: two where their colour tells the
    /// difference.
    package var deliveredChecks: Int
    package var readColor: Color
    /// "Not delivered", and its mark.
    package var failedColor: Color
    /// Whether a round sign stands beside the bubble of what could not be sent.
    package var drawsFailedSign: Bool

    package init(
        place: Place, ticks: Ticks, deliveredChecks: Int = 2, readColor: Color,
        failedColor: Color = Color(196, 27, 27), drawsFailedSign: Bool = false
    ) {
        self.place = place
        self.ticks = ticks
        self.deliveredChecks = deliveredChecks
        self.readColor = readColor
        self.failedColor = failedColor
        self.drawsFailedSign = drawsFailedSign
    }
}

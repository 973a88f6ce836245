package import Scene

package struct NameStyle: Sendable, Equatable {
    package enum Shown: String, Sendable, CaseIterable {
        case never, groups, always
        /// Every sender, "me" included.
        case everyone
    }

    package enum Place: String, Sendable, CaseIterable {
        case inside, above
        /// In a column of their own.
        case beside
    }

    package var shown: Shown
    package var place: Place
    package var color: Color
    /// One colour a participant; empty for `color` alone.
    package var colors: [Color]
    /// The width of the column in which names are beside the messages.
    package var width: Double
    /// A bar in the colour of whoever speaks, along all that they say; 0 for none.
    package var bar: Double

    package init(
        shown: Shown, place: Place, color: Color, colors: [Color], width: Double = 96,
        bar: Double = 0
    ) {
        self.width = width
        self.bar = bar
        self.shown = shown
        self.place = place
        self.color = color
        self.colors = colors
    }
}

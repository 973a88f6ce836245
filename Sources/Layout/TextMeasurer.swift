package import Scene

/// Sets text: breaks it into lines of a width and returns those lines as they will be drawn.
///
/// Layout knows nothing else about fonts. There are two implementations: the Pango typesetter of
/// the program and the monospace measurer of the tests. A measurer is used by one thread at a time.
package protocol TextMeasurer: AnyObject {
    /// Breaks text greedily into lines no wider than `width`. The text is as wide as its widest
    /// line. A cluster wider than `width` gets a line of its own.
    func shape(_ text: StyledText, width: Double) -> ShapedText

    /// Code that reads a long text before setting it checks this.
    var mayContinue: Bool { get }
}

extension TextMeasurer {
    package var mayContinue: Bool { true }
}

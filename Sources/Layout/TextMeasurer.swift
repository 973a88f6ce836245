package import Scene

/// Sets text: finds its lines in a width and keeps them as they will be drawn.
///
/// Layout knows nothing else of fonts. The monospace measurer of the tests and the Pango typesetter
/// of the program are its two kinds; one is used by one thread at a time.
package protocol TextMeasurer: AnyObject {
    /// Breaks the text into lines no wider than `width`, each with every word that fits; the text
    /// is as wide as the widest of them. A cluster wider than `width` stands alone on its line.
    func shape(_ text: StyledText, width: Double) -> ShapedText

    /// Whether work may continue. Code that reads a long text before setting it checks this.
    var goesOn: Bool { get }
}

extension TextMeasurer {
    package var goesOn: Bool { true }
}

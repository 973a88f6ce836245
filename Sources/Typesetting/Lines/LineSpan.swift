/// One line of a text: which units stand on it.
struct LineSpan: Equatable {
    enum Ending { case none, hyphen, ellipsis }

    let paragraph: Int
    /// With the spaces that hang over its end.
    let units: Range<Int>
    /// Without them.
    let shown: Range<Int>
    let ending: Ending
    /// From the edge at which its paragraph begins, in the draft's units.
    let indent: Int
}

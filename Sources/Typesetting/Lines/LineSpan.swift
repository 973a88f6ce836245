/// One line of a text: which units stand on it.
struct LineSpan: Equatable {
    enum EndMark { case none, hyphen, ellipsis }

    let paragraph: Int
    /// With the spaces that hang over its end.
    let units: Range<Int>
    /// Without them.
    let shown: Range<Int>
    let endMark: EndMark
    /// From the edge at which its paragraph begins, in the shaped's units.
    let indent: Int
}

/// What stands between two hard line breaks.
struct Paragraph {
    /// UTF-8 offsets, without the break.
    let text: Range<Int>
    let isRightToLeft: Bool
    /// Set by the shaper.
    var units: Range<Int> = 0..<0
    var hasTabs = false
}

/// The file of a font that a typesetter used, so that any painter can open it again.
package struct FontFile: Sendable, Hashable {
    package let path: String
    package let index: Int
    /// `wght=650`-style settings of a variable font; empty for the default instance.
    package let variations: String
    /// The family has no bold of its own and the outline must be thickened.
    package let isSyntheticBold: Bool
    /// The family has no italic of its own and the outline must be slanted.
    package let isSyntheticItalic: Bool
    /// Its glyphs are colour pictures (emoji), not outlines.
    package let hasColorBitmaps: Bool

    package init(
        path: String, index: Int, variations: String = "", isSyntheticBold: Bool = false,
        isSyntheticItalic: Bool = false, hasColorBitmaps: Bool = false
    ) {
        self.path = path
        self.index = index
        self.variations = variations
        self.isSyntheticBold = isSyntheticBold
        self.isSyntheticItalic = isSyntheticItalic
        self.hasColorBitmaps = hasColorBitmaps
    }
}

/// Names a font that a typesetter used; the typesetter can say which file it is.
package struct FontID: Sendable, Hashable {
    package let number: UInt16

    package init(_ number: UInt16) { self.number = number }
}

/// Says which file a shaped font is.
package protocol FontLookup {
    func fontFile(_ id: FontID) -> FontFile?
}

/// The file of a font that a typesetter used, so that painters can open it.
package struct FontFile: Sendable, Hashable {
    package let path: String
    package let index: Int
    /// The settings of a variable font, such as `wght=650`; empty for the default instance.
    package let variations: String
    /// Whether the family has no bold face, so that the outline must be emboldened.
    package let isSyntheticBold: Bool
    /// Whether the family has no italic face, so that the outline must be slanted.
    package let isSyntheticItalic: Bool
    /// Whether the glyphs are color pictures (emoji) instead of outlines.
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

/// Identifies a font that a typesetter used. The typesetter knows its file.
package struct FontID: Sendable, Hashable {
    package let number: UInt16

    package init(_ number: UInt16) { self.number = number }
}

package protocol FontLookup {
    func fontFile(_ id: FontID) -> FontFile?
}

import Scene

/// What chooses a font: all of a style but its size.
struct FaceKey: Hashable {
    let families: [String]
    let weight: Int
    let isItalic: Bool

    /// Only families that exist, and weights as fonts have them, so that a caller's inventions can
    /// neither fill caches nor reach fontconfig's patterns.
    init(families: [String], weight: Int, isItalic: Bool, among installed: InstalledFonts) {
        let known = families.prefix(16).filter {
            InstalledFonts.generic.contains($0) || installed.has($0)
        }
        // Digits and spaces would come from it: it is only ever a fallback.
        let usable = known.filter { $0 != "Noto Color Emoji" && !$0.contains(",") }
        self.families = usable.isEmpty ? ["sans-serif"] : usable
        self.weight = (min(max(weight, 100), 900) + 25) / 50 * 50
        self.isItalic = isItalic
    }
}

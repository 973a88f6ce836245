import CPango

/// The font families that the process can draw with, and the required ones that are missing.
package struct InstalledFonts: Sendable, Equatable {
    /// The families that a chat requires: its own face, the world's scripts, emoji, Han and code.
    static let required: [String] = [
        "Inter", "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari",
        "Noto Sans Thai", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR",
        "Noto Color Emoji", "DejaVu Sans Mono",
    ]
    /// The generic CSS names that `fonts.conf` maps to families.
    static let generic: Set<String> = ["sans-serif", "serif", "monospace", "system-ui"]

    package let families: Set<String>
    /// The font files with their versions, which determine the output.
    package let files: Set<String>

    init(families: Set<String>, files: Set<String> = []) {
        self.families = families
        self.files = files
    }

    /// The missing families, in the order of `required`.
    package var missing: [String] { Self.required.filter { !families.contains($0) } }

    func has(_ family: String) -> Bool { families.contains(family) }

    /// Returns the requested families that are not installed, in their order.
    package static func unknown(among families: [String]) -> [String] {
        let installed = Typesetter.installed
        return families.filter { !generic.contains($0) && !installed.has($0) }
    }

    static func ofPresentConfiguration() -> InstalledFonts {
        var families: Set<String> = []
        var files: Set<String> = []
        guard let fonts = unsafe FcConfigGetFonts(nil, FcSetSystem) else {
            return InstalledFonts(families: [])
        }
        for index in 0..<Int(unsafe fonts.pointee.nfont) {
            let pattern = unsafe fonts.pointee.fonts[index]
            var file: UnsafeMutablePointer<FcChar8>?
            var version: Int32 = 0
            if unsafe FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch,
                let path = unsafe file
            {
                unsafe FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &version)
                unsafe files.insert(String(cString: path) + " \(version)")
            }
            var number: Int32 = 0
            var name: UnsafeMutablePointer<FcChar8>?
            while unsafe FcPatternGetString(pattern, FC_FAMILY, number, &name) == FcResultMatch,
                let found = unsafe name
            {
                unsafe families.insert(String(cString: found))
                number += 1
            }
        }
        return InstalledFonts(families: families, files: files)
    }
}

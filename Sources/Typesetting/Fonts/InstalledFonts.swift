import CPango
import Glibc
import Synchronization

extension Typesetter {
    package static var version: String { unsafe String(cString: pango_version_string()) }

    private static let used = Mutex<(from: FontConfiguration, installed: InstalledFonts)?>(nil)

    /// Makes a `fonts.conf` the only one that the process reads, and returns the fonts found.
    ///
    /// Call it once, before creating the first typesetter. A second call with the same
    /// configuration only returns the fonts.
    @discardableResult
    package static func useFonts(
        _ configuration: FontConfiguration
    ) throws(FontConfigurationFault) -> InstalledFonts {
        let answer = used.withLock { used -> Result<InstalledFonts, FontConfigurationFault> in
            if let used {
                guard used.from == configuration else {
                    return .failure(.alreadyUsing(path: used.from.place))
                }
                return .success(used.installed)
            }
            forgetLocale()
            guard load(configuration) else {
                return .failure(.unreadable(path: configuration.place))
            }
            let installed = InstalledFonts.ofPresentConfiguration()
            used = (configuration, installed)
            return .success(installed)
        }
        return try answer.get()
    }

    /// The fonts that `useFonts` found, or the machine's own fonts if it was not called.
    static var installed: InstalledFonts {
        used.withLock { $0?.installed } ?? .ofPresentConfiguration()
    }

    /// Fontconfig and Pango select fonts by the user's language from these variables, so the same
    /// request would give a different picture on a Japanese machine.
    private static func forgetLocale() {
        unsafe setenv("FC_LANG", "en", 1)
        unsafe setenv("PANGO_LANGUAGE", "en", 1)
    }

    private static func load(_ source: FontConfiguration) -> Bool {
        guard let configuration = unsafe FcConfigCreate() else { return false }
        defer { unsafe FcConfigDestroy(configuration) }
        let isRead =
            switch source {
            case .file(let path):
                unsafe FcConfigParseAndLoad(configuration, path, FcBool(1)) != 0
            case .text(let text, _):
                unsafe FcConfigParseAndLoadFromMemory(configuration, text, FcBool(1)) != 0
            }
        guard isRead, unsafe FcConfigBuildFonts(configuration) != 0 else { return false }
        // Fontconfig takes its own reference.
        return unsafe FcConfigSetCurrent(configuration) != 0
    }
}

package enum FontConfiguration: Sendable, Equatable {
    case file(String)
    /// The text of a configuration, and its source for error messages.
    case text(String, place: String)

    package var place: String {
        switch self {
        case .file(let path), .text(_, let path): path
        }
    }
}

package enum FontConfigurationFault: Error, Equatable {
    case unreadable(path: String)
    case alreadyUsing(path: String)
}

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

    package var missing: [String] { Self.required.filter { !families.contains($0) } }

    func has(_ family: String) -> Bool { families.contains(family) }

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

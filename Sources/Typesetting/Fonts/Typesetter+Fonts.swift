import CPango
import Glibc
import Synchronization

extension Typesetter {
    private static let used = Mutex<(path: String, installed: InstalledFonts)?>(nil)

    /// Makes a `fonts.conf` the only one that the process reads, and says what fonts it found.
    ///
    /// To be called once, before the first typesetter; again with the same path it only answers.
    @discardableResult
    package static func useFonts(
        configuration path: String
    ) throws(FontConfigurationFault) -> InstalledFonts {
        let answer = used.withLock { used -> Result<InstalledFonts, FontConfigurationFault> in
            if let used {
                guard used.path == path else { return .failure(.alreadyUsing(path: used.path)) }
                return .success(used.installed)
            }
            forgetLocale()
            guard load(path) else { return .failure(.unreadable(path: path)) }
            let installed = InstalledFonts.ofPresentConfiguration()
            used = (path, installed)
            return .success(installed)
        }
        return try answer.get()
    }

    /// What `useFonts` found, or the machine's own fonts where it was not called.
    static var installed: InstalledFonts {
        used.withLock { $0?.installed } ?? .ofPresentConfiguration()
    }

    /// Fontconfig and Pango read the user's language from these, and choose fonts by it: the same
    /// request would make another picture on a Japanese machine.
    private static func forgetLocale() {
        unsafe setenv("FC_LANG", "en", 1)
        unsafe setenv("PANGO_LANGUAGE", "en", 1)
    }

    private static func load(_ path: String) -> Bool {
        guard let configuration = unsafe FcConfigCreate() else { return false }
        defer { unsafe FcConfigDestroy(configuration) }
        guard unsafe FcConfigParseAndLoad(configuration, path, FcBool(1)) != 0,
            unsafe FcConfigBuildFonts(configuration) != 0
        else { return false }
        // Takes a reference of its own.
        return unsafe FcConfigSetCurrent(configuration) != 0
    }
}

/// Why a font configuration could not be used.
package enum FontConfigurationFault: Error, Equatable {
    case unreadable(path: String)
    /// The process already sets text with another configuration.
    case alreadyUsing(path: String)
}

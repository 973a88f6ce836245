/// A theme of the folder in all of its variants, ready for drawing or extension.
struct Look: Sendable {
    /// A theme for one mode and contrast. A class, because copies of a theme are large, and every
    /// theme has four variants.
    final class Variant: Sendable {
        let theme: Theme
        /// The draft that extending themes start from.
        let draft: ThemeDraft

        init(theme: Theme, draft: ThemeDraft) {
            self.theme = theme
            self.draft = draft
        }
    }

    struct Modes: Sendable {
        let light: Variant
        let dark: Variant
    }

    let readable: Modes
    /// The variants in the app's own colors. They equal `readable` if neither this theme nor its
    /// base defines such colors.
    let app: Modes
    /// Whether `app` differs from `readable`.
    let hasAppColors: Bool
    /// The default mode.
    let mode: ThemeMode
    let contrast: ThemeContrast
    /// The number of themes from this one to the one that extends none.
    let depth: Int

    /// Whether the theme looks the same in both modes.
    var hasOneMode: Bool {
        readable.light.theme == readable.dark.theme && app.light.theme == app.dark.theme
    }

    func variant(_ mode: ThemeMode?, _ contrast: ThemeContrast?) -> Variant {
        let modes =
            switch contrast ?? self.contrast {
            case .readable: readable
            case .app: app
            }
        return switch mode ?? self.mode {
        case .light: modes.light
        case .dark: modes.dark
        }
    }
}

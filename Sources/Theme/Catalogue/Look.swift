/// One look of the folder in all of its forms, ready to be drawn or to be extended.
struct Look: Sendable {
    /// A class, since copies of a theme are long, and every look has four.
    final class Variant: Sendable {
        let theme: Theme
        /// For looks that extend this one.
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
    /// In the app's own colours; the readable ones where neither it nor what it extends has others.
    let app: Modes
    /// Whether `app` differs.
    let hasAppColors: Bool
    /// The form that it has where nobody asks for one.
    let mode: ThemeMode
    let contrast: ThemeContrast
    /// The apps whose look it says to be.
    let apps: [String]

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

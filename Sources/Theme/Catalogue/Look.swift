/// One look of the folder in both of its forms, ready to be drawn or to be extended.
struct Look: Sendable {
    struct Form: Sendable {
        let theme: Theme
        /// For looks that extend this one.
        let draft: ThemeDraft
    }

    let light: Form
    let dark: Form
    /// The form that it has where nobody asks for one.
    let mode: ThemeMode

    func form(_ mode: ThemeMode?) -> Form {
        switch mode ?? self.mode {
        case .light: light
        case .dark: dark
        }
    }
}

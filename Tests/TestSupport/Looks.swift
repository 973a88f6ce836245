package import Themes

package enum Looks {
    package static let catalog: ThemeCatalog = {
        do {
            return try ThemeCatalog(folder: Checkout.path("config/themes"))
        } catch {
            preconditionFailure("Cannot read the built-in themes: \(error)")
        }
    }()

    package static func named(_ name: String, _ mode: ThemeMode = .light) -> Theme {
        guard let theme = catalog.theme(named: name, mode: mode) else {
            preconditionFailure("There is no theme \(name).")
        }
        return theme
    }
}

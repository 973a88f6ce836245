package import Themes

/// The built-in themes.
package enum Looks {
    package static let catalogue: ThemeCatalogue = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        do {
            return try ThemeCatalogue(folder: "/\(root)/config/themes")
        } catch {
            preconditionFailure("Cannot read the built-in themes: \(error)")
        }
    }()

    package static func named(_ name: String, _ mode: ThemeMode = .light) -> Theme {
        guard let theme = catalogue.theme(named: name, mode: mode) else {
            preconditionFailure("There is no theme \(name).")
        }
        return theme
    }
}

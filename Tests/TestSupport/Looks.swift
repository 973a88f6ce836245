package import Theme

/// The looks that ship.
package enum Looks {
    package static let catalogue: ThemeCatalogue = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        do {
            return try ThemeCatalogue(folder: "/\(root)/config/themes")
        } catch {
            preconditionFailure("the shipped looks cannot be read: \(error)")
        }
    }()

    package static func named(_ name: String, _ mode: ThemeMode = .light) -> Theme {
        guard let theme = catalogue.theme(named: name, mode: mode) else {
            preconditionFailure("no look \(name)")
        }
        return theme
    }
}

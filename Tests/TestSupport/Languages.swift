import Layout
package import Themes

/// The built-in languages.
package enum Languages {
    package static let folder: String = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/config/languages"
    }()

    package static let catalogue: LanguageCatalogue = {
        do throws(LanguageFolderFault) {
            return try LanguageCatalogue(folder: folder)
        } catch {
            preconditionFailure("the shipped languages cannot be read: \(error.sentence)")
        }
    }()

    package static func of(_ locale: String) -> InterfaceLanguage {
        catalogue.language(for: locale)
    }
}

import Layout
package import Themes

package enum Languages {
    package static let folder = Checkout.path("config/languages")

    package static let catalog: LanguageCatalog = {
        do throws(LanguageFolderFault) {
            return try LanguageCatalog(folder: folder)
        } catch {
            preconditionFailure("the shipped languages cannot be read: \(error.sentence)")
        }
    }()

    package static func of(_ locale: String) -> InterfaceLanguage {
        catalog.language(for: locale)
    }
}

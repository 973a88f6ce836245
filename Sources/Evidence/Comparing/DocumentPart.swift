/// A part of a document, as findings name it.
package enum DocumentPart: Sendable, Hashable {
    package enum Detail: String, Sendable {
        case content, fonts, pictures, annotations
        /// Its size, its transparency, or what it draws by name.
        case attributes
    }

    /// By its number, counted from one.
    case page(Int, Detail)
    case pageCount
    case structure, outline, metadata, attachments, form
    /// Another member of the document's catalog, by its name.
    case catalog(String)
    case information

    package var words: String {
        switch self {
        case .page(let number, let detail): "page \(number), \(detail.rawValue)"
        case .pageCount: "number of pages"
        case .structure: "structure"
        case .outline: "outline"
        case .metadata: "metadata"
        case .attachments: "attachments"
        case .form: "form"
        case .catalog(let name): "catalog, \(name.prefix(40))"
        case .information: "document information"
        }
    }
}

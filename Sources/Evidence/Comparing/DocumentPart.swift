/// A part of a document, for reporting differences.
enum DocumentPart: Sendable, Hashable {
    enum Detail: String, Sendable {
        case content, fonts, pictures, annotations
        /// The page's size, its transparency, or other named resources.
        case attributes
    }

    /// A part of the page with this number, counted from 1.
    case page(Int, Detail)
    case pageCount
    case structure, outline, metadata, attachments, form
    /// Another entry of the document's catalog, by name.
    case catalog(String)
    case information

    var words: String {
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

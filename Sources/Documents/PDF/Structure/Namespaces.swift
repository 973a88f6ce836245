/// The two namespaces of structure element types (ISO 32000-2, 14.8.6). The one of PDF 2.0 omits
/// some types of PDF 1.7.
struct Namespaces {
    private let second: PDFReference
    private let first: PDFReference

    init(in file: PDFFile) {
        second = file.add { $0.raw("<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>") }
        first = file.add { $0.raw("<</Type/Namespace/NS(http://iso.org/pdf/ssn)>>") }
    }

    func namespace(of kind: StructureTree.Kind) -> PDFReference {
        switch kind {
        case .quotation, .code: first
        case .document, .section, .division, .heading, .paragraph, .figure, .link, .list, .item,
            .label, .body, .table, .row, .headCell, .rowHeadCell, .cell, .span, .form,
            .annotation:
            second
        }
    }

    func list(in tree: inout PDFMarkup) {
        tree.raw("/Namespaces[")
        tree.reference(second)
        tree.reference(first)
        tree.raw("]")
    }
}

extension StructureTree.Kind {
    /// The content that PDF 2.0 allows in an element (ISO 32005).
    enum Content {
        /// Only elements: drawn content must be in paragraphs.
        case paragraphs
        /// Only elements of the same kind: content drawn between them is an artifact.
        case parts
        /// Drawn content and inline elements.
        case words
    }

    var content: Content {
        switch self {
        case .document, .section, .division, .quotation: .paragraphs
        case .list, .item, .table, .row: .parts
        case .heading, .paragraph, .figure, .link, .label, .body, .headCell, .rowHeadCell, .cell,
            .code, .span, .form, .annotation:
            .words
        }
    }

    /// Whether the element is inline.
    var isInLine: Bool {
        switch self {
        case .figure, .link, .code, .span, .annotation: true
        case .document, .section, .division, .heading, .paragraph, .quotation, .list, .item,
            .label, .body, .table, .row, .headCell, .rowHeadCell, .cell, .form:
            false
        }
    }
}

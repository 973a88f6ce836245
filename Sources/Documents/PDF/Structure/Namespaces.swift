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
        kind.traits.isOnlyInFirst ? first : second
    }

    func list(in tree: inout PDFMarkup) {
        tree.raw("/Namespaces[")
        tree.reference(second)
        tree.reference(first)
        tree.raw("]")
    }
}

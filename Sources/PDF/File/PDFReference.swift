/// Names an object of a document, written or still to be written.
struct PDFReference: Hashable {
    let number: Int
}

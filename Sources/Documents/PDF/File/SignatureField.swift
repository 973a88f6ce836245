import Evidence
import Scene

struct SignatureFace {
    let form: PDFReference
    /// The frame in PDF points, measured from the bottom of the page.
    let place: Rect
    /// The alternative text for screen readers.
    let words: String
}

/// A signature in a document: a form field, optionally with an appearance on a page, and the
/// signature dictionary (ISO 32000-1, 12.7.4.5 and 12.8; ISO 19005-3, 6.4).
struct SignatureField {
    private let setup: PDFSignature
    private let made: String?
    private let file: PDFFile
    private let signature: PDFReference
    private let widget: PDFReference
    private var page: PDFReference?
    private var face: SignatureFace?

    /// - Parameter made: the signing time, if known.
    init(_ setup: PDFSignature, made: String?, in file: PDFFile) {
        self.setup = setup
        self.made = made
        self.file = file
        signature = file.reserve()
        widget = file.reserve()
    }

    /// Returns the page's annotation; nil if the field belongs to another page.
    ///
    /// - Parameter isFirst: whether this is the first page, to which an invisible field belongs.
    mutating func place(
        on page: PDFReference, isFirst: Bool, _ face: SignatureFace?
    ) -> PDFReference? {
        guard self.page == nil, setup.isShown ? face != nil : isFirst else { return nil }
        self.page = page
        self.face = face
        return widget
    }

    /// The last structure element, where screen readers can find it (ISO 14289-1, 7.18.4).
    func write(in structure: StructureTree) throws(PDFFault) {
        guard let page else { throw .signature(.refused) }
        structure.begin(.form)
        let key = structure.hold(widget, on: page)
        structure.end()
        file.add(as: widget) { entry in
            // Printed and locked. Without an extent, it needs no appearance (ISO 19005-3, 6.3.3).
            entry.raw("<</Type/Annot/Subtype/Widget/FT/Sig/F 132/Rect[")
            let place = face?.place ?? .zero
            entry.point(place.minX, place.minY)
            entry.point(place.maxX, place.maxY)
            entry.raw("]/T(Signature)/TU")
            entry.text(face?.words ?? "Signature of the document")
            if let face {
                entry.raw("/AP<</N ")
                entry.reference(face.form)
                entry.raw(">>")
            }
            entry.raw("/P ")
            entry.reference(page)
            entry.raw("/StructParent ")
            entry.integer(key)
            entry.raw("/V ")
            entry.reference(signature)
            entry.raw(">>")
        }
    }

    /// Adds the catalog's entries: the document has signatures, and changes must be appended.
    func enter(into root: inout PDFMarkup) {
        root.raw("/AcroForm<</SigFlags 3/Fields[")
        root.reference(widget)
        root.raw("]>>/Perms<</DocMDP ")
        root.reference(signature)
        root.raw(">>")
    }

    func writeSignature() {
        file.addSignature(as: signature, room: setup.signer.room) { entry in
            // No changes are permitted (12.8.2.2).
            entry.raw("/Reference[<</Type/SigRef/TransformMethod/DocMDP")
            entry.raw("/TransformParams<</Type/TransformParams/P 1/V/1.2>>>>]")
            let words: [(StaticString, String?)] = [
                ("/Name", setup.name), ("/Reason", setup.reason), ("/Location", setup.location),
            ]
            for (key, text) in words {
                guard let text else { continue }
                entry.raw(key)
                entry.text(text)
            }
            guard let made else { return }
            entry.raw("/M")
            entry.date(made)
        }
    }

    func sign() throws(PDFFault) { try file.sign(by: setup.signer) }
}

import CCairo

extension PDFSurface {
    /// What a document says about itself.
    package enum Fact: Sendable, Hashable {
        case title, author, subject, creator, created, modified
    }

    package func set(_ fact: Fact, to text: String) {
        let kind =
            switch fact {
            case .title: CAIRO_PDF_METADATA_TITLE
            case .author: CAIRO_PDF_METADATA_AUTHOR
            case .subject: CAIRO_PDF_METADATA_SUBJECT
            case .creator: CAIRO_PDF_METADATA_CREATOR
            case .created: CAIRO_PDF_METADATA_CREATE_DATE
            case .modified: CAIRO_PDF_METADATA_MOD_DATE
            }
        unsafe cairo_pdf_surface_set_metadata(surface, kind, text.cleaned)
    }

    /// Adds an outline entry that leads to a height on a page; pages count from one.
    package func addOutline(_ name: String, page: Int, y: Double) {
        let place = "page=\(page) pos=[0 \(max(0, y))]"
        _ = unsafe cairo_pdf_surface_add_outline(
            surface, CAIRO_PDF_OUTLINE_ROOT, name.cleaned, place, CAIRO_PDF_OUTLINE_FLAG_OPEN)
    }

    /// What viewers call the present page.
    package func setPageLabel(_ label: String) {
        unsafe cairo_pdf_surface_set_page_label(surface, label.cleaned)
    }
}

extension String {
    /// Without NUL, which would end the text early in C.
    fileprivate var cleaned: String { contains("\0") ? replacing("\0", with: "\u{FFFD}") : self }
}

import Scene

extension PageContent {
    /// Drawn content that is not part of the document's text.
    enum Artifact {
        /// The background of the whole page, whose size is in PDF points.
        case background(Size)
        case header, footer
        case watermark
        /// A product of pagination.
        case pagination
        /// Lines and backgrounds between the parts of a block.
        case layout

        /// Begins the artifact (ISO 32000-1, 14.8.2.2).
        func begin(in markup: inout PDFMarkup) {
            switch self {
            case .background(let page):
                markup.raw("/Artifact<</Type/Background/BBox[0 0 ")
                markup.point(page.width, page.height)
                markup.raw("]>>BDC\n")
            case .header:
                markup.raw("/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>BDC\n")
            case .footer:
                markup.raw("/Artifact<</Type/Pagination/Subtype/Footer/Attached[/Bottom]>>BDC\n")
            case .watermark: markup.raw("/Artifact<</Type/Pagination/Subtype/Watermark>>BDC\n")
            case .pagination: markup.raw("/Artifact<</Type/Pagination>>BDC\n")
            case .layout: markup.raw("/Artifact<</Type/Layout>>BDC\n")
            }
        }
    }
}

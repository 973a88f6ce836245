import Scene

extension PageContent {
    /// Drawings that are not part of the document's own words.
    enum Artifact {
        /// The background of the whole page, whose size is in PDF points.
        case background(Size)
        case header, footer
        case watermark
        /// A product of pagination.
        case pagination
        /// Lines and grounds between the parts of one.
        case layout

        /// Says what comes (ISO 32000-1, 14.8.2.2).
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

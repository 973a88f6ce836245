import Basics

extension PageSetup: FieldObject {
    static let fields: Fields<PageSetup> = [
        Field("size", \.size, .pageSize, "Size of the page."),
        Field(
            "number", optional: \.number, .integer(1...100_000),
            "Makes a `png`, `webp` or `jpeg` a picture of this page of the PDF, or of the last page if there are fewer. Without it, a picture has no pages.",
            examples: [1]),
        Field("orientation", \.orientation, .choice, "Orientation of the page."),
        Field(
            "text", \.text, .length(8...36),
            "Text size on the page in points, 8 to 36. Default: 10. Only headings are larger, and no text is smaller than 8 unless the page is too narrow.",
            examples: [10]),
        Field("columns", \.columns, .integer(1...2), "Number of columns on a page."),
        Field(
            "margin", \.margin, .margin,
            "One value for all edges, or up to four clockwise from the top. \"15mm 15mm 15mm 28mm\" leaves space for binding."
        ),
        Field(
            "header", optional: \.header, .template,
            "Line at the top of each page. Placeholders: {title}, {page}, {pages} and {date}; in a PDF of the profile `evidence` also {chain:8} and {sha256:8}, the first digits of the message chain and of the source's digest.",
            examples: ["{title}"]),
        Field(
            "footer", optional: \.footer, .template,
            "Line at the bottom of each page, with the placeholders of `header`.",
            examples: ["{page} / {pages}"]),
        Field(
            "bates", optional: \.bates, .object,
            "Bates number on each page of a PDF, as a stamp and as the page label. It continues through the parts of `split_by`."
        ),
        Field(
            "exhibit", optional: \.exhibit, .line,
            "Exhibit name, stamped at the top right of each page of a PDF.",
            examples: ["Exhibit 7"]),
        Field(
            "legend", optional: \.legend, .line,
            "Confidentiality legend, stamped at the bottom left of each page of a PDF.",
            examples: ["Confidential"]),
        Field(
            "watermark", optional: \.watermark, .watermark,
            "Text across every page of a PDF, above everything else. Not on an `endless` page.",
            examples: ["DRAFT"]),
    ]
}

extension BatesNumbers: FieldObject {
    static let fields: Fields<BatesNumbers> = [
        Field("prefix", \.prefix, .line, "Text before the number.", examples: ["ABC-"]),
        Field("start", \.start, .integer(0...999_999_999_999), "Number of the first page."),
        Field("digits", \.digits, .integer(1...12), "Number of digits, padded with zeros."),
        Field("place", \.place, .choice, "Corner of the page."),
    ]
}

extension Watermark: FieldObject {
    init() { self.init("") }

    static let fields: Fields<Watermark> = [
        Field("text", \.text, .line, "The text.", examples: ["DRAFT"]),
        Field("angle", \.angle, .number(-90...90), "Slope of the text in degrees."),
        Field("opacity", \.opacity, .number(0.02...1), "Opacity of the text."),
    ]
}

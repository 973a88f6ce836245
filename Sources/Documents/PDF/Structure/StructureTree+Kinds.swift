import Scene

extension StructureTree {
    /// The standard structure types (ISO 32000-1, 14.8.4) in use.
    enum Kind: Equatable {
        case document, section, division, paragraph, figure, link, quotation, item, label, body,
            table, row
        case headCell, rowHeadCell, cell, code, span, form, annotation
        /// A heading; the first level is 1.
        case heading(Int)
        case list(isNumbered: Bool)

        /// - Parameter level: the level of the heading above the part.
        init(_ part: Node.Part.Kind, below level: Int) {
            self =
                switch part {
                case .quotation: .quotation
                case .list(let isNumbered): .list(isNumbered: isNumbered)
                case .item: .item
                case .label: .label
                case .body: .body
                case .table: .table
                case .row: .row
                case .headCell: .headCell
                case .rowHeadCell: .rowHeadCell
                case .cell: .cell
                case .code: .code
                case .heading: .heading(level + 1)
                }
        }

        var name: StaticString {
            switch self {
            case .document: "/Document"
            case .section: "/Sect"
            case .division: "/Div"
            case .heading(1): "/H1"
            case .heading(2): "/H2"
            case .heading: "/H3"
            case .paragraph: "/P"
            case .figure: "/Figure"
            case .link: "/Link"
            case .quotation: "/BlockQuote"
            case .list: "/L"
            case .item: "/LI"
            case .label: "/Lbl"
            case .body: "/LBody"
            case .table: "/Table"
            case .row: "/TR"
            case .headCell, .rowHeadCell: "/TH"
            case .cell: "/TD"
            case .code: "/Code"
            case .span: "/Span"
            case .form: "/Form"
            case .annotation: "/Annot"
            }
        }

        /// The key for the element's text. `ActualText` would replace everything within the
        /// element, including links and figures (14.9.4), so only spans have it.
        var wordsKey: StaticString? {
            switch self {
            case .figure: "/Alt"
            case .span: "/ActualText"
            case .document, .section, .division, .heading, .paragraph, .link, .quotation, .list,
                .item, .label, .body, .table, .row, .headCell, .rowHeadCell, .cell, .code, .form,
                .annotation:
                nil
            }
        }

        /// The element's attributes (14.8.5).
        var attributes: StaticString? {
            switch self {
            case .headCell: "/A<</O/Table/Scope/Column>>"
            case .rowHeadCell: "/A<</O/Table/Scope/Row>>"
            case .list(isNumbered: true): "/A<</O/List/ListNumbering/Decimal>>"
            case .list(isNumbered: false): "/A<</O/List/ListNumbering/Disc>>"
            case .document, .section, .division, .heading, .paragraph, .figure, .link, .quotation,
                .item, .label, .body, .table, .row, .cell, .code, .span, .form, .annotation:
                nil
            }
        }
    }
}

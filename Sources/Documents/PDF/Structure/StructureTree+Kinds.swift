import Scene

extension StructureTree {
    /// The standard structure types (ISO 32000-1, 14.8.4) in use.
    enum Kind: Equatable {
        case document, section, division, paragraph, figure, link, quotation, item, label, body,
            table, row
        case headCell, rowHeadCell, cell, code, span, form, annotation
        /// The first level is 1.
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

        struct Traits {
            /// The content that PDF 2.0 allows in an element (ISO 32005).
            enum Content {
                /// Only elements: drawn content must be in paragraphs.
                case paragraphs
                /// Only elements of the same kind: content drawn between them is an artifact.
                case parts
                /// Drawn content and inline elements.
                case words
            }

            let name: StaticString
            var content = Content.words
            var isInLine = false
            /// Whether the type exists in the namespace of PDF 1.7 only.
            var isOnlyInFirst = false
            /// The key for the element's text. `ActualText` would replace everything within the
            /// element, including links and figures (14.9.4), so only spans have it.
            var wordsKey: StaticString?
            /// The element's attributes (14.8.5).
            var attributes: StaticString?
        }

        var traits: Traits {
            switch self {
            case .document: Traits(name: "/Document", content: .paragraphs)
            case .section: Traits(name: "/Sect", content: .paragraphs)
            case .division: Traits(name: "/Div", content: .paragraphs)
            case .heading(1): Traits(name: "/H1")
            case .heading(2): Traits(name: "/H2")
            case .heading: Traits(name: "/H3")
            case .paragraph: Traits(name: "/P")
            case .figure: Traits(name: "/Figure", isInLine: true, wordsKey: "/Alt")
            case .link: Traits(name: "/Link", isInLine: true)
            case .quotation:
                Traits(name: "/BlockQuote", content: .paragraphs, isOnlyInFirst: true)
            case .list(isNumbered: true):
                Traits(
                    name: "/L", content: .parts,
                    attributes: "/A<</O/List/ListNumbering/Decimal>>")
            case .list(isNumbered: false):
                Traits(
                    name: "/L", content: .parts, attributes: "/A<</O/List/ListNumbering/Disc>>")
            case .item: Traits(name: "/LI", content: .parts)
            case .label: Traits(name: "/Lbl")
            case .body: Traits(name: "/LBody")
            case .table: Traits(name: "/Table", content: .parts)
            case .row: Traits(name: "/TR", content: .parts)
            case .headCell: Traits(name: "/TH", attributes: "/A<</O/Table/Scope/Column>>")
            case .rowHeadCell: Traits(name: "/TH", attributes: "/A<</O/Table/Scope/Row>>")
            case .cell: Traits(name: "/TD")
            case .code: Traits(name: "/Code", isInLine: true, isOnlyInFirst: true)
            case .span: Traits(name: "/Span", isInLine: true, wordsKey: "/ActualText")
            case .form: Traits(name: "/Form")
            case .annotation: Traits(name: "/Annot", isInLine: true)
            }
        }
    }
}

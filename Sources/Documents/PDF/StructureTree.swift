import Scene

/// A document's structure elements (ISO 32000-1, 14.7) for screen readers: what each one says, and
/// where it is drawn on which page.
final class StructureTree {
    private enum Child {
        case part(PDFReference)
        case mark(Int, on: PDFReference)
        case annotation(PDFReference, on: PDFReference)
    }

    private struct Part {
        let reference: PDFReference
        let kind: Kind
        /// The exact text of a span, or the alternative text of a figure.
        let text: String
        let language: String?
        /// The area of a figure on its page, in printer's points from the bottom of the page.
        let frame: Rect?
        /// The attachments that belong to the element (ISO 19005-3, 6.8).
        let files: [PDFReference]
        var isImplied = false
        var children: [Child] = []
        /// The elements that continue on the next page, in order.
        var waiting: ArraySlice<Part> = []
    }

    private let file: PDFFile
    private let root: PDFReference
    /// The namespaces of the structure types; nil in PDF 1.7, which has a single set of types.
    private let namespaces: Namespaces?
    private var top: [PDFReference] = []
    private var open: [Part] = []
    /// The owners of each page's marked content and of each annotation, by key (14.7.4.4).
    private var owners: [PDFReference?] = []
    private var page = PDFReference(number: 0)
    private var pageKey = 0
    /// The elements that own the current page's marked content.
    private var marks: [PDFReference] = []

    /// - Parameter isSecond: whether the document is PDF 2.0 (ISO 32000-2).
    init(in file: PDFFile, isSecond: Bool = false) {
        self.file = file
        root = file.reserve()
        namespaces = isSecond ? Namespaces(in: file) : nil
    }

    /// Added implicitly around content that the parent may not contain directly.
    var isImplied: Bool { open.last?.isImplied ?? false }

    /// Begins an implicit paragraph, or resumes the one that a page break interrupted.
    func imply() {
        if hasImpliedWaiting, resume(.paragraph) { return }
        begin(.paragraph)
        open[open.count - 1].isImplied = true
    }

    /// Ends an implicit paragraph that does not continue on this page.
    func endImpliedWaiting() {
        guard hasImpliedWaiting, let last = open.indices.last,
            let part = open[last].waiting.popFirst()
        else { return }
        write(part, in: open[last].reference)
    }

    private var hasImpliedWaiting: Bool { open.last?.waiting.first?.isImplied ?? false }

    var kind: Kind? { open.last?.kind }

    var openPart: PDFReference? { open.last?.reference }

    /// Begins a page and returns the key of its elements.
    func beginPage(_ page: PDFReference) -> Int {
        self.page = page
        pageKey = owners.count
        owners.append(nil)
        return pageKey
    }

    func endPage() {
        owners[pageKey] = file.add { array in
            array.raw("[")
            for owner in marks { array.reference(owner) }
            array.raw("]")
        }
        marks.removeAll(keepingCapacity: true)
    }

    func begin(
        _ kind: Kind, text: String = "", language: String? = nil, frame: Rect? = nil,
        files: [PDFReference] = []
    ) {
        let reference = file.reserve()
        if open.isEmpty {
            top.append(reference)
        } else {
            open[open.count - 1].children.append(.part(reference))
        }
        open.append(
            Part(
                reference: reference, kind: kind, text: text, language: language, frame: frame,
                files: files))
    }

    func end() {
        guard let part = open.popLast() else { return }
        write(part, in: open.last?.reference ?? root)
    }

    /// Suspends the open element, which continues on the next page.
    func suspend() {
        guard open.count > 1, let part = open.popLast() else { return end() }
        open[open.count - 1].waiting.append(part)
    }

    /// Returns false if the first suspended element is not of this kind.
    func resume(_ kind: Kind) -> Bool {
        guard let last = open.indices.last, open[last].waiting.first?.kind == kind,
            let part = open[last].waiting.popFirst()
        else { return false }
        open.append(part)
        return true
    }

    /// Returns the number of the open element's next marked content on the current page.
    func mark() -> Int {
        let mark = marks.count
        guard !open.isEmpty else { return mark }
        open[open.count - 1].children.append(.mark(mark, on: page))
        marks.append(open[open.count - 1].reference)
        return mark
    }

    /// Returns the annotation's key. It is on the current page unless another one is given.
    func hold(_ annotation: PDFReference, on other: PDFReference? = nil) -> Int {
        guard let part = open.last else { return owners.count }
        open[open.count - 1].children.append(.annotation(annotation, on: other ?? page))
        owners.append(part.reference)
        return owners.count - 1
    }

    func finish() -> PDFReference {
        while !open.isEmpty { end() }
        file.add(as: root) { tree in
            tree.raw("<</Type/StructTreeRoot/K[")
            for part in top { tree.reference(part) }
            tree.raw("]")
            if let namespaces { namespaces.list(in: &tree) }
            tree.raw("/ParentTree<</Nums[")
            for (key, owner) in owners.enumerated() {
                guard let owner else { continue }
                tree.integer(key)
                tree.reference(owner)
            }
            tree.raw("]>>/ParentTreeNextKey ")
            tree.integer(owners.count)
            tree.raw(">>")
        }
        return root
    }

    private func write(_ part: Part, in parent: PDFReference) {
        for inner in part.waiting { write(inner, in: part.reference) }
        file.add(as: part.reference) { entry in
            entry.raw("<</S")
            entry.raw(part.kind.traits.name)
            if let namespaces {
                entry.raw("/NS ")
                entry.reference(namespaces.namespace(of: part.kind))
            }
            entry.raw("/P ")
            entry.reference(parent)
            say(part, in: &entry)
            if let language = part.language { entry.language(language) }
            if let attributes = part.kind.traits.attributes { entry.raw(attributes) }
            if let frame = part.frame {
                // A figure must have a bounding box (ISO 32000-1, 14.8.5.4.3), so that readers can
                // show its position.
                entry.raw("/A<</O/Layout/BBox[")
                entry.point(frame.minX, frame.minY)
                entry.point(frame.maxX, frame.maxY)
                entry.raw("]>>")
            }
            if !part.files.isEmpty {
                entry.raw("/AF[")
                for file in part.files { entry.reference(file) }
                entry.raw("]")
            }
            Self.list(part.children, in: &entry)
            entry.raw(">>")
        }
    }

    private func say(_ part: Part, in entry: inout PDFMarkup) {
        guard let key = part.kind.traits.wordsKey else { return }
        entry.raw(key)
        entry.text(
            namespaces == nil ? part.text : PDFMarkup.withoutPrivateLetters(part.text))
    }

    private static func list(_ children: [Child], in entry: inout PDFMarkup) {
        // Marked content without a page of its own is on this page.
        var page: PDFReference?
        for case .mark(_, let on) in children where page == nil { page = on }
        if let page {
            entry.raw("/Pg ")
            entry.reference(page)
        }
        entry.raw("/K[")
        for child in children {
            switch child {
            case .part(let part): entry.reference(part)
            case .mark(let mark, let on) where on == page: entry.integer(mark)
            case .mark(let mark, let on):
                entry.raw("<</Type/MCR/Pg ")
                entry.reference(on)
                entry.raw("/MCID ")
                entry.integer(mark)
                entry.raw(">>")
            case .annotation(let annotation, let on):
                entry.raw("<</Type/OBJR/Obj ")
                entry.reference(annotation)
                entry.raw("/Pg ")
                entry.reference(on)
                entry.raw(">>")
            }
        }
        entry.raw("]")
    }

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

/// The namespace of PDF 2.0 omits some types of PDF 1.7 (ISO 32000-2, 14.8.6).
private struct Namespaces {
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

import Scene

/// The parts that a document is made of (ISO 32000-1, 14.7), as a screen reader follows them: what
/// each says, and where on which page it is drawn.
final class StructureTree {
    private enum Child {
        case part(PDFReference)
        case mark(Int, on: PDFReference)
        case annotation(PDFReference, on: PDFReference)
    }

    private struct Part {
        let reference: PDFReference
        let kind: Kind
        /// The exact text of a span, or the words for a figure.
        let text: String
        let language: String?
        /// The area of a figure on its page, in printer's points from the page's foot.
        let frame: Rect?
        /// Attachments that belong to it (ISO 19005-3, 6.8).
        let files: [PDFReference]
        var isImplied = false
        var children: [Child] = []
        /// The parts that continue on the next page, in order.
        var waiting: ArraySlice<Part> = []
    }

    private let file: PDFFile
    private let root: PDFReference
    /// The namespaces of the parts' kinds; nil in documents of the first edition, which know one
    /// set of names.
    private let namespaces: Namespaces?
    private var top: [PDFReference] = []
    private var open: [Part] = []
    /// The owners of every page's marks and every annotation, by key (14.7.4.4).
    private var owners: [PDFReference?] = []
    private var page = PDFReference(number: 0)
    private var pageKey = 0
    /// The parts that the present page's marks belong to.
    private var marks: [PDFReference] = []

    /// - Parameter isSecond: whether it is that of ISO 32000-2.
    init(in file: PDFFile, isSecond: Bool = false) {
        self.file = file
        root = file.reserve()
        namespaces = isSecond ? Namespaces(in: file) : nil
    }

    /// Whether the open part was begun by nobody, around what may not stand in the one about it by
    /// itself.
    var isImplied: Bool { open.last?.isImplied ?? false }

    /// A paragraph around what comes.
    func imply() {
        begin(.paragraph)
        open[open.count - 1].isImplied = true
    }

    /// The kind of the part that is open.
    var kind: Kind? { open.last?.kind }

    /// The part that is open.
    var openPart: PDFReference? { open.last?.reference }

    /// The key under which the page finds its parts.
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

    /// Begins a part within the open one.
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

    /// Leaves the open part for what the next page shows of it.
    func suspend() {
        guard open.count > 1, let part = open.popLast() else { return end() }
        open[open.count - 1].waiting.append(part)
    }

    /// Goes on with the part within the open one that was left first; false where that is none of
    /// this kind.
    func resume(_ kind: Kind) -> Bool {
        guard let last = open.indices.last, open[last].waiting.first?.kind == kind,
            let part = open[last].waiting.popFirst()
        else { return false }
        open.append(part)
        return true
    }

    /// A number for what the open part draws next on the present page.
    func mark() -> Int {
        let mark = marks.count
        guard !open.isEmpty else { return mark }
        open[open.count - 1].children.append(.mark(mark, on: page))
        marks.append(open[open.count - 1].reference)
        return mark
    }

    /// Makes an annotation of a page, the present one where none is told, part of the open one, and
    /// gives the key that it holds.
    func hold(_ annotation: PDFReference, on other: PDFReference? = nil) -> Int {
        guard let part = open.last else { return owners.count }
        open[open.count - 1].children.append(.annotation(annotation, on: other ?? page))
        owners.append(part.reference)
        return owners.count - 1
    }

    /// Ends what is still open and writes the root.
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
            entry.raw(part.kind.name)
            if let namespaces {
                entry.raw("/NS ")
                entry.reference(namespaces.namespace(of: part.kind))
            }
            entry.raw("/P ")
            entry.reference(parent)
            say(part, in: &entry)
            if let language = part.language { entry.language(language) }
            if let attributes = part.kind.attributes { entry.raw(attributes) }
            if let frame = part.frame {
                // Of a figure wanted (ISO 32000-1, 14.8.5.4.3), so that readers can show the place.
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
        guard let key = part.kind.wordsKey else { return }
        entry.raw(key)
        entry.text(
            namespaces == nil ? part.text : PDFMarkup.withoutPrivateLetters(part.text))
    }

    private static func list(_ children: [Child], in entry: inout PDFMarkup) {
        // Marks without a page of their own are on this one.
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
}

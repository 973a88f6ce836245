import Scene

/// Draws pages as a document, and tells what each part of them says. It has never heard of bubbles.
final class DocumentPainter {
    struct OutlineEntry {
        let name: String
        let page: PDFReference
        /// In printer's points, from the page's foot.
        let top: Double
    }

    private let text: TextPainter
    private let pictures: PicturePainter
    private let structure: StructureTree
    private let file: PDFFile
    private(set) var outline: [OutlineEntry] = []
    private var isDocumentOpen = false
    private var hasTitle = false
    private var day: String?
    /// The page that is being drawn.
    private var page = PDFReference(number: 0)
    private var height = 0.0
    private var scale = 1.0
    private var annotations: [PDFReference] = []
    /// Where text of the present part opens which address.
    private var linked = LinkedAreas()

    init(
        text: TextPainter, pictures: PicturePainter, structure: StructureTree, in file: PDFFile
    ) {
        self.text = text
        self.pictures = pictures
        self.structure = structure
        self.file = file
    }

    /// - Parameters:
    ///   - height: the page's, in printer's points.
    ///   - scale: printer's points for one of the page's.
    /// - Returns: the page's links.
    func paint(
        _ page: Page, as reference: PDFReference, height: Double, scale: Double,
        in content: inout PageContent
    ) throws(PDFFault) -> [PDFReference] {
        self.page = reference
        self.height = height
        self.scale = scale
        annotations = []
        try paint(page.background, isRead: false, in: &content)
        if !isDocumentOpen { structure.begin(.document) }
        isDocumentOpen = true
        for block in page.blocks { try paint(block, in: &content) }
        content.finish()
        return annotations
    }

    private func paint(_ block: Block, in content: inout PageContent) throws(PDFFault) {
        guard let kind = kind(of: block) else {
            return try paint(block.nodes, isRead: false, in: &content)
        }
        enterDay(of: block)
        linked.removeAll()
        try part(kind, text: block.text, language: block.language, in: &content) {
            content throws(PDFFault) in
            try paint(block.nodes, isRead: true, in: &content)
        }
    }

    /// Nil for what is drawn and never read. Headings begin with the first level (ISO 14289-1, 7.4.2):
    /// without a title, days are the first.
    private func kind(of block: Block) -> StructureTree.Kind? {
        switch block.role {
        case .artifact: return nil
        case .title:
            hasTitle = true
            return .heading1
        case .dayHeader: return hasTitle ? .heading2 : .heading1
        case .message, .note: return .paragraph
        }
    }

    /// A section and an outline entry for each day.
    private func enterDay(of block: Block) {
        guard let next = block.day, next != day else { return }
        if day != nil { structure.end() }
        structure.begin(.section)
        day = next
        let isHeader = block.role == .dayHeader && !block.text.isEmpty
        outline.append(
            OutlineEntry(
                name: isHeader ? block.text : next, page: page,
                top: height - max(0, block.frame.minY * scale)))
    }

    /// Draws what belongs to a part of its own.
    private func part(
        _ kind: StructureTree.Kind, text: String = "", language: String? = nil,
        frame: Rect? = nil, in content: inout PageContent,
        _ body: (inout PageContent) throws(PDFFault) -> Void
    ) throws(PDFFault) {
        content.endMark()
        structure.begin(
            kind, text: text, language: language, frame: frame.map { onPaper($0) })
        try body(&content)
        content.endMark()
        structure.end()
    }

    /// - Parameter isRead: whether a reader is told of it.
    private func paint(
        _ nodes: [Node], isRead: Bool, in content: inout PageContent
    ) throws(PDFFault) {
        for node in nodes {
            try file.check()
            switch node {
            case .link(let rect, let url):
                if isRead { try paintLink(to: url, over: rect, in: &content) }
            case .figure(let alt, let nodes) where isRead:
                try part(.figure, text: alt, frame: nodes.frame, in: &content) {
                    content throws(PDFFault) in
                    try paint(nodes, isRead: true, in: &content)
                }
            case .figure(_, let nodes): try paint(nodes, isRead: false, in: &content)
            case .shape, .text, .lettering, .picture, .clipped:
                if !content.isMarked { mark(isRead: isRead, in: &content) }
                try draw(node, isRead: isRead, in: &content)
            }
        }
    }

    private func draw(
        _ node: Node, isRead: Bool, in content: inout PageContent
    ) throws(PDFFault) {
        switch node {
        case .shape(let path, let fill, let stroke):
            draw(path, fill: fill, stroke: stroke, in: &content)
        case .text(let shaped, let point):
            try draw(shaped, at: point, isRead: isRead, in: &content)
        case .lettering(let shaped, let point):
            try text.draw(shaped, at: point, in: &content)
        case .picture(let picture): try pictures.paint(picture, in: &content)
        case .clipped(let path, let nodes):
            try content.clip(to: path) { content throws(PDFFault) in
                try paint(nodes, isRead: isRead, in: &content)
            }
        case .link, .figure: break
        }
    }

    private func mark(isRead: Bool, in content: inout PageContent) {
        guard isRead, let kind = structure.kind else { return content.beginArtifact() }
        content.begin(kind, mark: structure.mark())
    }

    private func draw(
        _ shaped: ShapedText, at point: Point, isRead: Bool, in content: inout PageContent
    ) throws(PDFFault) {
        let bytes = Array(shaped.text.utf8)
        for line in shaped.lines {
            try file.check()
            let origin = Point(point.x + line.left, point.y + line.baseline)
            // In the order in which they are read, not in which they stand: so do readers find them.
            let runs = shaped.runs(of: line).sorted { $0.text.lowerBound < $1.text.lowerBound }
            for run in runs {
                guard isRead, let url = shaped.address(of: run) else {
                    if !content.isMarked { mark(isRead: isRead, in: &content) }
                    try text.paint(run, of: shaped, bytes, at: origin, in: &content)
                    continue
                }
                let frame = run.frame(at: origin)
                linked.add(url, frame)
                try part(.link, in: &content) { content throws(PDFFault) in
                    mark(isRead: true, in: &content)
                    try text.paint(run, of: shaped, bytes, at: origin, in: &content)
                    annotate(url, over: frame)
                }
            }
        }
    }

    /// An area that opens an address, unless its text does already.
    private func paintLink(
        to url: String, over rect: Rect, in content: inout PageContent
    ) throws(PDFFault) {
        guard let address = LinkAddress.escaped(url),
            !linked.contains(address, in: rect)
        else { return }
        try part(.link, in: &content) { _ throws(PDFFault) in annotate(address, over: rect) }
    }

    /// In printer's points from the page's foot.
    private func onPaper(_ rect: Rect) -> Rect {
        Rect(
            rect.minX * scale, height - rect.maxY * scale, rect.width * scale,
            rect.height * scale)
    }

    /// Makes a rectangle open an address (ISO 32000-1, 12.5.6.5).
    private func annotate(_ url: String, over rect: Rect) {
        let annotation = file.reserve()
        let key = structure.hold(annotation)
        annotations.append(annotation)
        let place = onPaper(rect)
        file.add(as: annotation) { entry in
            entry.raw("<</Type/Annot/Subtype/Link/Border[0 0 0]/F 4/Rect[")
            entry.point(place.minX, place.minY)
            entry.point(place.maxX, place.maxY)
            entry.raw("]/StructParent ")
            entry.integer(key)
            entry.raw("/Contents")
            entry.text(url)
            entry.raw("/A<</S/URI/URI")
            entry.text(url)
            entry.raw(">>>>")
        }
    }

    private func draw(
        _ path: Path, fill: Paint?, stroke: Stroke?, in content: inout PageContent
    ) {
        switch fill {
        case .color(let color) where color.alpha > 0: content.fill(path, color)
        case .linear(let gradient): content.fill(path, gradient)
        case .color, nil: break
        }
        if let stroke, stroke.color.alpha > 0 { content.stroke(path, stroke) }
    }
}

extension ShapedText {
    /// The address that a run opens, as a document may hold it.
    fileprivate func address(of run: Run) -> String? {
        guard let link = run.link, links.indices.contains(Int(link)) else { return nil }
        return LinkAddress.escaped(links[Int(link)])
    }
}

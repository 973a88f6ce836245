import Scene

/// Draws pages as a document with a structure tree. It knows nothing about bubbles.
final class DocumentPainter {
    struct OutlineEntry {
        let name: String
        let place: Place
    }

    /// A target of links and outline entries.
    struct Place {
        let page: PDFReference
        /// The distance from the bottom of the page in PDF points.
        let top: Double
        /// The structure element at the target.
        let part: PDFReference?
    }

    private let text: TextPainter
    private let letterings: LetteringForms
    private let pictures: PicturePainter
    let structure: StructureTree
    let file: PDFFile
    var outline: [OutlineEntry] = []
    /// The link targets, by name.
    var anchors: [String: Place] = [:]
    private var isDocumentOpen = false
    private var hasTitle = false
    /// The level of the last heading. Headings in messages are below it.
    private var level = 0
    /// Whether the current block continues on the next page.
    var continues = false
    /// The kind of drawn content that is not part of the text.
    var artifact = PageContent.Artifact.pagination
    var day: String?
    private let language: String
    /// Whether the structure is that of PDF 2.0, in which paragraphs cannot contain lists or
    /// tables.
    let isSecond: Bool
    /// Whether links to other pages are omitted.
    private let isAlone: Bool
    /// The attachments, by the subject of the block that they belong to.
    private let files: [Int: [PDFReference]]
    /// The positions at which the current block is cut at its top and foot; nil for no cut.
    var cuts: (top: Double?, foot: Double?)
    private var languages: RunLanguages
    var ground: Ground?
    var page = PDFReference(number: 0)
    var height = 0.0
    /// The width of the page in points of the scene.
    private(set) var pageWidth = 0.0
    var scale = 1.0
    var annotations: [PDFReference] = []
    /// The appearance of the document's signature on the page that is being drawn.
    private(set) var face: SignatureFace?
    /// The areas of links in the current part's text.
    var linked = LinkedAreas()

    init(
        text: TextPainter, pictures: PicturePainter, structure: StructureTree,
        language: String, files: [Int: [PDFReference]] = [:], isSecond: Bool = false,
        isAlone: Bool = false, in file: PDFFile
    ) {
        self.isSecond = isSecond
        self.isAlone = isAlone
        self.files = files
        self.text = text
        letterings = LetteringForms(text, in: file)
        self.pictures = pictures
        self.structure = structure
        self.language = language
        languages = RunLanguages(in: language)
        self.file = file
    }

    /// - Parameters:
    ///   - height: the page's height in printer's points.
    ///   - scale: printer's points per point of the page.
    /// - Returns: the annotations of the page.
    func paint(
        _ page: Page, as reference: PDFReference, height: Double, scale: Double,
        in content: inout PageContent
    ) throws(PDFFault) -> [PDFReference] {
        self.page = reference
        self.height = height
        pageWidth = page.size.width
        self.scale = scale
        annotations = []
        face = nil
        let size = Size(page.size.width * scale, page.size.height * scale)
        try paintGround(page, as: .background(size), in: &content)
        if !isDocumentOpen { structure.begin(.document) }
        isDocumentOpen = true
        for block in page.blocks { try paint(block, in: &content) }
        content.finish()
        return annotations
    }

    func paint(
        _ nodes: [Node], as artifact: PageContent.Artifact, in content: inout PageContent
    ) throws(PDFFault) {
        content.endMark()
        self.artifact = artifact
        try paint(nodes, isRead: false, in: &content)
        content.endMark()
    }

    private func paint(_ block: Block, in content: inout PageContent) throws(PDFFault) {
        switch block.role {
        case .header: try paint(block.nodes, as: .header, in: &content)
        case .footer: try paint(block.nodes, as: .footer, in: &content)
        case .artifact: try paint(block.nodes, as: .pagination, in: &content)
        case .watermark(let angle):
            try content.turned(by: angle, around: block.frame.center) {
                content throws(PDFFault) in
                try paint(block.nodes, as: .watermark, in: &content)
            }
        // The bar of a conversation without a title. A heading must have words.
        case .title where block.text.isEmpty: try paint(block.nodes, as: .layout, in: &content)
        case .title:
            level = 1
            try paint(block, as: .heading(1), in: &content)
        case .dayHeader:
            // Headings begin with the first level (ISO 14289-1, 7.4.2): without a title, days do.
            if !hasTitle { level = 1 } else { level = 2 }
            try paint(block, as: .heading(level), in: &content)
        case .message, .note:
            try paint(block, as: isSecond ? .division : .paragraph, in: &content)
        case .facts: try paint(block, as: .division, in: &content)
        case .signature: face = try face(of: block, in: content)
        case .appendix:
            leaveDay(for: block)
            try paint(block, as: .division, in: &content)
        }
        if block.role == .title, !block.text.isEmpty { hasTitle = true }
    }

    /// The appearance of the signature field. Its text belongs to the field instead of the page's
    /// content.
    private func face(
        of block: Block, in content: PageContent
    ) throws(PDFFault) -> SignatureFace {
        var form = content.beginForm()
        try paint(block.nodes, isRead: false, in: &form)
        form.finishForm()
        return SignatureFace(
            form: file.add(form, over: block.frame, isFace: true), place: onPaper(block.frame),
            words: block.text)
    }

    /// Paints a block as one structure element, even if it spans pages.
    private func paint(
        _ block: Block, as kind: StructureTree.Kind, in content: inout PageContent
    ) throws(PDFFault) {
        content.endMark()
        content.move(to: block.frame.minY)
        cuts = (
            block.isContinued ? block.frame.minY : nil, block.continues ? block.frame.maxY : nil
        )
        if !block.isContinued || !continues {
            enterDay(of: block)
            linked.removeAll()
            languages = RunLanguages(of: block, in: language)
            structure.begin(
                kind, language: block.language ?? languages.whole,
                files: block.subject.flatMap { files[$0] } ?? [])
        }
        try paint(block.nodes, isRead: true, in: &content)
        content.endMark()
        continues = block.continues
        if !block.comments.isEmpty { try paintComments(of: block, in: &content) }
        guard !continues else { return }
        endImplied()
        structure.end()
    }

    /// - Parameter isRead: whether the nodes are part of the text for screen readers.
    func paint(
        _ nodes: [Node], isRead: Bool, in content: inout PageContent
    ) throws(PDFFault) {
        for (index, node) in nodes.enumerated() {
            try file.check()
            switch node {
            case .link(let rect, let url):
                if isRead { try paintLink(to: url, over: rect, in: &content) }
            case .jump(let rect, let name, let words):
                if isRead, !isAlone { try paintJump(to: name, words, over: rect, in: &content) }
            case .anchor(let name, let point):
                if isRead { mark(name, at: point) }
            case .figure(let alt, let nodes) where isRead:
                try part(.figure, text: alt, frame: nodes.frame, in: &content) {
                    content throws(PDFFault) in
                    try paint(nodes, isRead: true, in: &content)
                }
            case .figure(_, let nodes): try paint(nodes, isRead: false, in: &content)
            case .part(let part, let nodes) where isRead:
                let kind = StructureTree.Kind(part.kind, below: level)
                try self.part(kind, extent: part.extent, in: &content) {
                    content throws(PDFFault) in
                    try paint(nodes, isRead: true, in: &content)
                }
            case .part(_, let nodes): try paint(nodes, isRead: false, in: &content)
            case .spoken(let words, _):
                if isRead { speak(words, in: &content) }
            case .lettering(let letters, let point):
                if !content.isMarked { mark(isRead: isRead, in: &content) }
                try letterings.draw(
                    letters, at: point, on: nodes.ground(before: index), in: &content)
            case .shape, .text, .picture, .clipped, .layer:
                if nodes.ground(before: index + 1) != nil { continue }
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
        case .picture(let picture): try pictures.paint(picture, in: &content)
        case .clipped(let path, let nodes):
            try content.clip(to: path) { content throws(PDFFault) in
                try paint(nodes, isRead: isRead, in: &content)
            }
        case .layer(let layer, let nodes):
            try content.layer(layer) { content throws(PDFFault) in
                try paint(nodes, isRead: isRead, in: &content)
            }
        case .lettering, .link, .jump, .anchor, .figure, .part, .spoken: break
        }
    }

    private func draw(
        _ shaped: ShapedText, at point: Point, isRead: Bool, in content: inout PageContent
    ) throws(PDFFault) {
        let bytes = Array(shaped.text.utf8)
        var link = OpenLink()
        for line in shaped.lines {
            try file.check()
            let origin = Point(point.x + line.left, point.y + line.baseline)
            // In reading order instead of visual order, because readers extract text in drawing
            // order.
            let runs = shaped.runs(of: line).sorted { $0.text.lowerBound < $1.text.lowerBound }
            for run in runs {
                let address = isRead ? shaped.address(of: run) : nil
                enter(address == nil ? nil : run.link, to: address, &link, in: &content)
                if address != nil { link.add(run.frame(at: origin)) { annotate($0, over: $1) } }
                if !content.isMarked { mark(isRead: isRead, in: &content) }
                try text.paint(
                    run, of: shaped, bytes, at: origin,
                    language: isRead ? languages.language(of: bytes, in: run.text) : nil,
                    in: &content)
            }
        }
        enter(nil, to: nil, &link, in: &content)
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

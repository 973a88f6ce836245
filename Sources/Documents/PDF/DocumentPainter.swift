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
        let part: PDFReference?
    }

    private let text: TextPainter
    private let letterings: LetteringForms
    private let pictures: PicturePainter
    let structure: StructureTree
    let file: PDFFile
    var outline: [OutlineEntry] = []
    var anchors: [String: Place] = [:]
    private var isDocumentOpen = false
    private var hasTitle = false
    /// The level of the last heading. Headings in messages are below it.
    private var level = 0
    var continues = false
    var artifact = PageContent.Artifact.pagination
    var day: String?
    private let language: LanguageTag
    /// In PDF 2.0, paragraphs cannot contain lists or tables.
    let isSecond: Bool
    /// Whether links to other pages are omitted.
    private let isAlone: Bool
    /// The attachments, by the subject of the block that they belong to.
    private let files: [Int: [PDFReference]]
    /// The positions at which the current block is cut at its top and foot; nil for no cut.
    private var cuts: (top: Double?, foot: Double?)
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
    private var linked = LinkedAreas()

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
        self.language = LanguageTag(language)
        languages = RunLanguages(in: self.language)
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

    /// Its text belongs to the field instead of the page's content.
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
            languages = RunLanguages(of: block.text, stated: block.language, in: language)
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
        let languages = languages
        var link = OpenLink()
        for line in shaped.lines {
            try file.check()
            let origin = Point(point.x + line.left, point.y + line.baseline)
            // In reading order: readers extract text in drawing order.
            var runs = shaped.runs(of: line)
            if runs.count > 1 { runs.sort { $0.text.lowerBound < $1.text.lowerBound } }
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

    struct Ground {
        let nodes: [Node]
        let form: PDFReference?
    }

    /// A pattern of thousands of lines is written once for all pages.
    private func paintGround(
        _ page: Page, as artifact: PageContent.Artifact, in content: inout PageContent
    ) throws(PDFFault) {
        guard page.background.count > 4 else {
            return try paint(page.background, as: artifact, in: &content)
        }
        if ground?.nodes != page.background {
            ground = Ground(nodes: page.background, form: try form(of: page, in: content))
        }
        guard let form = ground?.form else {
            return try paint(page.background, as: artifact, in: &content)
        }
        content.begin(artifact)
        content.draw(form: form)
        content.endMark()
    }

    /// Returns nil if the background has patterns, which a form would displace.
    private func form(
        of page: Page, in content: PageContent
    ) throws(PDFFault) -> PDFReference? {
        var form = content.beginForm()
        try paint(page.background, isRead: false, in: &form)
        form.finishForm()
        guard !form.resources.hasPatterns else { return nil }
        return file.add(form, over: Rect(0, 0, page.size.width, page.size.height))
    }

    // The structure and anchors, by which screen readers navigate days, messages and contents.

    private func enterDay(of block: Block) {
        guard let next = block.day, next != day else { return }
        if day != nil { structure.end() }
        structure.begin(.section)
        day = next
        let isHeader = block.role == .dayHeader && !block.text.isEmpty
        enter(isHeader ? block.text : next, at: block.frame.minY)
    }

    /// Blocks after the messages belong to no day.
    private func leaveDay(for block: Block) {
        guard !block.isContinued || !continues else { return }
        if day != nil { structure.end() }
        day = nil
        let title = block.text.split(separator: "\n", maxSplits: 1).first
        enter(String(title ?? ""), at: block.frame.minY)
    }

    private func enter(_ name: String, at y: Double) {
        outline.append(OutlineEntry(name: name, place: place(at: y)))
    }

    private func place(at y: Double) -> Place {
        Place(page: page, top: height - max(0, y * scale), part: structure.openPart)
    }

    /// Only the first occurrence of an anchor counts, because the others are continuations.
    func mark(_ name: String, at point: Point) {
        if anchors[name] == nil { anchors[name] = place(at: point.y) }
    }

    /// In PDF 2.0, inline elements need a paragraph, and block elements end it.
    private func makeRoom(for kind: StructureTree.Kind) {
        guard isSecond else { return }
        if !kind.traits.isInLine {
            endImplied()
            structure.endImpliedWaiting()
        } else if structure.kind?.traits.content == .paragraphs {
            structure.imply()
        }
    }

    private func endImplied() {
        if structure.isImplied { structure.end() }
    }

    /// Draws content as a new structure element, or as the continuation of the previous page's.
    ///
    /// - Parameter extent: the vertical range of the whole element.
    func part(
        _ kind: StructureTree.Kind, text: String = "", language: String? = nil,
        frame: Rect? = nil, extent: ClosedRange<Double>? = nil, in content: inout PageContent,
        _ body: (inout PageContent) throws(PDFFault) -> Void
    ) throws(PDFFault) {
        content.endMark()
        makeRoom(for: kind)
        if !isContinued(extent) || !structure.resume(kind) {
            structure.begin(
                kind, text: text, language: language, frame: frame.map { onPaper($0) })
        }
        try body(&content)
        content.endMark()
        if continues(extent) {
            // A quoted paragraph continues like the quotation around it.
            if structure.isImplied { structure.suspend() }
            structure.suspend()
        } else {
            endImplied()
            structure.end()
        }
    }

    /// The minimum height that counts as a line.
    private static let tolerance = 0.5

    private func isContinued(_ extent: ClosedRange<Double>?) -> Bool {
        guard let extent, let top = cuts.top else { return false }
        return extent.lowerBound < top - Self.tolerance
    }

    private func continues(_ extent: ClosedRange<Double>?) -> Bool {
        guard let extent, let foot = cuts.foot else { return false }
        return extent.upperBound > foot + Self.tolerance
    }

    private func speak(_ words: String, in content: inout PageContent) {
        content.endMark()
        makeRoom(for: .span)
        structure.begin(.span, text: words)
        content.addEmpty(.span, mark: structure.mark())
        structure.end()
    }

    func mark(isRead: Bool, in content: inout PageContent) {
        guard isRead, var kind = structure.kind else { return content.begin(artifact) }
        if isSecond {
            switch kind.traits.content {
            case .parts: return content.begin(PageContent.Artifact.layout)
            case .paragraphs:
                structure.imply()
                kind = .paragraph
            case .words: break
            }
        }
        content.begin(kind, mark: structure.mark())
    }

    /// An address over several lines is one link.
    func enter(
        _ number: Int32?, to address: String?, _ link: inout OpenLink,
        in content: inout PageContent
    ) {
        guard number != link.number else { return }
        if link.number != nil {
            link.end { annotate($0, over: $1) }
            content.endMark()
            structure.end()
        }
        link = OpenLink(number: number, address: address)
        guard number != nil else { return }
        content.endMark()
        makeRoom(for: .link)
        structure.begin(.link)
    }

    /// Makes an area open an address, unless its text does so already.
    private func paintLink(
        to url: String, over rect: Rect, in content: inout PageContent
    ) throws(PDFFault) {
        guard let address = LinkAddress.escaped(url),
            !linked.contains(address, in: rect)
        else { return }
        try part(.link, in: &content) { _ throws(PDFFault) in annotate(address, over: rect) }
    }

    /// Converts a frame to PDF points measured from the bottom of the page.
    private func onPaper(_ rect: Rect) -> Rect {
        Rect(
            rect.minX * scale, height - rect.maxY * scale, rect.width * scale,
            rect.height * scale)
    }

    /// Makes an area lead to an anchor of the document, which may be on a later page.
    private func paintJump(
        to name: String, _ words: String, over rect: Rect, in content: inout PageContent
    ) throws(PDFFault) {
        try part(.link, in: &content) { _ throws(PDFFault) in
            annotate(words, over: rect, as: Self.link) { entry in
                entry.raw("/A<</S/GoTo/D")
                entry.text(name)
                entry.raw(">>")
            }
        }
    }

    /// Makes a rectangle open an address (ISO 32000-1, 12.5.6.5).
    private func annotate(_ url: String, over rect: Rect) {
        linked.add(url, rect)
        annotate(url, over: rect, as: Self.link) { entry in
            entry.raw("/A<</S/URI/URI")
            entry.text(url)
            entry.raw(">>")
        }
    }

    private static let link: StaticString = "/Link/Border[0 0 0]/F 4"

    /// - Parameter kind: the subtype and the entries that all annotations of this kind have.
    private func annotate(
        _ words: String, over rect: Rect, as kind: StaticString, rest: (inout PDFMarkup) -> Void
    ) {
        let annotation = file.reserve()
        let key = structure.hold(annotation)
        annotations.append(annotation)
        let place = onPaper(rect)
        file.add(as: annotation) { entry in
            entry.raw("<</Type/Annot/Subtype")
            entry.raw(kind)
            entry.raw("/Rect[")
            entry.point(place.minX, place.minY)
            entry.point(place.maxX, place.maxY)
            entry.raw("]/StructParent ")
            entry.integer(key)
            entry.raw("/Contents")
            entry.text(words)
            rest(&entry)
            entry.raw(">>")
        }
    }

    // Comments on parts of a document (ISO 32000-1, 12.5.6.4).

    /// Comments are printed; readers must not scale or rotate them (ISO 19005-3, 6.3.2).
    private static let kind: StaticString = "/Text/Name/Comment/F 28/C[1 .85 .37]"
    /// The icon of a comment, in PDF points.
    private static let side = 18.0
    private static let gap = 2.0
    private static let paper = Color(0xFF, 0xD9, 0x5E)
    private static let ink = Color(0x4A, 0x38, 0x00)

    /// Paints comments in the margin beside the block, or at its edge if there is no margin.
    private func paintComments(of block: Block, in content: inout PageContent) throws(PDFFault) {
        let side = Self.side / scale
        let gap = Self.gap / scale
        let isBeside = pageWidth - block.frame.maxX > side + gap
        let x = isBeside ? block.frame.maxX + gap : block.frame.maxX - side - gap
        for (index, words) in block.comments.enumerated() {
            try file.check()
            let frame = Rect(x, block.frame.minY + Double(index) * (side + gap), side, side)
            var form = content.beginForm()
            try paint(Self.icon(in: frame), isRead: false, in: &form)
            form.finishForm()
            let face = file.add(form, over: frame, isFace: true)
            try part(.annotation, in: &content) { _ throws(PDFFault) in
                annotate(words, over: frame, as: Self.kind) { entry in
                    entry.raw("/AP<</N ")
                    entry.reference(face)
                    entry.raw(">>")
                }
            }
        }
    }

    private static func icon(in frame: Rect) -> [Node] {
        let unit = frame.width / 18
        let card = Rect(
            frame.minX + unit, frame.minY + 2 * unit, frame.width - 2 * unit,
            frame.height - 6 * unit)
        var tip = Path()
        tip.move(card.minX + 4 * unit, card.maxY - unit)
        tip.line(card.minX + 5 * unit, frame.maxY - unit)
        tip.line(card.minX + 9 * unit, card.maxY - unit)
        tip.close()
        let lines = [4.0, 7.5].map { y in
            Node.fill(
                .rectangle(
                    Rect(card.minX + 3 * unit, card.minY + y * unit, 10 * unit, 1.2 * unit)), ink)
        }
        return [.fill(tip, paper), .fill(.rounded(card, 2.5 * unit), paper)] + lines
    }
}

extension ShapedText {
    func address(of run: Run) -> String? {
        guard let link = run.link, links.indices.contains(Int(link)) else { return nil }
        return LinkAddress.escaped(links[Int(link)])
    }
}

struct OpenLink {
    var number: Int32?
    var address: String?
    /// The area drawn so far on the current line.
    private var frame: Rect?

    init(number: Int32? = nil, address: String? = nil) {
        self.number = number
        self.address = address
    }

    /// Adjacent words share one area.
    mutating func add(_ next: Rect, _ annotate: (String, Rect) -> Void) {
        if let frame, frame.minY == next.minY,
            next.minX <= frame.maxX + 1, next.maxX >= frame.minX - 1
        {
            self.frame = frame.union(next)
            return
        }
        end(annotate)
        frame = next
    }

    mutating func end(_ annotate: (String, Rect) -> Void) {
        if let frame, let address { annotate(address, frame) }
        frame = nil
    }
}

/// The link areas in texts, indexed by position because a message may have thousands of links.
private struct LinkedAreas {
    private struct Band: Hashable {
        let url: String
        let number: Int
    }

    private static let bandHeight = 32.0

    private var frames: [Band: [Rect]] = [:]

    mutating func add(_ url: String, _ frame: Rect) {
        for number in Self.bands(of: frame) {
            frames[Band(url: url, number: number), default: []].append(frame)
        }
    }

    func contains(_ url: String, in area: Rect) -> Bool {
        Self.bands(of: area).contains { number in
            frames[Band(url: url, number: number)]?.contains { $0.intersects(area) } ?? false
        }
    }

    mutating func removeAll() { frames.removeAll(keepingCapacity: true) }

    private static func bands(of frame: Rect) -> ClosedRange<Int> {
        func band(_ y: Double) -> Int {
            y.isFinite ? Int(min(max(y / bandHeight, -1e9), 1e9).rounded(.down)) : 0
        }
        return band(frame.minY)...max(band(frame.minY), band(frame.maxY))
    }
}

import Cairo
import Scene

/// Draws pages as a document, and tells what each part of them says. It has never heard of bubbles.
final class DocumentPainter {
    struct OutlineEntry {
        let name: String
        let y: Double
    }

    private let text: TextPainter
    private let pictures: PicturePainter
    /// Every part that was opened, in order.
    private(set) var parts: [SpokenPart] = []
    private var outline: [OutlineEntry] = []
    private var isDocumentOpen = false
    private var day: String?

    init(text: TextPainter, pictures: PicturePainter) {
        self.text = text
        self.pictures = pictures
    }

    /// The entries that the last page brought.
    func takeOutline() -> [OutlineEntry] {
        defer { outline = [] }
        return outline
    }

    func paint(_ page: Page, on canvas: borrowing Canvas) throws(CairoFailure) {
        try paint(page.background, isRead: false, on: canvas)
        if !isDocumentOpen { begin(.document, on: canvas) }
        isDocumentOpen = true
        for block in page.blocks { try paint(block, on: canvas) }
    }

    /// Ends what goes on over pages.
    func endParts(on canvas: borrowing Canvas) {
        if day != nil { canvas.end(.section) }
        if isDocumentOpen { canvas.end(.document) }
        day = nil
        isDocumentOpen = false
    }

    private func paint(_ block: Block, on canvas: borrowing Canvas) throws(CairoFailure) {
        guard let tag = block.role.tag else {
            return try paint(block.nodes, isRead: false, on: canvas)
        }
        enterDay(of: block, on: canvas)
        begin(tag, text: block.text, language: block.language, on: canvas)
        text.beginPart()
        try paint(block.nodes, isRead: true, on: canvas)
        canvas.end(tag)
    }

    /// A section and an outline entry for each day.
    private func enterDay(of block: Block, on canvas: borrowing Canvas) {
        guard let next = block.day, next != day else { return }
        if day != nil { canvas.end(.section) }
        begin(.section, on: canvas)
        day = next
        let isHeader = block.role == .dayHeader && !block.text.isEmpty
        outline.append(
            OutlineEntry(name: isHeader ? block.text : next, y: block.frame.minY))
    }

    private func begin(
        _ tag: Canvas.Tag, text: String = "", language: String? = nil,
        on canvas: borrowing Canvas
    ) {
        canvas.begin(tag)
        parts.append(SpokenPart(tag: tag, text: text, language: language))
    }

    /// - Parameter isRead: whether a reader is told of figures and links in it.
    private func paint(
        _ nodes: [Node], isRead: Bool, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        for node in nodes {
            switch node {
            case .shape(let path, let fill, let stroke):
                paint(path, fill: fill, stroke: stroke, on: canvas)
            case .text(let shaped, let point):
                try text.paint(shaped, at: point, isRead: isRead, on: canvas)
            case .lettering(let shaped, let point):
                try text.draw(shaped, at: point, on: canvas)
            case .picture(let picture): try pictures.paint(picture, on: canvas)
            case .link(let rect, let url):
                if isRead { try text.paintLink(to: url, over: rect, on: canvas) }
            case .figure(let alt, let nodes):
                try paintFigure(nodes, alt: alt, isRead: isRead, on: canvas)
            case .clipped(let path, let nodes):
                try canvas.saved { () throws(CairoFailure) in
                    canvas.add(path)
                    canvas.clip()
                    try paint(nodes, isRead: isRead, on: canvas)
                }
            }
        }
    }

    private func paintFigure(
        _ nodes: [Node], alt: String, isRead: Bool, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        guard isRead else { return try paint(nodes, isRead: false, on: canvas) }
        begin(.figure, text: alt, on: canvas)
        try paint(nodes, isRead: true, on: canvas)
        canvas.end(.figure)
    }

    private func paint(_ path: Path, fill: Paint?, stroke: Stroke?, on canvas: borrowing Canvas) {
        if let fill {
            switch fill {
            case .color(let color): canvas.setSource(color)
            case .linear(let gradient): canvas.setSource(gradient)
            }
            canvas.add(path)
            canvas.fill()
        }
        if let stroke {
            canvas.add(path)
            canvas.stroke(stroke)
        }
    }
}

extension Block.Role {
    /// Nil for what is drawn and never read.
    fileprivate var tag: Canvas.Tag? {
        switch self {
        case .artifact: nil
        case .title: .heading1
        case .dayHeader: .heading2
        case .message, .note: .paragraph
        }
    }
}

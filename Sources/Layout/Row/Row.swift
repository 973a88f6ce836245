import Basics
package import Scene
import Themes

/// A measured row, which can be drawn at any position.
package struct Row: Sendable {
    let gap: Double
    let height: Double
    let breaks: [Double]
    var seams: [Double] = []
    /// The height of the row's only picture, which may be scaled down; 0 if there is none or more
    /// than one.
    let pictureHeight: Double
    let keepsWithNext: Bool
    var beginsPage = false
    /// The rows to repeat at the top of a page on which this row continues; nil for the line
    /// "continued" there and at the previous page's foot.
    var repeated: [Row]?
    var anchor: String?
    /// The message's index in the conversation; nil for headers.
    package let message: Int?
    let role: Block.Role
    /// Whether the row, if it follows the title bar, continues inside the bar.
    var isInBar = false
    var comments: [String] = []
    package let text: String
    let language: String?
    let day: String?
    private let content: any RowContent

    init(
        gap: Double, height: Double, breaks: [Double] = [], pictureHeight: Double = 0,
        keepsWithNext: Bool = false, message: Int? = nil, role: Block.Role, text: String,
        language: String? = nil,
        day: String? = nil, content: any RowContent
    ) {
        self.gap = gap
        self.height = height
        self.breaks = breaks
        self.pictureHeight = pictureHeight
        self.keepsWithNext = keepsWithNext
        self.message = message
        self.role = role
        self.text = text
        self.language = language
        self.day = day
        self.content = content
    }

    func wrapped(
        height: Double, text: String, _ wrap: (any RowContent) -> any RowContent
    ) -> Row {
        var row = Row(
            gap: gap, height: height, breaks: breaks, pictureHeight: pictureHeight,
            keepsWithNext: keepsWithNext, message: message, role: role, text: text,
            language: language, day: day, content: wrap(content))
        (row.seams, row.beginsPage, row.anchor) = (seams, beginsPage, anchor)
        (row.isInBar, row.comments, row.repeated) = (isInBar, comments, repeated)
        return row
    }

    /// - Parameter ground: the area of fills that cover the whole page; nil for the row's width.
    func placed(
        at y: Double, on canvas: Rect, across ground: Rect? = nil, pictures: PictureTable,
        visible: ClosedRange<Double> = Drawing.everything, budget: WorkBudget = .unlimited
    ) -> PlacedRow {
        let frame = Rect(canvas.minX, y, canvas.width, height)
        var drawing = Drawing(
            frame: frame, canvas: ground ?? canvas, pictures: pictures, visible: visible,
            budget: budget)
        if let anchor { drawing.add(.anchor(anchor, at: frame.origin)) }
        content.draw(in: frame, on: &drawing)
        let block = Block(
            role: role, frame: frame, ink: drawing.ink, text: text, language: language, day: day,
            nodes: pictures.painted(drawing.nodes), subject: message, comments: comments)
        return PlacedRow(
            block: block, message: message, bubbles: drawing.bubbles, texts: drawing.texts)
    }
}

protocol RowContent: Sendable {
    func draw(in frame: Rect, on drawing: inout Drawing)
}

package struct PlacedRow: Sendable {
    package internal(set) var block: Block
    package let message: Int?
    package let bubbles: [Rect]
    package let texts: [Rect]
}

/// Collects the nodes that a row draws, and the frames for the layout output.
struct Drawing {
    var nodes: [Node] = []
    /// The frames of bubbles and of their texts, in drawing order.
    var bubbles: [Rect] = []
    var texts: [Rect] = []
    var ink: Rect
    /// The whole page, for fills that cover all of it.
    let canvas: Rect
    let pictures: PictureTable
    /// The visible range of heights. Content outside may be skipped. Otherwise each page or stripe
    /// would draw all of a message that spans many of them.
    private(set) var visible: ClosedRange<Double>
    private let budget: WorkBudget
    private var asked = 0
    private var isOver = false

    static let everything = -Double.infinity...Double.infinity

    init(
        frame: Rect, canvas: Rect, pictures: PictureTable,
        visible: ClosedRange<Double> = Drawing.everything, budget: WorkBudget = .unlimited
    ) {
        ink = frame
        self.canvas = canvas
        self.pictures = pictures
        self.visible = visible
        self.budget = budget
    }

    mutating func add(_ node: Node) { nodes.append(node) }

    mutating func add(_ nodes: [Node]) { self.nodes += nodes }

    /// Draws content as a separate structure element for assistive technology.
    ///
    /// - Parameter room: the frame of the whole element, if a page may split it.
    mutating func part(
        _ kind: Node.Part.Kind, in room: Rect? = nil, _ draw: (inout Drawing) -> Void
    ) {
        ask()
        let start = nodes.count
        draw(&self)
        let inner = Array(nodes[start...])
        nodes.removeSubrange(start...)
        nodes.append(.part(Node.Part(kind, extent: room?.heights), inner))
    }

    mutating func fill(_ path: Path, _ color: Color) { nodes.append(.fill(path, color)) }

    mutating func add(_ shadow: BubbleStyle.Shadow, of outline: Path) {
        nodes += shadow.nodes(under: outline)
        ink = ink.union(
            outline.bounds.offset(shadow.dx, shadow.dy).inset(by: -shadow.blur))
    }

    /// Draws text with clickable links. The layout output includes its frame.
    mutating func text(_ text: ShapedText, at point: Point) {
        guard !text.lines.isEmpty, !isOver else { return }
        label(text, at: point)
        texts.append(Rect(point.x, point.y, text.size.width, text.size.height))
        guard !text.links.isEmpty else { return }
        for line in text.lines(at: point, in: visible) {
            let top = point.y + line.baseline - text.lineHeight * 0.8
            for run in text.runs[Int(line.runs.lowerBound)..<Int(line.runs.upperBound)] {
                guard let link = run.link else { continue }
                let frame = Rect(
                    point.x + line.left + run.left, top, run.width, text.lineHeight)
                nodes.append(.link(frame, url: text.links[Int(link)]))
            }
        }
    }

    /// Draws letters that are part of a picture, not text.
    mutating func letter(_ text: ShapedText, at point: Point) {
        nodes.append(.lettering(text, at: point))
    }

    /// Draws text that is not part of the message: times, file names, marks.
    mutating func label(_ text: ShapedText, at point: Point) {
        ask()
        let lines = text.lines(at: point, in: visible)
        guard !lines.isEmpty || text.lines.isEmpty else { return }
        nodes += RedactionBar.nodes(in: text, lines, at: point, budget: budget)
        nodes.append(.text(text.keeping(lines), at: point))
    }

    /// Stops all further output if the work must end. The caller of the row checks again.
    private mutating func ask() {
        asked += 1
        guard asked % 256 == 0, !budget.mayContinue else { return }
        isOver = true
        visible = .infinity ... .infinity
    }
}

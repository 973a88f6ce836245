import Basics
import Scene
import Themes

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
        nodes += ShadowInk.nodes(of: outline, shadow)
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

import Scene
import Theme

/// Collects what a row draws, and the frames that the layout output tells.
struct Drawing {
    var nodes: [Node] = []
    /// Frames of bubbles and of the texts in them, in the order drawn.
    var bubbles: [Rect] = []
    var texts: [Rect] = []
    var ink: Rect
    /// The whole page, for fills that run over all of it.
    let canvas: Rect
    let pictures: PictureTable

    init(frame: Rect, canvas: Rect, pictures: PictureTable) {
        ink = frame
        self.canvas = canvas
        self.pictures = pictures
    }

    mutating func add(_ node: Node) { nodes.append(node) }

    mutating func add(_ nodes: [Node]) { self.nodes += nodes }

    mutating func fill(_ path: Path, _ color: Color) { nodes.append(.fill(path, color)) }

    mutating func add(_ shadow: BubbleStyle.Shadow, of outline: Path) {
        nodes += ShadowInk.nodes(of: outline, shadow)
        ink = ink.union(
            outline.bounds.offset(shadow.dx, shadow.dy).inset(by: -shadow.blur))
    }

    /// Text with links that can be followed; the frame is told in the layout output.
    mutating func text(_ text: ShapedText, at point: Point) {
        guard !text.lines.isEmpty else { return }
        nodes.append(.text(text, at: point))
        texts.append(Rect(point.x, point.y, text.size.width, text.size.height))
        guard !text.links.isEmpty else { return }
        for line in text.lines {
            let top = point.y + line.baseline - text.lineHeight * 0.8
            for run in text.runs[Int(line.runs.lowerBound)..<Int(line.runs.upperBound)] {
                guard let link = run.link else { continue }
                let frame = Rect(
                    point.x + line.left + run.left, top, run.width, text.lineHeight)
                nodes.append(.link(frame, url: text.links[Int(link)]))
            }
        }
    }

    /// Letters that are part of a drawing.
    mutating func letter(_ text: ShapedText, at point: Point) {
        nodes.append(.lettering(text, at: point))
    }

    /// Text that is no part of what was said: times, names of files, marks.
    mutating func label(_ text: ShapedText, at point: Point) {
        nodes.append(.text(text, at: point))
    }
}

import Basics
import Model
import Scene

/// The bar over redacted text: one dark shape with an edge that is visible on dark backgrounds too.
/// It is as long as the invisible letters of the mark, which can be found and copied. Only the
/// reason code is drawn, on the bar.
enum RedactionBar {
    private static let fill = Color(22, 22, 24)
    /// A mid gray with a contrast of at least 3:1 against white, against black and against the bar.
    private static let edge = Color(142, 142, 147)
    static let ink = Color.white

    /// The bars under some lines of a text drawn at a point. Stops early if the work must end.
    static func nodes(
        in text: ShapedText, _ lines: ArraySlice<ShapedText.Line>, at point: Point,
        budget: WorkBudget = .unlimited
    ) -> [Node] {
        guard let first = lines.first, let last = lines.last,
            lines.contains(where: { text.runs(of: $0).contains(where: isHidden) })
        else { return [] }
        let places = RedactionMark.places(
            in: text.text, near: Int(first.text.lowerBound)..<Int(last.text.upperBound))
        var nodes: [Node] = []
        var next = 0
        for line in budget.checked(lines) {
            while next < places.count, places[next].whole.upperBound <= Int(line.text.lowerBound) {
                next += 1
            }
            // A mark that a narrow line breaks continues on the next line.
            for place in places[next...].prefix(while: {
                $0.whole.lowerBound < Int(line.text.upperBound)
            }) {
                if let frame = frame(of: place, in: line, text) {
                    nodes += bar(frame.offset(point.x, point.y))
                }
            }
        }
        return nodes
    }

    /// Whether letters reserve the space of a bar. A spoiler's letters have their own background.
    private static func isHidden(_ run: ShapedText.Run) -> Bool {
        run.color.alpha == 0 && run.background == nil
    }

    /// Returns the union of a mark's runs. In right-to-left lines the brackets are separate runs
    /// beside the letters.
    private static func frame(
        of place: RedactionMark.Place, in line: ShapedText.Line, _ text: ShapedText
    ) -> Rect? {
        var frame: Rect?
        var hasMark = false
        for run in text.runs(of: line) {
            guard Int(run.text.lowerBound) < place.whole.upperBound,
                Int(run.text.upperBound) > place.whole.lowerBound
            else { continue }
            let isReason = place.reason.contains(Int(run.text.lowerBound))
            guard isReason || isHidden(run) else { continue }
            // A line may contain only the reason code of a mark.
            hasMark = hasMark || isHidden(run) || run.color == ink
            let part = Rect(
                line.left + run.left, line.baseline - run.size * 0.82, run.width, run.size * 1.04)
            frame = frame?.union(part) ?? part
        }
        return hasMark ? frame : nil
    }

    private static func bar(_ frame: Rect) -> [Node] {
        let edge = Path.rounded(frame.inset(by: 0.5), frame.height * 0.18)
        return [.shape(edge, fill: .color(fill), stroke: Stroke(RedactionBar.edge, width: 1))]
    }
}

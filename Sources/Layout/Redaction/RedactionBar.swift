import Conversation
import Scene

/// The bar that stands where something was redacted: one shape, dark with an edge that is seen on dark
/// grounds too, as long as the mark's letters, which are there to be found and copied but not drawn.
enum RedactionBar {
    private static let fill = Color(22, 22, 24)
    /// Mid-grey: at least 3:1 against white, against black and against the bar.
    private static let edge = Color(142, 142, 147)

    /// Where the mark stands in a text, as UTF-8 offsets.
    static func places(in text: String) -> [Range<Int>] {
        var places: [Range<Int>] = []
        let bytes = Array(text.utf8)
        let mark = Array(Redactor.mark.utf8)
        var index = 0
        while let start = bytes[index...].firstIndex(of: mark[0]) {
            index = start + 1
            guard bytes[start...].starts(with: mark) else { continue }
            index = start + mark.count
            places.append(start..<index)
        }
        return places
    }

    /// The bars of a text drawn at a point.
    static func nodes(in text: ShapedText, at point: Point) -> [Node] {
        guard text.runs.contains(where: isHidden) else { return [] }
        let places = places(in: text.text)
        var nodes: [Node] = []
        var next = 0
        for line in text.lines {
            while next < places.count, places[next].upperBound <= Int(line.text.lowerBound) {
                next += 1
            }
            // A place that a narrow line cut goes on in the next.
            for place in places[next...].prefix(while: { $0.lowerBound < Int(line.text.upperBound) }
            ) {
                if let frame = frame(of: place, in: line, text) {
                    nodes += bar(frame.offset(point.x, point.y))
                }
            }
        }
        return nodes
    }

    /// Letters that keep a bar's place; a spoiler's have a ground of their own.
    private static func isHidden(_ run: ShapedText.Run) -> Bool {
        run.color.alpha == 0 && run.background == nil
    }

    /// Right-to-left lines set the mark's brackets apart from its letters: side by side all the same.
    private static func frame(
        of place: Range<Int>, in line: ShapedText.Line, _ text: ShapedText
    ) -> Rect? {
        var frame: Rect?
        for run in text.runs(of: line) {
            guard isHidden(run), Int(run.text.lowerBound) < place.upperBound,
                Int(run.text.upperBound) > place.lowerBound
            else { continue }
            let part = Rect(
                line.left + run.left, line.baseline - run.size * 0.82, run.width, run.size * 1.04)
            frame = frame?.union(part) ?? part
        }
        return frame
    }

    private static func bar(_ frame: Rect) -> [Node] {
        let edge = Path.rounded(frame.inset(by: 0.5), frame.height * 0.18)
        return [.shape(edge, fill: .color(fill), stroke: Stroke(RedactionBar.edge, width: 1))]
    }
}

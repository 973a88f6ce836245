import Scene
import Typesetting

/// What stands where in a drawing, pixel by pixel.
struct InkMap {
    enum Ink: UInt8 { case shape, letter, picture }

    let width: Int
    let height: Int
    private let scale: Double
    private let fonts: FontTable
    private(set) var inks: [UInt8]

    init(of nodes: [Node], _ size: Size, scale: Double, fonts: FontTable) {
        width = Int((size.width * scale).rounded(.up))
        height = Int((size.height * scale).rounded(.up))
        self.scale = scale
        self.fonts = fonts
        inks = Array(repeating: Ink.shape.rawValue, count: width * height)
        mark(nodes)
    }

    private mutating func mark(_ nodes: [Node]) {
        for node in nodes {
            switch node {
            case .text(let text, let point), .lettering(let text, let point):
                mark(text, at: point)
            case .picture(let picture): mark(picture.frame, .picture)
            case .figure(_, let nodes), .clipped(_, let nodes): mark(nodes)
            case .shape, .link: break
            }
        }
    }

    private mutating func mark(_ text: ShapedText, at point: Point) {
        for line in text.lines {
            let origin = Point(point.x + line.left, point.y + line.baseline)
            for run in text.runs(of: line) {
                // Letters with marks pass their line's height.
                let frame = run.frame(at: origin).inset(
                    by: Insets(top: -run.size, left: -3, bottom: -run.size, right: -3))
                mark(frame, fonts.file(run.font).hasColorBitmaps ? .picture : .letter)
            }
        }
    }

    private mutating func mark(_ frame: Rect, _ ink: Ink) {
        func pixels(_ low: Double, _ high: Double, _ most: Int) -> Range<Int> {
            let first = min(max(0, Int((low * scale).rounded(.down)) - 1), most)
            return first..<min(max(first, Int((high * scale).rounded(.up)) + 1), most)
        }
        let columns = pixels(frame.minX, frame.maxX, width)
        for row in pixels(frame.minY, frame.maxY, height) {
            for place in row * width + columns.lowerBound..<row * width + columns.upperBound
            where inks[place] < ink.rawValue {
                inks[place] = ink.rawValue
            }
        }
    }
}

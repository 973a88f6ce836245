package import Scene

/// The kind of content at each pixel of a drawing.
package struct InkMap {
    enum Ink: UInt8 { case shape, letter, picture }

    package let width: Int
    package let height: Int
    private let scale: Double
    private let fonts: any FontLookup
    private var inks: [UInt8]
    private var counts: [Int]

    package init(of nodes: [Node], _ size: Size, scale: Double, fonts: some FontLookup) {
        width = Int((size.width * scale).rounded(.up))
        height = Int((size.height * scale).rounded(.up))
        self.scale = scale
        self.fonts = fonts
        inks = Array(repeating: Ink.shape.rawValue, count: width * height)
        counts = [width * height, 0, 0]
        mark(nodes)
    }

    func ink(_ x: Int, _ y: Int) -> Ink { Ink(rawValue: inks[y * width + x]) ?? .shape }

    func count(of ink: Ink) -> Int { counts[Int(ink.rawValue)] }

    private mutating func mark(_ nodes: [Node]) {
        for node in nodes {
            switch node {
            case .text(let text, let point), .lettering(let text, let point):
                mark(text, at: point)
            case .picture(let picture): mark(picture.frame, .picture)
            case .figure(_, let nodes), .part(_, let nodes), .clipped(_, let nodes),
                .layer(_, let nodes):
                mark(nodes)
            case .shape, .link, .jump, .anchor, .spoken: break
            }
        }
    }

    private mutating func mark(_ text: ShapedText, at point: Point) {
        for line in text.lines {
            let origin = Point(point.x + line.left, point.y + line.baseline)
            for run in text.runs(of: line) {
                // Letters with diacritics exceed the height of their line.
                let frame = run.frame(at: origin).inset(
                    by: Insets(top: -run.size, left: -3, bottom: -run.size, right: -3))
                let isPicture = fonts.fontFile(run.font)?.hasColorBitmaps ?? false
                mark(frame, isPicture ? .picture : .letter)
            }
        }
    }

    private mutating func mark(_ frame: Rect, _ ink: Ink) {
        func pixels(_ low: Double, _ high: Double, _ most: Int) -> Range<Int> {
            let first = min(max(0, Int((low * scale).rounded(.down)) - 1), most)
            return first..<min(max(first, Int((high * scale).rounded(.up)) + 1), most)
        }
        let columns = pixels(frame.minX, frame.maxX, width)
        let rows = pixels(frame.minY, frame.maxY, height)
        for row in rows {
            for place in row * width + columns.lowerBound..<row * width + columns.upperBound {
                let before = inks[place]
                guard before < ink.rawValue else { continue }
                inks[place] = ink.rawValue
                counts[Int(before)] -= 1
                counts[Int(ink.rawValue)] += 1
            }
        }
    }
}

import Cairo
import Scene

/// A small outline as coverage, drawn once and laid down wherever it comes again: doodles of a wallpaper,
/// ticks, circles behind initials.
///
/// Made from its key alone, so that it is the same whoever drew it first.
final class Stamp {
    /// The outline in 256ths of a pixel (cairo's own precision) from a whole pixel, and how it is inked.
    struct Key: Hashable {
        let elements: [Int32]
        /// Nil for a fill.
        let stroke: Stroke?
        let width: Int
        let height: Int
    }

    let mask: ImageSurface

    init(_ key: Key) throws(CairoFailure) {
        let mask = try ImageSurface(width: key.width, height: key.height, format: .mask)
        try mask.draw { canvas throws(CairoFailure) in
            canvas.add(Path(fixed: key.elements))
            if let stroke = key.stroke {
                canvas.stroke(stroke)
            } else {
                canvas.setSource(Color.black)
                canvas.fill()
            }
        }
        self.mask = mask
    }
}

extension Path {
    private enum Code {
        static let move: Int32 = 0
        static let line: Int32 = 1
        static let curve: Int32 = 2
        static let close: Int32 = 3
    }

    /// The outline as whole numbers, each point by `fix`.
    func fixed(_ fix: (Point) -> (Int32, Int32)) -> [Int32] {
        var numbers: [Int32] = []
        numbers.reserveCapacity(elements.count * 5)
        func add(_ point: Point) {
            let (x, y) = fix(point)
            numbers.append(x)
            numbers.append(y)
        }
        for element in elements {
            switch element {
            case .move(let point):
                numbers.append(Code.move)
                add(point)
            case .line(let point):
                numbers.append(Code.line)
                add(point)
            case .curve(let first, let second, let end):
                numbers.append(Code.curve)
                add(first)
                add(second)
                add(end)
            case .close: numbers.append(Code.close)
            }
        }
        return numbers
    }

    /// What `fixed` wrote, in pixels.
    init(fixed numbers: [Int32]) {
        self.init()
        var rest = numbers[...]
        func next() -> Double { Double(rest.removeFirst()) / 256 }
        while let code = rest.popFirst() {
            switch code {
            case Code.move: move(next(), next())
            case Code.line: line(next(), next())
            case Code.curve: curve(next(), next(), next(), next(), next(), next())
            default: close()
            }
        }
    }
}

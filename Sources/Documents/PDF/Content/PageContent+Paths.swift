import Scene

extension PageContent {
    /// - Parameter isArea: whether the path is filled or used for clipping, which closes it
    ///   implicitly.
    mutating func add(_ path: Path, isArea: Bool) {
        if isForm { ink = ink?.union(path.bounds) ?? path.bounds }
        let top = top
        if let rect = path.rectangle {
            markup.place(Point(rect.minX, rect.minY - top))
            markup.place(Point(rect.width, rect.height))
            return markup.raw("re\n")
        }
        var pen = Pen(top: top)
        for (index, element) in path.elements.enumerated() {
            switch element {
            case .move(let point):
                pen.move(to: point, in: &markup)
                markup.raw("m\n")
            case .line(let point):
                // A line of zero length is only visible in a stroke, by its ends.
                if isArea, pen.stands(at: point) { continue }
                pen.move(to: point, in: &markup)
                markup.raw("l\n")
            case .curve(let first, let second, let end):
                pen.move(to: first, in: &markup)
                pen.move(to: second, in: &markup)
                pen.move(to: end, in: &markup)
                markup.raw("c\n")
            case .close:
                if isArea, path.beginsAnew(after: index) { continue }
                markup.raw("h\n")
                pen.forget()
            }
        }
    }
}

/// The last point written in a path, to hundredths.
private struct Pen {
    private let top: Double
    private var place: Point?

    init(top: Double) { self.top = top }

    mutating func move(to point: Point, in markup: inout PDFMarkup) {
        place = rounded(point)
        markup.place(Point(point.x, point.y - top))
    }

    func stands(at point: Point) -> Bool { place == rounded(point) }

    mutating func forget() { place = nil }

    private func rounded(_ point: Point) -> Point {
        Point((point.x * 100).rounded(), ((point.y - top) * 100).rounded())
    }
}

extension Path {
    /// Whether no further drawing continues from the end of the path at an element.
    fileprivate func beginsAnew(after index: Int) -> Bool {
        guard index + 1 < elements.count else { return true }
        if case .move = elements[index + 1] { return true }
        return false
    }
}

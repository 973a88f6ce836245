import Scene

extension SVGMarkup {
    /// Appends the `d` attribute of a path.
    mutating func data(_ path: Path) {
        for element in path.elements {
            switch element {
            case .move(let point):
                raw("M")
                numbers(point)
            case .line(let point):
                raw("L")
                numbers(point)
            case .curve(let first, let second, let end):
                raw("C")
                numbers(first)
                raw(" ")
                numbers(second)
                raw(" ")
                numbers(end)
            case .close: raw("Z")
            }
        }
    }

    private mutating func numbers(_ point: Point) {
        number(point.x)
        raw(" ")
        number(point.y)
    }

    /// Appends an element for the outline, without its end: `<rect …` or `<path …`.
    mutating func outline(_ path: Path) {
        if let rect = path.rectangle {
            raw("<rect")
            frame(rect)
        } else {
            raw("<path")
            attribute("d") { $0.data(path) }
        }
    }

    mutating func stroke(_ stroke: Stroke) {
        paint("stroke", "stroke-opacity", stroke.color)
        attribute("stroke-width", stroke.width)
        if !stroke.dashes.isEmpty {
            attribute("stroke-dasharray") { markup in
                for (place, length) in stroke.dashes.enumerated() {
                    if place > 0 { markup.raw(" ") }
                    markup.number(length)
                }
            }
        }
        if stroke.roundEnds {
            attribute("stroke-linecap", "round")
            attribute("stroke-linejoin", "round")
        }
    }
}

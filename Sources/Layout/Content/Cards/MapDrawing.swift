import Scene

/// Streets, a park and water of no town in particular: the same for the same place, another elsewhere.
struct MapDrawing: Sendable {
    /// What is known of the place.
    let seed: String
    let isDark: Bool

    private var land: Color { isDark ? Color(43, 47, 54) : Color(240, 238, 231) }
    private var block: Color { isDark ? Color(50, 55, 63) : Color(230, 227, 218) }
    private var street: Color { isDark ? Color(72, 79, 90) : Color(255, 255, 255) }
    private var avenue: Color { isDark ? Color(104, 94, 70) : Color(252, 226, 160) }
    private var park: Color { isDark ? Color(44, 66, 52) : Color(203, 230, 191) }
    private var water: Color { isDark ? Color(32, 58, 82) : Color(170, 211, 236) }

    /// Nothing is clipped here; the caller shows only the frame.
    func nodes(in frame: Rect) -> [Node] {
        var random = SteadyNoise(seed: seed)
        let slope = random.next(-0.35, 0.35)
        var nodes: [Node] = [.fill(.rectangle(frame), land)]
        nodes.append(.fill(parkOutline(in: frame, &random), park))
        nodes += blocks(in: frame, &random)
        nodes.append(
            .stroke(river(in: frame, &random), Stroke(water, width: frame.height * 0.16)))
        let step = frame.height / 3.2
        for line in grid(in: frame, slope: slope, step: step, shift: random.next(0, step)) {
            nodes.append(.stroke(line, Stroke(street, width: 4)))
        }
        nodes.append(.stroke(bend(in: frame, slope, &random), Stroke(avenue, width: 7)))
        return nodes
    }

    private func parkOutline(in frame: Rect, _ random: inout SteadyNoise) -> Path {
        let size = Size(frame.width * random.next(0.22, 0.36), frame.height * random.next(0.4, 0.6))
        let x = random.next(0, 1) < 0.5 ? frame.minX - 8 : frame.maxX - size.width + 8
        let y = random.next(0, 1) < 0.5 ? frame.minY - 8 : frame.maxY - size.height + 8
        return .rounded(Rect(x, y, size.width, size.height), 10)
    }

    private func blocks(in frame: Rect, _ random: inout SteadyNoise) -> [Node] {
        (0..<7).map { _ in
            let place = Rect(
                frame.minX + random.next(0, 0.9) * frame.width,
                frame.minY + random.next(0, 0.85) * frame.height,
                random.next(12, 34), random.next(10, 24))
            return .fill(.rounded(place, 2), block)
        }
    }

    private func river(in frame: Rect, _ random: inout SteadyNoise) -> Path {
        let top = frame.minX + random.next(0.05, 0.95) * frame.width
        let foot = frame.minX + random.next(0.05, 0.95) * frame.width
        var path = Path()
        path.move(top, frame.minY - 10)
        path.curve(
            top + random.next(-60, 60), frame.minY + frame.height * 0.4,
            foot + random.next(-60, 60), frame.minY + frame.height * 0.6, foot, frame.maxY + 10)
        return path
    }

    private func grid(in frame: Rect, slope: Double, step: Double, shift: Double) -> [Path] {
        guard step > 1 else { return [] }
        var lines: [Path] = []
        let lean = slope * frame.height
        var x = frame.minX - abs(lean) + shift
        while x < frame.maxX + abs(lean), lines.count < 40 {
            lines.append(line(x, frame.minY, x + lean, frame.maxY))
            x += step * 1.35
        }
        let drop = -slope * frame.width
        var y = frame.minY - abs(drop) + shift
        while y < frame.maxY + abs(drop), lines.count < 60 {
            lines.append(line(frame.minX, y, frame.maxX, y + drop))
            y += step
        }
        return lines
    }

    private func bend(in frame: Rect, _ slope: Double, _ random: inout SteadyNoise) -> Path {
        let y = frame.midY + 12 + random.next(-4, 4)
        var path = Path()
        path.move(frame.minX - 4, y + slope * frame.width * 0.5)
        path.curve(
            frame.minX + frame.width * 0.35, y, frame.minX + frame.width * 0.65, y,
            frame.maxX + 4, y - slope * frame.width * 0.3)
        return path
    }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Path {
        var path = Path()
        path.move(x1, y1)
        path.line(x2, y2)
        return path
    }
}

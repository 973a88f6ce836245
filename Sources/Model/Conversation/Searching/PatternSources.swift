/// For each instruction of a program, the instructions that lead to it without consuming a
/// character.
struct PatternSources: Sendable {
    private let starts: [Int32]
    private let places: [Int32]

    init(_ program: [Pattern.Instruction]) {
        var edges: [(to: Int, from: Int)] = []
        for (place, instruction) in program.enumerated() {
            switch instruction {
            case .match, .set: break
            case .jump(let target): edges.append((target, place))
            case .split(let first, let second):
                edges.append((first, place))
                edges.append((second, place))
            case .lineStart, .lineEnd, .boundary: edges.append((place + 1, place))
            }
        }
        var starts = [Int32](repeating: 0, count: program.count + 1)
        for edge in edges { starts[edge.to + 1] += 1 }
        for place in program.indices { starts[place + 1] += starts[place] }
        var next = starts
        var places = [Int32](repeating: 0, count: edges.count)
        for edge in edges {
            places[Int(next[edge.to])] = Int32(edge.from)
            next[edge.to] += 1
        }
        self.starts = starts
        self.places = places
    }

    subscript(place: Int) -> ArraySlice<Int32> {
        places[Int(starts[place])..<Int(starts[place + 1])]
    }
}

/// Compiles a pattern to instructions. Counted repetitions are expanded, within limits.
struct PatternCompiler {
    private(set) var program: [Pattern.Instruction] = []

    mutating func emit(_ node: PatternNode) throws(Pattern.Fault) {
        switch node {
        case .empty: return
        case .set(let set): try add(.set(set))
        case .lineStart: try add(.lineStart)
        case .lineEnd: try add(.lineEnd)
        case .boundary(let isAt): try add(.boundary(isAt))
        case .sequence(let nodes): for node in nodes { try emit(node) }
        case .alternatives(let nodes): try emit(alternatives: nodes[...])
        case .repetition(let node, let least, let most, let isLazy):
            for _ in 0..<least {
                let count = program.count
                try emit(node)
                // Repeating an empty node yields nothing, however often.
                if program.count == count { return }
            }
            if let most {
                try emit(optional: node, times: most - least, isLazy: isLazy)
            } else {
                try emit(star: node, isLazy: isLazy)
            }
        }
    }

    private mutating func add(_ instruction: Pattern.Instruction) throws(Pattern.Fault) {
        guard program.count < Pattern.maxInstructions else { throw .tooComplex }
        program.append(instruction)
    }

    private mutating func emit(alternatives nodes: ArraySlice<PatternNode>) throws(Pattern.Fault) {
        var ends: [Int] = []
        for (index, node) in zip(nodes.indices, nodes) {
            guard index < nodes.endIndex - 1 else {
                try emit(node)
                break
            }
            let split = program.count
            try add(.match)
            try emit(node)
            ends.append(program.count)
            try add(.match)
            program[split] = .split(split + 1, program.count)
        }
        for end in ends { program[end] = .jump(program.count) }
    }

    private mutating func emit(star node: PatternNode, isLazy: Bool) throws(Pattern.Fault) {
        let split = program.count
        try add(.match)
        try emit(node)
        try add(.jump(split))
        program[split] = branch(split + 1, program.count, isLazy)
    }

    private mutating func emit(
        optional node: PatternNode, times: Int, isLazy: Bool
    ) throws(Pattern.Fault) {
        var splits: [Int] = []
        for _ in 0..<times {
            splits.append(program.count)
            try add(.match)
            try emit(node)
        }
        for split in splits { program[split] = branch(split + 1, program.count, isLazy) }
    }

    private func branch(_ inside: Int, _ past: Int, _ isLazy: Bool) -> Pattern.Instruction {
        isLazy ? .split(past, inside) : .split(inside, past)
    }
}

extension Pattern {
    /// Returns the matches in a text in order, as ranges of its scalars. Empty matches are omitted.
    ///
    /// For every pattern, the text is scanned twice: backwards, to record the instructions from
    /// which a match can be reached, and forwards, following only paths that lead to a match.
    func matches(
        in scalars: [Unicode.Scalar], _ steps: SearchSteps
    ) throws(ConversationError) -> [Range<Int>] {
        try steps.take(scalars.count / 16 + 1)
        guard let first = beginning.place(in: scalars) else { return [] }
        var machine = PatternMachine(self, scalars)
        return try machine.matches(from: first, steps)
    }

    /// Returns whether there is a match, even an empty one.
    func isFound(
        in scalars: [Unicode.Scalar], _ steps: SearchSteps
    ) throws(ConversationError) -> Bool {
        try steps.take(scalars.count / 16 + 1)
        guard let first = beginning.place(in: scalars) else { return false }
        var machine = PatternMachine(self, scalars)
        return try !machine.beginnings(from: first, steps).isEmpty
    }
}

/// The state of matching a pattern against a text.
struct PatternMachine {
    /// The distance between checkpoints. For long texts, states are stored only for one block and
    /// at the beginning of each block, and no position is scanned more than twice.
    private static let blockLength = 512

    private let program: [Pattern.Instruction]
    private let sets: [ScalarSet]
    private let sources: PatternSources
    private let ignoresCase: Bool
    private let scalars: [Unicode.Scalar]

    /// The instructions from which a match can be reached at the current position.
    private var alive: [Int32] = []
    private var previous: [Int32] = []
    /// The time at which each instruction was last visited, so that it is visited once per
    /// position.
    private var visited: [Int]
    private var time = 0
    private var stack: [Int32] = []

    /// The live instructions at the end of each block.
    private var blockEnds: [[Int32]] = []
    /// The live instructions at each position of one block, one bit each.
    private var bits: [UInt64]
    private let words: Int
    private var presentBlock = -1

    init(_ pattern: Pattern, _ scalars: [Unicode.Scalar]) {
        program = pattern.program
        sets = pattern.sets
        sources = pattern.sources
        ignoresCase = pattern.ignoresCase
        self.scalars = scalars
        visited = [Int](repeating: -1, count: program.count)
        words = (program.count + 63) / 64
        bits = [UInt64](
            repeating: 0, count: words * min(PatternMachine.blockLength, scalars.count + 1))
    }

    mutating func matches(
        from first: Int, _ steps: SearchSteps
    ) throws(ConversationError) -> [Range<Int>] {
        var matches: [Range<Int>] = []
        var next = first
        for start in try beginnings(from: first, steps).reversed() where start >= next {
            let end = try self.end(ofMatchFrom: start, steps)
            if end > start { matches.append(start..<end) }
            next = max(end, start + 1)
        }
        return matches
    }

    // MARK: - Backward scan

    /// Returns the beginnings of matches, the last first.
    mutating func beginnings(
        from first: Int, _ steps: SearchSteps
    ) throws(ConversationError) -> [Int] {
        let blocks = scalars.count / PatternMachine.blockLength + 1
        blockEnds = [[Int32]](repeating: [], count: blocks)
        previous = []
        var beginnings: [Int] = []
        for block in (first / PatternMachine.blockLength..<blocks).reversed() {
            blockEnds[block] = previous
            try read(block) { place, canBegin in
                if canBegin, place >= first { beginnings.append(place) }
            } taking: { count throws(ConversationError) in
                try steps.take(count)
            }
        }
        return beginnings
    }

    /// Computes the live instructions at each position of a block, given those at its end in
    /// `previous`.
    private mutating func read(
        _ block: Int, _ note: (_ place: Int, _ canBegin: Bool) -> Void,
        taking: (Int) throws(ConversationError) -> Void
    ) throws(ConversationError) {
        let start = block * PatternMachine.blockLength
        let end = min(start + PatternMachine.blockLength, scalars.count + 1)
        presentBlock = block
        for index in bits.indices { bits[index] = 0 }
        for place in (start..<end).reversed() {
            step(to: place)
            let row = (place - start) * words
            for instruction in alive {
                bits[row + Int(instruction >> 6)] |= 1 << UInt64(instruction & 63)
            }
            note(place, visited[0] == time)
            try taking(alive.count + previous.count)
            swap(&alive, &previous)
        }
    }

    /// Computes the live instructions at a position from those after it.
    private mutating func step(to place: Int) {
        time += 1
        alive.removeAll(keepingCapacity: true)
        wake(Int32(program.count - 1), at: place)
        guard place < scalars.count, !previous.isEmpty else { return }
        let letter = ScalarSet.Letter(scalars[place], withCases: ignoresCase)
        for after in previous where after > 0 {
            guard case .set(let set) = program[Int(after) - 1], sets[set].contains(letter) else {
                continue
            }
            wake(after - 1, at: place)
        }
    }

    /// Adds an instruction and all instructions that lead to it.
    private mutating func wake(_ instruction: Int32, at place: Int) {
        guard visited[Int(instruction)] != time else { return }
        visited[Int(instruction)] = time
        // The forward scan leaves entries on the stack.
        stack.removeAll(keepingCapacity: true)
        stack.append(instruction)
        while let reached = stack.popLast() {
            alive.append(reached)
            for source in sources[Int(reached)] {
                guard visited[Int(source)] != time, allows(program[Int(source)], at: place) else {
                    continue
                }
                visited[Int(source)] = time
                stack.append(source)
            }
        }
    }

    private func allows(_ instruction: Pattern.Instruction, at place: Int) -> Bool {
        switch instruction {
        case .lineStart: place == 0 || scalars[place - 1] == "\n"
        case .lineEnd: place == scalars.count || scalars[place] == "\n"
        case .boundary(let isWanted): isBoundary(place) == isWanted
        case .match, .set, .jump, .split: true
        }
    }

    private func isBoundary(_ place: Int) -> Bool {
        let before = place > 0 && ScalarSet.isWord(scalars[place - 1])
        let after = place < scalars.count && ScalarSet.isWord(scalars[place])
        return before != after
    }

    // MARK: - Forward scan

    /// Follows the preferred path through the pattern, which is known to reach a match.
    private mutating func end(
        ofMatchFrom start: Int, _ steps: SearchSteps
    ) throws(ConversationError) -> Int {
        var place = start
        var instruction: Int32 = 0
        while true {
            let block = place / PatternMachine.blockLength
            if block != presentBlock {
                previous = blockEnds[block]
                try read(block) { _, _ in
                } taking: { count throws(ConversationError) in
                    try steps.take(count)
                }
            }
            let (reached, count) = choice(from: instruction, at: place)
            try steps.take(count)
            guard let reached, case .set = program[Int(reached)] else { return place }
            instruction = reached + 1
            place += 1
        }
    }

    /// Returns the first instruction, in the pattern's order, that consumes a character or ends the
    /// match.
    private mutating func choice(from instruction: Int32, at place: Int) -> (Int32?, count: Int) {
        time += 1
        let row = (place - presentBlock * PatternMachine.blockLength) * words
        var count = 0
        stack.removeAll(keepingCapacity: true)
        stack.append(instruction)
        while let reached = stack.popLast() {
            count += 1
            let isAlive = bits[row + Int(reached >> 6)] >> UInt64(reached & 63) & 1 == 1
            guard isAlive, visited[Int(reached)] != time else { continue }
            visited[Int(reached)] = time
            switch program[Int(reached)] {
            case .match, .set: return (reached, count)
            case .jump(let target): stack.append(Int32(target))
            case .split(let first, let second):
                stack.append(Int32(second))
                stack.append(Int32(first))
            case .lineStart, .lineEnd, .boundary: stack.append(reached + 1)
            }
        }
        return (nil, count)
    }
}

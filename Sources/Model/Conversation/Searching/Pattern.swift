/// A regular expression with matching time linear in the text, for every pattern.
///
/// The pattern runs as a set of threads over the text (Pike's VM) instead of by backtracking, so
/// that no pattern can hang the service. Supported are classes, groups, alternatives, anchors, word
/// boundaries and repetition. Backreferences and lookaround cannot be matched this way and are not
/// supported.
package struct Pattern: Sendable {
    package enum Fault: Error, Sendable, Hashable {
        case unbalancedParenthesis
        case unterminatedClass
        case emptyRange
        case nothingToRepeat
        case badRepetition
        case unknownEscape(String)
        /// Lookaround, backreferences and similar features.
        case unsupported(String)
        /// The pattern matches no character, as `^` does.
        case matchesNothing
        /// The pattern is too long or nested too deeply.
        case tooComplex
    }

    enum Instruction: Sendable {
        case match
        /// Consumes a character of the set with this number.
        case set(Int)
        case lineStart, lineEnd
        case boundary(Bool)
        case jump(Int)
        /// Tries the first branch before the second.
        case split(Int, Int)
    }

    fileprivate static let maxInstructions = 5000
    private static let maxSourceLength = 2000
    static let maxGroupDepth = 40

    let program: [Instruction]
    let sets: [ScalarSet]
    let ignoresCase: Bool
    fileprivate let beginning: PatternBeginning
    fileprivate let sources: PatternSources

    /// False for a pattern that matches only positions.
    var matchesCharacters: Bool {
        program.contains { instruction in
            if case .set = instruction { true } else { false }
        }
    }

    init(_ source: String) throws(Fault) {
        guard source.unicodeScalars.count <= Pattern.maxSourceLength else { throw .tooComplex }
        var parser = PatternParser(ComposedText(source).scalars)
        let node = try parser.parse()
        var compiler = PatternCompiler()
        try compiler.emit(node)
        program = compiler.program + [.match]
        sets = parser.sets
        ignoresCase = sets.contains { $0.ignoresCase }
        beginning = PatternBeginning(program, sets)
        sources = PatternSources(program)
    }
}

extension Pattern {
    /// In order, as ranges of scalars. Empty matches are omitted.
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

    /// Even if the only match is empty.
    func isFound(
        in scalars: [Unicode.Scalar], _ steps: SearchSteps
    ) throws(ConversationError) -> Bool {
        try steps.take(scalars.count / 16 + 1)
        guard let first = beginning.place(in: scalars) else { return false }
        var machine = PatternMachine(self, scalars)
        return try !machine.beginnings(from: first, steps).isEmpty
    }
}

private struct PatternMachine {
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

    /// The last first.
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

    /// In the pattern's order, the first that consumes a character or ends the match.
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

/// The possible first characters of a match. Most text is skipped by this check.
private struct PatternBeginning: Sendable {
    private static let maxSets = 8

    /// Whether a match may begin with any character, or be empty.
    private let isOpen: Bool
    private let ascii: [Bool]
    /// The sets for other characters, or nil if there are too many to check.
    private let others: [ScalarSet]?

    init(_ program: [Pattern.Instruction], _ sets: [ScalarSet]) {
        guard let first = PatternBeginning.first(of: program) else {
            isOpen = true
            ascii = []
            others = nil
            return
        }
        isOpen = false
        ascii = (UInt8(0)..<128).map { byte in
            let letter = ScalarSet.Letter(Unicode.Scalar(byte), withCases: false)
            return first.contains { sets[$0].contains(letter) }
        }
        others = first.count > PatternBeginning.maxSets ? nil : first.map { sets[$0] }
    }

    /// The numbers of the sets that may begin a match, or nil if a match may be empty.
    private static func first(of program: [Pattern.Instruction]) -> [Int]? {
        var first: Set<Int> = []
        var visited = Set<Int>()
        var stack = [0]
        while let place = stack.popLast() {
            guard visited.insert(place).inserted else { continue }
            switch program[place] {
            case .match: return nil
            case .set(let set): first.insert(set)
            case .jump(let target): stack.append(target)
            case .split(let first, let second): stack += [first, second]
            case .lineStart, .lineEnd, .boundary: stack.append(place + 1)
            }
        }
        return first.sorted()
    }

    func place(in scalars: [Unicode.Scalar]) -> Int? {
        if isOpen { return 0 }
        return scalars.firstIndex { scalar in
            if scalar.isASCII { return ascii[Int(scalar.value)] }
            guard let others else { return true }
            let letter = ScalarSet.Letter(scalar, withCases: true)
            return others.contains { $0.contains(letter) }
        }
    }
}

/// Compiles a pattern to instructions. Counted repetitions are expanded, within limits.
private struct PatternCompiler {
    private(set) var program: [Pattern.Instruction] = []

    fileprivate mutating func emit(_ node: PatternNode) throws(Pattern.Fault) {
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
        program[split] = branch(into: split + 1, past: program.count, isLazy: isLazy)
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
        for split in splits {
            program[split] = branch(into: split + 1, past: program.count, isLazy: isLazy)
        }
    }

    private func branch(into inside: Int, past: Int, isLazy: Bool) -> Pattern.Instruction {
        isLazy ? .split(past, inside) : .split(inside, past)
    }
}

/// For each instruction of a program, the instructions that lead to it without consuming a
/// character.
private struct PatternSources: Sendable {
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

/// The budget for searching patterns and names in all texts of one request.
///
/// All texts share one count, because a pattern that is cheap on one text is expensive on two
/// hundred thousand. Long searches check here whether the request was canceled.
final class SearchSteps {
    /// The number of steps between two calls of `mayContinue`: some tens of microseconds.
    private static let interval = 4096

    private let limit: Int
    private let mayContinue: () -> Bool
    private(set) var taken = 0
    private var nextQuestion = interval
    /// The JSON Pointer of the current search, for the error if it exceeds the limit.
    var pointer = "/options/redact"

    init(
        limit: Int = Limits().searchSteps, whileTrue mayContinue: @escaping () -> Bool = { true }
    ) {
        self.limit = limit
        self.mayContinue = mayContinue
    }

    func take(_ count: Int) throws(ConversationError) {
        taken &+= count
        guard taken >= nextQuestion || taken > limit else { return }
        guard taken <= limit else {
            throw .tooMany(.searchSteps, limit: limit, pointer: pointer)
        }
        nextQuestion = taken &+ SearchSteps.interval
        guard mayContinue() else { throw .stopped }
    }
}

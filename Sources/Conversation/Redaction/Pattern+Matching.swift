extension Pattern {
    /// The matches in a text, in order, as places of its scalars; nil where finding them took more
    /// than its time, so that a caller who hides them can hide everything instead.
    package func matches(in scalars: [Unicode.Scalar]) -> [Range<Int>]? {
        var machine = Machine(self, scalars: scalars)
        var matches: [Range<Int>] = []
        var start = 0
        while start <= scalars.count {
            guard let match = machine.search(from: start) else { break }
            if !match.isEmpty { matches.append(match) }
            start = match.isEmpty ? match.upperBound + 1 : match.upperBound
        }
        return machine.isExhausted ? nil : matches
    }

    /// All threads of a search, stepped together over the text; the first in a list is preferred.
    private struct Machine {
        struct Thread {
            var place: Int
            var start: Int
        }

        let program: [Instruction]
        let scalars: [Unicode.Scalar]
        private var current: [Thread] = []
        private var following: [Thread] = []
        /// When a place was last taken up, so that each is taken up once for each character.
        private var visited: [Int]
        private var time = 0
        private var budget: Int
        private var stack: [Int] = []
        private let first: [ScalarSet]?
        /// Of ASCII, whether a match may begin with it; most text is passed over by this alone.
        private let firstASCII: [Bool]

        var isExhausted: Bool { budget <= 0 }

        init(_ pattern: Pattern, scalars: [Unicode.Scalar]) {
            program = pattern.program
            first = pattern.first
            firstASCII = pattern.firstASCII
            self.scalars = scalars
            visited = [Int](repeating: -1, count: program.count)
            // Each search is linear; many that look far ahead for nothing are together not.
            budget = 32 * (scalars.count + 64) * min(program.count, 256)
        }

        mutating func search(from start: Int) -> Range<Int>? {
            current.removeAll(keepingCapacity: true)
            var best: Range<Int>?
            var index = start
            while budget > 0 {
                if current.isEmpty, best == nil { index = candidate(from: index) }
                time += 1
                // Threads that began earlier are preferred: the new one goes last.
                following.removeAll(keepingCapacity: true)
                for thread in current { add(thread, at: index) }
                if best == nil { add(Thread(place: 0, start: index), at: index) }
                swap(&current, &following)
                if current.isEmpty, best != nil { return best }
                var kept = 0
                for place in current.indices {
                    let thread = current[place]
                    budget -= 1
                    guard case .set(let set) = program[thread.place] else {
                        // A match: threads after it are less wanted than what it found.
                        best = thread.start..<index
                        break
                    }
                    if index < scalars.count, set.contains(scalars[index]) {
                        current[kept] = Thread(place: thread.place + 1, start: thread.start)
                        kept += 1
                    }
                }
                current.removeSubrange(kept...)
                guard index < scalars.count else { return best }
                index += 1
            }
            return nil
        }

        /// The next place where a match may begin.
        private func candidate(from start: Int) -> Int {
            guard let first else { return start }
            var index = start
            while index < scalars.count {
                let scalar = scalars[index]
                let begins =
                    scalar.value < 128
                    ? firstASCII[Int(scalar.value)] : first.contains { $0.contains(scalar) }
                if begins { break }
                index += 1
            }
            return index
        }

        /// Follows a thread to the places that read a character or end the match.
        private mutating func add(_ thread: Thread, at index: Int) {
            stack.append(thread.place)
            while let place = stack.popLast() {
                guard visited[place] != time else { continue }
                visited[place] = time
                budget -= 1
                switch program[place] {
                case .jump(let target): stack.append(target)
                case .split(let first, let second):
                    stack.append(second)
                    stack.append(first)
                case .lineStart: if isLineStart(index) { stack.append(place + 1) }
                case .lineEnd: if isLineEnd(index) { stack.append(place + 1) }
                case .boundary(let isWanted):
                    if isBoundary(index) == isWanted { stack.append(place + 1) }
                case .set, .match: following.append(Thread(place: place, start: thread.start))
                }
            }
        }

        private func isLineStart(_ index: Int) -> Bool { index == 0 || scalars[index - 1] == "\n" }

        private func isLineEnd(_ index: Int) -> Bool {
            index == scalars.count || scalars[index] == "\n"
        }

        private func isBoundary(_ index: Int) -> Bool {
            let before = index > 0 && ScalarSet.word.contains(scalars[index - 1])
            let after = index < scalars.count && ScalarSet.word.contains(scalars[index])
            return before != after
        }
    }
}

/// The possible first characters of a match. Most text is skipped by this check.
struct PatternBeginning: Sendable {
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

    /// Returns the numbers of the sets that may begin a match, or nil if a match may be empty.
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

    /// Returns the first index at which a match may begin, or nil.
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

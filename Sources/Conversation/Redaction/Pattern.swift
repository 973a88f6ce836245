/// A regular expression whose matching time is linear in the text, whoever wrote it.
///
/// It is run as a set of threads over the text (Pike's machine) instead of by backtracking, so that no
/// pattern can hang the service. Known are classes, groups, alternatives, anchors, word boundaries and
/// repetition; references back and looking around are not, since they cannot be matched this way.
package struct Pattern: Sendable {
    /// Why a text is no pattern.
    package enum Fault: Error, Sendable, Hashable {
        case unbalancedParenthesis
        case unterminatedClass
        case emptyRange
        case nothingToRepeat
        case badRepetition
        case unknownEscape(String)
        /// Look-around, references back and the like.
        case unsupported(String)
        /// Longer or more deeply nested than the machine takes.
        case tooComplex
    }

    enum Instruction: Sendable {
        case match
        case set(ScalarSet)
        case lineStart, lineEnd
        case boundary(Bool)
        case jump(Int)
        /// Tries the first before the second.
        case split(Int, Int)
    }

    static let mostInstructions = 5000
    static let longestSource = 2000
    static let deepestGroup = 40

    let program: [Instruction]
    /// What any match begins with; nil where it may begin with anything or be empty.
    let first: [ScalarSet]?
    let firstASCII: [Bool]

    package init(_ source: String) throws(Fault) {
        guard source.unicodeScalars.count <= Pattern.longestSource else { throw .tooComplex }
        var parser = PatternParser(source)
        let node = try parser.parse()
        var compiler = PatternCompiler()
        try compiler.emit(node)
        program = compiler.program + [.match]
        let first = Pattern.first(of: program)
        self.first = first
        firstASCII = (UInt8(0)..<128).map { byte in
            first.map { $0.contains { $0.contains(Unicode.Scalar(byte)) } } ?? true
        }
    }

    private static func first(of program: [Instruction]) -> [ScalarSet]? {
        var first: [ScalarSet] = []
        var visited = Set<Int>()
        var stack = [0]
        while let place = stack.popLast() {
            guard visited.insert(place).inserted else { continue }
            switch program[place] {
            case .match: return nil
            case .set(let set): first.append(set)
            case .jump(let target): stack.append(target)
            case .split(let first, let second): stack += [first, second]
            case .lineStart, .lineEnd, .boundary: stack.append(place + 1)
            }
        }
        return first
    }

    /// A pattern for a text as it stands, as a word of its own, in any case.
    package init(word: String) throws(Fault) {
        var source = "(?i)"
        let scalars = Array(word.unicodeScalars)
        func isWord(_ scalar: Unicode.Scalar?) -> Bool {
            scalar.map { ScalarSet.word.contains($0) } ?? false
        }
        if isWord(scalars.first) { source += "\\b" }
        for scalar in scalars {
            if scalar.isASCII, !isWord(scalar) { source += "\\" }
            source.unicodeScalars.append(scalar)
        }
        if isWord(scalars.last) { source += "\\b" }
        try self.init(source)
    }
}

/// Some of Unicode's characters.
struct ScalarSet: Sendable {
    enum Class: Sendable { case digit, word, space }

    var ranges: [ClosedRange<UInt32>] = []
    var classes: [(Class, isNegated: Bool)] = []
    var isNegated = false
    var ignoresCase = false

    static let word = ScalarSet(classes: [(.word, false)])

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        if holds(scalar) { return !isNegated }
        guard ignoresCase else { return isNegated }
        let properties = scalar.properties
        for variant in [properties.lowercaseMapping, properties.uppercaseMapping] {
            let scalars = variant.unicodeScalars
            if scalars.count == 1, let other = scalars.first, other != scalar, holds(other) {
                return !isNegated
            }
        }
        return isNegated
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        if ranges.contains(where: { $0.contains(scalar.value) }) { return true }
        return classes.contains { kind, isNegated in
            ScalarSet.belongs(scalar, to: kind) != isNegated
        }
    }

    /// In all scripts: a number in Arabic or Devanagari digits is a number too.
    private static func belongs(_ scalar: Unicode.Scalar, to kind: Class) -> Bool {
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            let isDigit = byte &- 0x30 < 10
            switch kind {
            case .digit: return isDigit
            case .word: return isDigit || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
            case .space: return byte == 0x20 || byte &- 0x09 < 5
            }
        }
        let properties = scalar.properties
        switch kind {
        case .digit: return properties.numericType == .decimal
        case .space: return properties.isWhitespace
        case .word:
            return properties.isAlphabetic || properties.numericType == .decimal
                || properties.generalCategory == .nonspacingMark
        }
    }
}

import Basics

indirect enum PatternNode {
    case empty
    /// The index of a set among the parser's sets.
    case set(Int)
    case lineStart, lineEnd
    case boundary(Bool)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    case repetition(PatternNode, least: Int, most: Int?, isLazy: Bool)
}

/// The nesting depth is limited.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0
    private var ignoresCase = false

    /// All sets of the pattern, finished.
    private(set) var sets: [ScalarSet] = []

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func parse() throws(Pattern.Fault) -> PatternNode {
        let node = try alternatives()
        guard position == scalars.count else { throw .unbalancedParenthesis }
        return node
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func alternatives() throws(Pattern.Fault) -> PatternNode {
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(Pattern.Fault) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            nodes.append(try repeated(atom()))
        }
        return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
    }

    private mutating func repeated(_ atom: PatternNode) throws(Pattern.Fault) -> PatternNode {
        guard let scalar = next else { return atom }
        var least = 0
        var most: Int?
        switch scalar {
        case "*": position += 1
        case "+":
            position += 1
            least = 1
        case "?":
            position += 1
            most = 1
        case "{":
            guard let counts = try counts() else { return atom }
            (least, most) = counts
        default: return atom
        }
        let node = PatternNode.repetition(atom, least: least, most: most, isLazy: take("?"))
        // A repeated repetition is a mistake or an unsupported feature.
        if let scalar = next, "*+?".unicodeScalars.contains(scalar) { throw .nothingToRepeat }
        return node
    }

    private mutating func node(_ set: ScalarSet) -> PatternNode {
        sets.append(set.finished())
        return .set(sets.count - 1)
    }

    /// Reads `{2}`, `{2,}` or `{2,5}`. Any other brace is literal, unless a number follows.
    private mutating func counts() throws(Pattern.Fault) -> (Int, Int?)? {
        let start = position
        position += 1
        let least = try number()
        var most = least
        if take(",") { most = try number() }
        guard let least else {
            position = start
            return nil
        }
        guard take("}") else { throw .badRepetition }
        if let most, most < least { throw .badRepetition }
        return (least, most)
    }

    private mutating func number() throws(Pattern.Fault) -> Int? {
        var value: Int?
        while let digit = next, ASCII.isDigit(digit) {
            value = (value ?? 0) * 10 + Int(digit.value - 0x30)
            position += 1
            if let value, value > 1000 { throw .tooComplex }
        }
        return value
    }

    private mutating func atom() throws(Pattern.Fault) -> PatternNode {
        guard let scalar = next else { return .empty }
        if scalar == "{" {
            if try counts() != nil { throw .nothingToRepeat }
        }
        position += 1
        switch scalar {
        case "(": return try group()
        case "[": return node(try set())
        case ".": return node(ScalarSet(ranges: [0x0A...0x0A], isNegated: true))
        case "^": return .lineStart
        case "$": return .lineEnd
        case "*", "+", "?": throw .nothingToRepeat
        case "\\": return try escape()
        default: return node(literal(scalar))
        }
    }

    private func literal(_ scalar: Unicode.Scalar) -> ScalarSet {
        ScalarSet(ranges: [scalar.value...scalar.value], ignoresCase: ignoresCase)
    }

    private mutating func group() throws(Pattern.Fault) -> PatternNode {
        depth += 1
        guard depth <= Pattern.maxGroupDepth else { throw .tooComplex }
        defer { depth -= 1 }
        if take("?") {
            if take("i") {
                guard take(")") else { throw .unsupported("(?i") }
                ignoresCase = true
                return .empty
            }
            guard take(":") else {
                throw .unsupported("(?" + (next.map { String($0) } ?? ""))
            }
        }
        let node = try alternatives()
        guard take(")") else { throw .unbalancedParenthesis }
        return node
    }

    private mutating func escape() throws(Pattern.Fault) -> PatternNode {
        switch next {
        case "b", "B":
            position += 1
            return .boundary(scalars[position - 1] == "b")
        case "A", "z", "Z", "G": throw .unsupported("\\" + String(scalars[position]))
        default: return node(try escapedSet())
        }
    }

    /// Reads an escape that represents characters, after its backslash.
    private mutating func escapedSet() throws(Pattern.Fault) -> ScalarSet {
        guard let scalar = next else { throw .unknownEscape("\\") }
        position += 1
        switch scalar {
        case "d": return ScalarSet(classes: [(.digit, false)])
        case "D": return ScalarSet(classes: [(.digit, true)])
        case "w": return ScalarSet(classes: [(.word, false)])
        case "W": return ScalarSet(classes: [(.word, true)])
        case "s": return ScalarSet(classes: [(.space, false)])
        case "S": return ScalarSet(classes: [(.space, true)])
        case "n": return literal("\n")
        case "t": return literal("\t")
        case "r": return literal("\r")
        case "u": return literal(try hexadecimal(4))
        case "x": return literal(try hexadecimal(2))
        case "1"..."9", "k": throw .unsupported("\\" + String(scalar))
        default:
            let isLetter = scalar.isASCII && ScalarSet.isWord(scalar) && scalar != "_"
            if isLetter { throw .unknownEscape("\\" + String(scalar)) }
            return literal(scalar)
        }
    }

    private mutating func hexadecimal(_ count: Int) throws(Pattern.Fault) -> Unicode.Scalar {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let scalar = next, scalar.isASCII,
                let digit = UInt32(String(scalar), radix: 16)
            else { throw .unknownEscape("\\u") }
            value = value << 4 | digit
            position += 1
        }
        guard let scalar = Unicode.Scalar(value) else { throw .unknownEscape("\\u") }
        return scalar
    }

    /// Reads a class after its opening bracket.
    private mutating func set() throws(Pattern.Fault) -> ScalarSet {
        var set = ScalarSet(ignoresCase: ignoresCase)
        set.isNegated = take("^")
        var isFirst = true
        while let scalar = next, isFirst || scalar != "]" {
            isFirst = false
            if scalar == "[", hasClassName { throw .unsupported("[:") }
            let low = try member(scalar)
            guard low.classes.isEmpty, let start = low.ranges.first?.lowerBound else {
                set.classes += low.classes
                continue
            }
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                set.ranges += low.ranges
                continue
            }
            position += 1
            let high = try member(scalars[position])
            guard let end = high.ranges.first?.lowerBound, start <= end else { throw .emptyRange }
            set.ranges.append(start...end)
        }
        guard take("]") else { throw .unterminatedClass }
        return set
    }

    /// Whether a POSIX class such as `[:alpha:]` follows.
    private var hasClassName: Bool {
        let name = scalars[(position + 1)...].prefix {
            $0 == ":" || $0 == "^" || ScalarSet.isWord($0)
        }
        return name.count > 2 && name.first == ":" && name.last == ":"
            && name.endIndex < scalars.count && scalars[name.endIndex] == "]"
    }

    private mutating func member(_ scalar: Unicode.Scalar) throws(Pattern.Fault) -> ScalarSet {
        position += 1
        guard scalar == "\\" else { return literal(scalar) }
        if take("b") { return literal("\u{8}") }
        return try escapedSet()
    }
}

struct ScalarSet: Sendable {
    enum Class: Sendable { case digit, word, space }

    /// A character of a text with its other cases.
    struct Letter {
        let scalar: Unicode.Scalar
        let lower: Unicode.Scalar?
        let upper: Unicode.Scalar?

        init(_ scalar: Unicode.Scalar, withCases: Bool) {
            self.scalar = scalar
            // The table covers the cases of ASCII letters.
            guard withCases, !scalar.isASCII else {
                (lower, upper) = (nil, nil)
                return
            }
            lower = Letter.single(scalar.properties.lowercaseMapping)
            upper = Letter.single(scalar.properties.uppercaseMapping)
        }

        private static func single(_ text: String) -> Unicode.Scalar? {
            let scalars = text.unicodeScalars
            return scalars.count == 1 ? scalars.first : nil
        }
    }

    var ranges: [ClosedRange<UInt32>] = []
    var classes: [(Class, isNegated: Bool)] = []
    fileprivate var isNegated = false
    var ignoresCase = false
    /// The members among the first 128 characters, which are most frequently tested.
    private var ascii: (UInt64, UInt64) = (0, 0)

    init(
        ranges: [ClosedRange<UInt32>] = [], classes: [(Class, isNegated: Bool)] = [],
        isNegated: Bool = false, ignoresCase: Bool = false
    ) {
        self.ranges = ranges
        self.classes = classes
        self.isNegated = isNegated
        self.ignoresCase = ignoresCase
    }

    /// With its table computed.
    func finished() -> ScalarSet {
        var set = self
        for value in UInt8(0)..<128 {
            let scalar = Unicode.Scalar(value)
            guard contains(Letter(scalar, withCases: false), isASCII: false) else { continue }
            if value < 64 { set.ascii.0 |= 1 << value } else { set.ascii.1 |= 1 << (value - 64) }
        }
        return set
    }

    /// The set must be finished.
    func contains(_ letter: Letter) -> Bool {
        contains(letter, isASCII: letter.scalar.isASCII)
    }

    private func contains(_ letter: Letter, isASCII: Bool) -> Bool {
        let scalar = letter.scalar
        if isASCII {
            let value = scalar.value
            return (value < 64 ? ascii.0 >> UInt64(value) : ascii.1 >> UInt64(value - 64)) & 1 == 1
        }
        if holds(scalar) { return !isNegated }
        guard ignoresCase else { return isNegated }
        let (lower, upper) =
            scalar.isASCII ? ScalarSet.cases(ofASCII: scalar) : (letter.lower, letter.upper)
        let isOther = lower.map(holds) ?? false || upper.map(holds) ?? false
        return isOther != isNegated
    }

    private static func cases(
        ofASCII scalar: Unicode.Scalar
    ) -> (Unicode.Scalar?, Unicode.Scalar?) {
        guard ASCII.isLetter(scalar) else { return (nil, nil) }
        return (Unicode.Scalar(scalar.value | 0x20), Unicode.Scalar(scalar.value & ~0x20))
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        if ranges.contains(where: { $0.contains(scalar.value) }) { return true }
        return classes.contains { kind, isNegated in
            ScalarSet.belongs(scalar, to: kind) != isNegated
        }
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool { belongs(scalar, to: .word) }

    /// In any script: Arabic or Devanagari digits are digits, too.
    private static func belongs(_ scalar: Unicode.Scalar, to kind: Class) -> Bool {
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            let isDigit = ASCII.isDigit(byte)
            switch kind {
            case .digit: return isDigit
            case .word: return isDigit || ASCII.isLetter(byte) || byte == 0x5F
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

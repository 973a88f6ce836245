/// A regular expression whose matching time is linear in the text, whoever wrote it.
///
/// It is run as a set of threads over the text (Pike's machine) instead of by backtracking, so that
/// no pattern can hang the service. Known are classes, groups, alternatives, anchors, word
/// boundaries and repetition; references back and looking around are not, since they cannot be
/// matched this way.
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
        /// Takes a character of the set with that number.
        case set(Int)
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
    let sets: [ScalarSet]
    /// Whether the other case of a letter has to be known.
    let ignoresCase: Bool
    let beginning: PatternBeginning
    let sources: PatternSources

    package init(_ source: String) throws(Fault) {
        guard source.unicodeScalars.count <= Pattern.longestSource else { throw .tooComplex }
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

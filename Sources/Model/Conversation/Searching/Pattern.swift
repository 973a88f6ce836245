/// A regular expression with matching time linear in the text, for every pattern.
///
/// The pattern runs as a set of threads over the text (Pike's VM) instead of by backtracking, so
/// that no pattern can hang the service. Supported are classes, groups, alternatives, anchors, word
/// boundaries and repetition. Backreferences and lookaround cannot be matched this way and are not
/// supported.
package struct Pattern: Sendable {
    /// Why a text is not a valid pattern.
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

    static let maxInstructions = 5000
    static let maxSourceLength = 2000
    static let maxGroupDepth = 40

    let program: [Instruction]
    let sets: [ScalarSet]
    /// Whether letters also match in their other case.
    let ignoresCase: Bool
    let beginning: PatternBeginning
    let sources: PatternSources

    /// Whether a match may contain characters.
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

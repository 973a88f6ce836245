import Basics

/// Compares content streams by their operands and operators, regardless of whitespace and of the
/// notation of strings and numbers.
enum ContentTokens {
    static func areEqual(
        _ one: [UInt8], _ other: [UInt8], budget: WorkBudget
    ) throws(PDFReadFault) -> Bool {
        var first = PDFScanner(one, budget: budget)
        var second = PDFScanner(other, budget: budget)
        while true {
            let ends = (first.isAtEnd(), second.isAtEnd())
            guard !ends.0, !ends.1 else { return ends.0 && ends.1 }
            let (token, counterpart) = (first.token(), second.token())
            guard budget.mayContinue else { throw .stopped }
            guard let token, let counterpart else { return false }
            guard isSame(token, counterpart) else { return false }
            budget.release(2 * PDFScanner.valueBytes * values(in: token))
        }
    }

    private static func isSame(_ one: PDFScanner.Token, _ other: PDFScanner.Token) -> Bool {
        switch (one, other) {
        // Streams with inline pictures never compare as equal, because their data cannot be
        // tokenized.
        case (.word(let one), .word(let other)): one == other && one != "ID"
        case (.value(let one), .value(let other)): isSame(one, other)
        case (.word, .value), (.value, .word): false
        }
    }

    private static func isSame(_ one: PDFValue, _ other: PDFValue) -> Bool {
        switch (one, other) {
        case (.array(let one), .array(let other)):
            one.count == other.count && zip(one, other).allSatisfy(isSame)
        default: one == other || one.double.map { $0 == other.double } ?? false
        }
    }

    /// Returns the number of values in a token.
    private static func values(in token: PDFScanner.Token) -> Int {
        guard case .value(let value) = token else { return 0 }
        return 1 + (value.array?.count ?? 0)
    }
}

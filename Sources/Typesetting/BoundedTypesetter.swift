package import Basics
package import Scene

/// A typesetter for work with a budget, which it charges for the memory of results. Once the
/// work must end, every text is empty; the caller checks and throws.
package final class BoundedTypesetter {
    private let typesetter: Typesetter
    private let budget: WorkBudget

    package init(_ typesetter: Typesetter, _ budget: WorkBudget) {
        self.typesetter = typesetter
        self.budget = budget
    }

    package var mayContinue: Bool { budget.mayContinue }

    package func shape(_ text: StyledText, width: Double) -> ShapedText {
        let shaped = typesetter.shape(text, width: width, budget)
        _ = budget.reserve(shaped.memory)
        return shaped
    }
}

extension ShapedText {
    /// The approximate memory in bytes, without the characters, which belong to the conversation.
    var memory: Int {
        160 + glyphs.count * MemoryLayout<Glyph>.stride + runs.count * MemoryLayout<Run>.stride
            + lines.count * MemoryLayout<Line>.stride + links.count * 16
    }
}

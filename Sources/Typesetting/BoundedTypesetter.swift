package import Resources
package import Scene

/// A typesetter for work with an allowance, which it charges for the memory of results. Once the
/// work must end, every text is empty; the caller checks and throws.
package final class BoundedTypesetter {
    private let typesetter: Typesetter
    private let allowance: Allowance

    package init(_ typesetter: Typesetter, _ allowance: Allowance) {
        self.typesetter = typesetter
        self.allowance = allowance
    }

    package var goesOn: Bool { allowance.goesOn }

    package func shape(_ text: StyledText, width: Double) -> ShapedText {
        let shaped = typesetter.shape(text, width: width, allowance)
        _ = allowance.takes(shaped.memory)
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

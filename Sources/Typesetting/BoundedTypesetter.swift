package import Resources
package import Scene

/// Sets text for as long as its work may go on, and enters what it keeps. Behind the end, every
/// text is empty: whoever began the work asks, and throws.
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
    /// About how many bytes it holds beside itself; its characters are the conversation's.
    var memory: Int {
        160 + glyphs.count * MemoryLayout<Glyph>.stride + runs.count * MemoryLayout<Run>.stride
            + lines.count * MemoryLayout<Line>.stride + links.count * 16
    }
}

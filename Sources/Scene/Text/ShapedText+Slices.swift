extension ShapedText {
    /// A line's runs, from left to right.
    package func runs(of line: Line) -> ArraySlice<Run> {
        runs[Self.range(line.runs).clamped(to: runs.indices)]
    }

    /// A run's glyphs, from left to right.
    package func glyphs(of run: Run) -> ArraySlice<Glyph> {
        glyphs[Self.range(run.glyphs).clamped(to: glyphs.indices)]
    }

    private static func range(_ range: Range<Int32>) -> Range<Int> {
        Int(range.lowerBound)..<Int(range.upperBound)
    }
}

import Layout
package import Scene

/// Sets every character as a square of half its size, so layout results can be calculated by hand.
package final class MonospaceMeasurer: TextMeasurer {
    package init() {}

    package func shape(_ text: StyledText, width: Double) -> ShapedText {
        let advance = text.style.size / 2
        let perLine = max(1, Int(width / advance))
        var lines: [Range<Int>] = []
        var offset = 0
        for paragraph in text.text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines += wrap(Array(paragraph.utf8), from: offset, perLine)
            offset += paragraph.utf8.count + 1
        }
        if let limit = text.lineLimit { lines = Array(lines.prefix(limit)) }
        let widest = lines.map(\.count).max() ?? 0
        var runs: [ShapedText.Run] = []
        var glyphs: [ShapedText.Glyph] = []
        let links = text.spans.compactMap(\.link)
        let shaped = lines.enumerated().map { number, line in
            let firstRun = Int32(runs.count)
            let firstGlyph = Int32(glyphs.count)
            for position in 0..<line.count {
                glyphs.append(
                    ShapedText.Glyph(
                        id: 1, x: Float(Double(position) * advance), y: 0,
                        cluster: Int32(line.lowerBound + position)))
            }
            runs.append(
                ShapedText.Run(
                    font: FontID(0), size: text.style.size, color: text.color, background: nil,
                    isUnderlined: false, isStruck: false, isRightToLeft: false,
                    link: links.isEmpty ? nil : 0, left: 0, width: Double(line.count) * advance,
                    glyphs: firstGlyph..<Int32(glyphs.count),
                    text: Int32(line.lowerBound)..<Int32(line.upperBound)))
            return ShapedText.Line(
                baseline: Double(number) * text.style.lineHeight + text.style.size,
                left: 0, width: Double(line.count) * advance,
                runs: firstRun..<Int32(runs.count),
                text: Int32(line.lowerBound)..<Int32(line.upperBound), isRightToLeft: false)
        }
        return ShapedText(
            text: text.text,
            size: Size(Double(widest) * advance, Double(lines.count) * text.style.lineHeight),
            lineHeight: text.style.lineHeight, lines: shaped, runs: runs, glyphs: glyphs,
            links: links)
    }

    /// Breaks at the last space that fits, or anywhere in a word that does not.
    private func wrap(_ bytes: [UInt8], from offset: Int, _ perLine: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while bytes.count - start > perLine {
            let limit = start + perLine
            let space = (start + 1..<limit + 1).last { bytes[$0] == 0x20 }
            let end = space ?? limit
            lines.append(offset + start..<offset + end)
            start = space.map { $0 + 1 } ?? limit
        }
        lines.append(offset + start..<offset + bytes.count)
        return lines
    }
}

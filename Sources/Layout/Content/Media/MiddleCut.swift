import Scene

/// Shortens file names in the middle, so that their beginning and their extension stay readable.
struct MiddleCut {
    let maxLines: Int
    let width: Double
    /// Sets a name on up to this many lines.
    let shape: (_ name: String, _ maxLines: Int) -> ShapedText

    private static let maxCharacters = 240
    /// The characters kept at the end of a name, including its extension.
    private static let tail = 9

    func shaped(_ name: String) -> ShapedText {
        var characters = Array(name.shortened(toLines: 4))
        if characters.count > MiddleCut.maxCharacters {
            characters =
                characters.prefix(MiddleCut.maxCharacters - MiddleCut.tail)
                + characters.suffix(MiddleCut.tail)
        }
        let name = String(characters)
        if let whole = fitted(name) { return broken(name, whole) ?? whole }
        let tail = min(MiddleCut.tail, characters.count / 3)
        var low = 0
        var high = characters.count - tail
        var best = shape("…", 1)
        while low < high {
            let middle = (low + high + 1) / 2
            let attempt = fitted(
                String(characters.prefix(middle)) + "…" + String(characters.suffix(tail)))
            if let attempt {
                (low, best) = (middle, attempt)
            } else {
                high = middle - 1
            }
        }
        return best
    }

    /// Returns nil if the name takes more or wider lines than allowed.
    private func fitted(_ name: String) -> ShapedText? {
        let shaped = shape(name, maxLines + 1)
        return shaped.lines.count <= maxLines && shaped.size.width <= width ? shaped : nil
    }

    /// Moves the line break of a two-line name from within a word to after the last "_" or "-"
    /// before it. Returns nil if there is none, or if the break is already between words.
    private func broken(_ name: String, _ whole: ShapedText) -> ShapedText? {
        guard whole.lines.count == 2, !whole.runs.contains(where: \.isRightToLeft) else {
            return nil
        }
        let first = name.utf8.prefix(Int(whole.lines[1].text.lowerBound))
        guard first.last != UInt8(ascii: " "),
            let sign = first.lastIndex(where: { "_-".utf8.contains($0) })
        else { return nil }
        let end = name.utf8.index(after: sign)
        return fitted(String(name[..<end]) + "\n" + String(name[end...]))
    }
}

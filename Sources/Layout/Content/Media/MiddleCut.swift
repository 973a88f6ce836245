import Scene

/// Shortens names of files in the middle, so that their beginning and their extension can be read.
struct MiddleCut {
    /// Sets a name on one line, as wide as it comes.
    let shape: (String) -> ShapedText
    let width: Double

    private static let mostCharacters = 240
    /// Of the end, with its extension.
    private static let tail = 9

    func shaped(_ name: String) -> ShapedText {
        let characters = Array(name.shortened(toLines: 4).prefix(MiddleCut.mostCharacters))
        let whole = shape(String(characters))
        guard whole.size.width > width else { return whole }
        let tail = min(MiddleCut.tail, characters.count / 3)
        var low = 0
        var high = characters.count - tail
        var best = shape("…")
        while low < high {
            let middle = (low + high + 1) / 2
            let attempt = shape(
                String(characters.prefix(middle)) + "…" + String(characters.suffix(tail)))
            if attempt.size.width <= width {
                (low, best) = (middle, attempt)
            } else {
                high = middle - 1
            }
        }
        return best
    }
}

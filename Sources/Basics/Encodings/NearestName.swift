package enum NearestName {
    /// The maximum length compared. Longer words are not misspellings, and comparing costs the
    /// square of the length.
    private static let maxCharacters = 40

    /// Nil if no name is near enough: one typing error in short words, three in long ones.
    package static func closest(
        to word: String, in names: some Sequence<String>
    ) -> String? {
        guard word.utf8.count <= 4 * maxCharacters else { return nil }
        let letters = plain(word)
        guard (2...maxCharacters).contains(letters.count) else { return nil }
        let limit = letters.count < 5 ? 1 : letters.count < 9 ? 2 : 3
        var best: (name: String, slips: Int)?
        for name in names where name != word {
            let known = plain(name)
            guard known.count <= maxCharacters else { continue }
            // A truncated word counts as one error.
            let isCut = letters.count >= 4 && known.starts(with: letters)
            let slips = isCut ? 1 : slips(from: letters, to: known, max: limit)
            guard slips <= limit, slips < known.count else { continue }
            if let best, (best.slips, best.name) <= (slips, name) { continue }
            best = (name, slips)
        }
        return best?.name
    }

    /// At most one typing error.
    package static func isNear(_ word: String, _ name: String) -> Bool {
        word.utf8.count <= maxCharacters && slips(from: plain(word), to: plain(name), max: 1) <= 1
    }

    /// Removes differences in spelling: case, and the characters that join words.
    private static func plain(_ word: String) -> [Character] {
        Array(word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    }

    /// Returns the number of letters to delete, insert, change or swap with the next (optimal
    /// string alignment). Numbers above `max` may be inexact.
    private static func slips(from word: [Character], to name: [Character], max: Int) -> Int {
        guard abs(word.count - name.count) <= max else { return max + 1 }
        var before: [Int] = []
        var last = Array(0...name.count)
        for (row, letter) in word.enumerated() {
            var line = [row + 1]
            for (column, other) in name.enumerated() {
                var slips = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1)
                slips = min(slips, line[column] + 1)
                if row > 0, column > 0, letter == name[column - 1], word[row - 1] == other {
                    slips = min(slips, before[column - 1] + 1)
                }
                line.append(slips)
            }
            (before, last) = (last, line)
        }
        return last[name.count]
    }
}

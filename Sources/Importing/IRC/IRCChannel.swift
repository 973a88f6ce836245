import Model

/// The channel and day in the path of a log: `#harbour_20230501.log`, `#harbour/2023-05-01.log`,
/// `2023/05/#harbour.2023-05-01.txt`, `irc.libera.#harbour.weechatlog`.
struct IRCChannel {
    let name: String
    let day: CivilTime?

    init(path: String) {
        var stem = Path.stem(path)
        for ending in [".log", ".txt"] where stem.hasSuffix(ending) { stem = Path.stem(stem) }
        day = DayInName.day(stem)
        if day != nil { stem = Self.withoutDay(stem) }
        if let sign = stem.firstIndex(of: "#") { stem = String(stem[sign...]) }
        guard stem.isEmpty else {
            name = stem
            return
        }
        // Programs that name logs only by day keep one folder per channel, some with subfolders per
        // year and month.
        let folders = path.split(separator: "/").dropLast()
        name = folders.last { $0.contains { !$0.isNumber && $0 != "-" } }.map(String.init) ?? ""
    }

    private static func withoutDay(_ stem: String) -> String {
        let signs = Array(stem)
        for start in signs.indices where signs[start].isNumber {
            var digits = 0
            var end = start
            while end < signs.count, digits < 8, signs[end].isNumber || "-_.".contains(signs[end]) {
                digits += signs[end].isNumber ? 1 : 0
                end += 1
            }
            guard digits == 8, start == 0 || !signs[start - 1].isNumber else { continue }
            return (trimmed(signs[..<start]) + trimmed(signs[end...]))
        }
        return stem
    }

    private static func trimmed(_ signs: ArraySlice<Character>) -> String {
        let edges = "-_. "
        guard let first = signs.firstIndex(where: { !edges.contains($0) }),
            let last = signs.lastIndex(where: { !edges.contains($0) })
        else { return "" }
        return String(signs[first...last])
    }
}

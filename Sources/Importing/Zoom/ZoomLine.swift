import Model

/// A line that begins a message: `10:15:23 From Ana to Everyone:`, `10:15:23⇥ From Ana : text`,
/// `2024-05-01 10:15:23 From Ana to Ben (Direct Message):`, also in other languages. With
/// recordings: `00:05:21⇥Ana:⇥text`.
struct ZoomLine: Sendable {
    private(set) var day: CivilTime?
    /// The time in seconds since midnight, or since the recording began.
    let seconds: Int
    let name: String
    /// The receiver, or nil for everyone.
    let to: String?
    /// The text on this line; empty if it is on the lines below.
    let text: String
    let hasFrom: Bool

    private static let maxNameLength = 200

    init?(_ line: String) {
        var rest = Marks.plain(line[...])[...]
        if rest.utf8.count > 11, let own = Self.day(rest.prefix(10)) {
            day = own
            rest = rest.dropFirst(11)
        }
        let clock = rest.prefix(8).split(separator: ":", omittingEmptySubsequences: false)
        let numbers = clock.compactMap { $0.count == 2 ? Int($0) : nil }
        guard numbers.count == 3, numbers[0] < 48, numbers[1] < 60, numbers[2] < 60 else {
            return nil
        }
        seconds = (numbers[0] * 60 + numbers[1]) * 60 + numbers[2]
        rest = rest.dropFirst(8)
        guard let blank = rest.first, blank == "\t" || blank == " " else { return nil }
        let words = rest.drop { $0 == " " || $0 == "\t" }
        if let heading = Self.heading(words) {
            name = heading.name
            to = heading.to
            text = heading.text
            hasFrom = true
            return
        }
        // After a time and a space, only a colon with a tab identifies a name. Other programs write
        // lines with a time, too.
        let separators = blank == "\t" ? [":\t", " : "] : [":\t"]
        let below = blank == "\t" ? Self.bare(words) : nil
        guard let (who, text) = Self.parts(words, by: separators) ?? below else { return nil }
        name = who.trimmingBlanks()
        guard !name.isEmpty else { return nil }
        self.text = text
        to = nil
        hasFrom = false
    }

    /// Splits `From Ana to Everyone : text` into names and text, in all known languages.
    private static func heading(_ words: Substring) -> (name: String, to: String?, text: String)? {
        for language in ZoomWords.all where words.hasPrefix(language.from) {
            let named = words.dropFirst(language.from.count)
            guard let (who, text) = parts(named, by: [" : ", ":\t", ": "]) ?? bare(named) else {
                continue
            }
            // A name may contain the word, but the receiver does not.
            guard let place = who.lastPlace(of: language.to) else {
                // In other languages, the first word may be part of a name.
                guard language.from == ZoomWords.english.from else { continue }
                let name = who.trimmingBlanks()
                return name.isEmpty ? nil : (name, nil, text)
            }
            let name = who[..<place.lowerBound].trimmingBlanks()
            let other = who[place.upperBound...].trimmingBlanks()
            guard !name.isEmpty else { continue }
            let isForAll = other.isEmpty || language.everyone.contains(other.lowercased())
            return (name, isForAll ? nil : other, text)
        }
        return nil
    }

    private static func day(_ text: Substring) -> CivilTime? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2] else { return nil }
        return CivilTime(day: parts.compactMap { Int($0) })
    }

    /// Returns the text before and after the first of several separators.
    private static func parts(
        _ words: Substring, by separators: [String]
    ) -> (Substring, String)? {
        let near = words.prefix(maxNameLength)
        for separator in separators {
            if let place = near.place(of: separator) {
                return (words[..<place.lowerBound], String(words[place.upperBound...]))
            }
        }
        return nil
    }

    /// Reads a heading whose text is on the lines below.
    private static func bare(_ words: Substring) -> (Substring, String)? {
        let whole = words.trimmingBlanks()
        guard whole.hasSuffix(":"), whole.utf8.count <= maxNameLength else { return nil }
        return (words.prefix(whole.count).dropLast(), "")
    }
}

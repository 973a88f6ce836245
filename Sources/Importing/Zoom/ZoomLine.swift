import Conversation

/// A line that begins a message: `10:15:23 From Ana to Everyone:`, `10:15:23⇥ From  Ana : text`,
/// `2024-05-01 10:15:23 From Ana to Ben (Direct Message):`, also in other languages; beside
/// recordings `00:05:21⇥Ana:⇥text`.
struct ZoomLine: Sendable {
    private(set) var day: CivilTime?
    /// Seconds of the day, or of the recording.
    let seconds: Int
    let name: String
    /// nil for everybody.
    let to: String?
    /// Empty where it stands on the lines below.
    let text: String
    let hasFrom: Bool

    private static let mostOfName = 200

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
        // Between a blank and a text only a tab behind the colon tells a name from a time of
        // something else.
        let separators = blank == "\t" ? [":\t", " : "] : [":\t"]
        let below = blank == "\t" ? Self.bare(words) : nil
        guard let (who, text) = Self.parts(words, by: separators) ?? below else { return nil }
        name = who.trimmingBlanks()
        guard !name.isEmpty else { return nil }
        self.text = text
        to = nil
        hasFrom = false
    }

    /// The names and the text of `From Ana to Everyone : text`, in a language that is known.
    private static func heading(_ words: Substring) -> (name: String, to: String?, text: String)? {
        for language in ZoomWords.all where words.hasPrefix(language.from) {
            let named = words.dropFirst(language.from.count)
            guard let (who, text) = parts(named, by: [" : ", ":\t", ": "]) ?? bare(named) else {
                continue
            }
            guard let place = last(language.to, in: who) else {
                // In other languages the first word alone may begin any name.
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
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        let time = CivilTime(year: numbers[0], month: numbers[1], day: numbers[2])
        return time.isValid ? time : nil
    }

    /// The text before and after the first of several separators.
    private static func parts(
        _ words: Substring, by separators: [String]
    ) -> (Substring, String)? {
        let near = words.prefix(mostOfName)
        for separator in separators {
            if let place = near.place(of: separator) {
                return (words[..<place.lowerBound], String(words[place.upperBound...]))
            }
        }
        return nil
    }

    /// A heading whose text is on the lines below.
    private static func bare(_ words: Substring) -> (Substring, String)? {
        let whole = words.trimmingBlanks()
        guard whole.hasSuffix(":"), whole.utf8.count <= mostOfName else { return nil }
        return (words.prefix(whole.count).dropLast(), "")
    }

    /// Names hold the word at times, what follows it never does.
    private static func last(_ words: String, in text: Substring) -> Range<Substring.Index>? {
        var found: Range<Substring.Index>?
        var rest = text
        while let place = rest.place(of: words) {
            found = place
            rest = text[text.index(after: place.lowerBound)...]
        }
        return found
    }
}

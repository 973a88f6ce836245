/// The beginnings of phrases, for a quick look at a text that most likely matches none of them.
///
/// A phrase that equals a text, in whatever normal form, or that the text begins with, begins with
/// the same two characters, or is one.
struct Openings: Sendable {
    /// The first two characters of each phrase, or its only one.
    private let starts: Set<String>
    private let hasSingle: Bool
    /// The starts of ASCII, by the first character's code and the second's.
    private let pairs: [Bool]

    init(_ phrases: some Sequence<String>) {
        starts = Set(phrases.map { String($0.prefix(2)) })
        hasSingle = starts.contains { $0.count == 1 }
        // By equality: more characters than its own are equal to a K (U+212A).
        let codes = [Character: Int](
            uniqueKeysWithValues: (UInt8.min..<0x80).map {
                (Character(Unicode.Scalar($0)), Int($0))
            })
        var pairs = [Bool](repeating: false, count: 128 * 128)
        for start in starts {
            let known = start.compactMap { codes[$0] }
            guard known.count == start.count, let first = known.first else { continue }
            let seconds = known.count == 2 ? known[1]..<known[1] + 1 : 0..<128
            for second in seconds { pairs[first << 7 | second] = true }
        }
        self.pairs = pairs
    }

    /// Whether a text may be one of the phrases, or begin with one.
    func mayBegin(_ text: Substring) -> Bool {
        let bytes = text.utf8Span.span
        guard bytes.count > 1, isPlain(bytes[0]), isPlain(bytes[1]),
            bytes.count == 2 || bytes[2] < 0x80
        else {
            return starts.contains(String(text.prefix(2)))
                || hasSingle && starts.contains(String(text.prefix(1)))
        }
        return pairs[Int(bytes[0]) << 7 | Int(bytes[1])]
    }

    /// Whether a byte is a character, where what follows it is none that may belong to it.
    private func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x0D }
}

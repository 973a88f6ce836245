/// The beginnings of phrases, for quickly rejecting a text that most likely matches none of them.
///
/// A text that equals a phrase in any normalization form, or begins with it, shares its first two
/// characters, or its only one.
struct Openings: Sendable {
    /// The first two characters of each phrase, or its only character.
    private let starts: Set<String>
    private let hasSingle: Bool
    /// Whether a phrase begins with two ASCII characters, indexed by both codes.
    private let pairs: [Bool]

    init(_ phrases: some Sequence<String>) {
        starts = Set(phrases.map { String($0.prefix(2)) })
        hasSingle = starts.contains { $0.count == 1 }
        // The dictionary compares by canonical equivalence, so that K (U+212A) is found as the
        // ASCII letter.
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

    /// Returns whether a text may be one of the phrases or begin with one.
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

    /// Returns whether a byte is a whole character, provided that no combining character follows.
    private func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x0D }
}

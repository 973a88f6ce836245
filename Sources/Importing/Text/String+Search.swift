import Glibc

extension StringProtocol where SubSequence == Substring {
    /// Comparing bytes is fast, and exact where canonical equivalence is not.
    func place(of needle: String) -> Range<Index>? {
        let text = self[...]
        guard let offset = text.utf8Span.span.offset(of: needle.utf8Span.span) else { return nil }
        let start = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
        return start..<text.utf8.index(start, offsetBy: needle.utf8.count)
    }

    func lastPlace(of needle: String) -> Range<Index>? {
        var found: Range<Index>?
        var rest = self[...]
        while let place = rest.place(of: needle) {
            found = place
            rest = self[index(after: place.lowerBound)...]
        }
        return found
    }

    func holds(_ needle: String) -> Bool {
        self[...].utf8Span.span.offset(of: needle.utf8Span.span) != nil
    }
}

extension Span<UInt8> {
    func offset(of needle: [UInt8], from start: Int = 0) -> Int? {
        offset(of: needle.span, from: start)
    }

    /// The search is for the first byte, because chat lines are short and matches are rare.
    func offset(of needle: Span<UInt8>, from start: Int = 0) -> Int? {
        guard !needle.isEmpty, count >= needle.count else { return nil }
        let end = count - needle.count + 1
        var from = start
        while let index = offset(of: needle[0], from: from, before: end) {
            var length = 1
            while length < needle.count, self[index + length] == needle[length] { length += 1 }
            if length == needle.count { return index }
            from = index + 1
        }
        return nil
    }

    func offset(of byte: UInt8, from start: Int, before end: Int) -> Int? {
        guard start >= 0, start < end, end <= count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), end - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}

extension StringProtocol {
    /// The seconds of a duration such as `4:05` or `1:02:05`; nil for any other text.
    var clockSeconds: Double? {
        let parts = split(separator: ":").map { Int($0) }
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0
        for part in parts {
            guard let part, (0..<10_000).contains(part) else { return nil }
            seconds = seconds * 60 + part
        }
        return Double(seconds)
    }
}

extension Collection {
    var nonEmpty: Self? { isEmpty ? nil : self }
}

extension String {
    func trimmingBlanks() -> String { self[...].trimmingBlanks() }
}

extension Substring {
    func trimmingBlanks() -> String {
        let bytes = utf8
        guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
            let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return "" }
        return String(self[start..<bytes.index(after: last)])
    }
}

extension String {
    /// Splits at any of several separators. The parts are trimmed and not empty.
    func components(_ separators: [String]) -> [String] {
        var parts = [self]
        for separator in separators {
            parts = parts.flatMap { $0.split(separator: separator).map { $0.trimmingBlanks() } }
        }
        return parts.filter { !$0.isEmpty }
    }
}

/// The set of bytes that occur in a text.
struct ByteSet {
    private var low: UInt128 = 0
    private var high: UInt128 = 0

    init(_ text: String) {
        for byte in text.utf8 {
            if byte < 0x80 { low |= 1 << byte } else { high |= 1 << (byte & 0x7F) }
        }
    }

    /// Returns whether every byte of another text occurs in this one. If not, this text cannot
    /// contain the other.
    func holds(_ other: ByteSet) -> Bool {
        other.low & ~low == 0 && other.high & ~high == 0
    }
}

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

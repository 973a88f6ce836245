/// Finds known names such as `@Ana`, and tags such as `#tag`, in plain text, in one pass.
package struct NamesInText: Sendable {
    /// The names in lowercase. Phone numbers are also included as digits.
    private let names: Set<String>
    /// The prefixes of names up to each word boundary. The search stops when no name has the
    /// prefix.
    private let beginnings: Set<String>
    private let longest: Int
    private static let lettersBetweenQuestions = 1 << 12

    private static let maxLength = 64
    /// The maximum number of word boundaries within a name.
    private static let maxWords = 8

    /// - Parameter names: the names and handles of people.
    package init(_ names: some Sequence<String>) {
        var known: Set<String> = []
        for name in names {
            let name = name.hasPrefix("@") ? String(name.dropFirst()) : name
            known.insert(name.lowercased())
            if name.hasPrefix("+") { known.insert(String(name.filter(\.isNumber))) }
        }
        known = known.filter { !$0.isEmpty && $0.unicodeScalars.count <= NamesInText.maxLength }
        self.names = known
        beginnings = known.reduce(into: []) { beginnings, name in
            let scalars = name.unicodeScalars
            for end in scalars.indices.dropFirst()
            where NamesInText.isWhole(scalars[scalars.index(before: end)], before: scalars[end]) {
                beginnings.insert(String(scalars[..<end]))
            }
        }
        longest = known.reduce(0) { max($0, $1.unicodeScalars.count) }
    }

    /// Existing marks stay. `mayContinue` is called from time to time; the search ends when it
    /// returns false.
    package func marking(_ rich: RichText, while mayContinue: () -> Bool = { true }) -> RichText {
        guard NamesInText.mayHold(rich.text.utf8.span) else { return rich }
        let found = Entity.links(found(in: rich.text, while: mayContinue), besides: rich.entities)
        return found.isEmpty ? rich : RichText(rich.text, marks: rich.entities + found)
    }

    private static func mayHold(_ span: Span<UInt8>) -> Bool {
        for index in span.indices
        where span[index] == UInt8(ascii: "@") || span[index] == UInt8(ascii: "#") {
            return true
        }
        return false
    }

    private func found(in text: String, while mayContinue: () -> Bool) -> [Entity] {
        let scalars = Array(text.unicodeScalars)
        var offsets: [Int] = []
        offsets.reserveCapacity(scalars.count + 1)
        var offset = 0
        for scalar in scalars {
            offsets.append(offset)
            offset += UTF8.width(scalar)
        }
        offsets.append(offset)
        var found: [Entity] = []
        var index = 0
        var question = 0
        while index < scalars.count {
            if index >= question {
                guard mayContinue() else { break }
                question = index + NamesInText.lettersBetweenQuestions
            }
            let sign = scalars[index]
            guard sign == "@" || sign == "#", index == 0 || !scalars[index - 1].isOfWords,
                index == 0 || !["@", "#", "&", "/"].contains(scalars[index - 1]),
                let end = sign == "@"
                    ? nameEnd(in: scalars, from: index + 1) : tagEnd(in: scalars, from: index + 1)
            else {
                index += 1
                continue
            }
            found.append(
                Entity(offsets[index]..<offsets[end], sign == "@" ? .mention : .hashtag))
            index = end
        }
        return found
    }

    /// The longest name that begins here.
    private func nameEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
        // Some apps isolate names: U+2068 before and U+2069 after.
        let start = start < scalars.count && scalars[start] == "\u{2068}" ? start + 1 : start
        guard start < scalars.count, scalars[start].isOfWords || scalars[start] == "+" else {
            return nil
        }
        var longest: Int?
        var words = 0
        var name = ""
        var end = start
        while end < scalars.count, end - start < self.longest, words < NamesInText.maxWords {
            name += scalars[end].properties.lowercaseMapping
            end += 1
            guard
                end == scalars.count || NamesInText.isWhole(scalars[end - 1], before: scalars[end])
            else { continue }
            words += 1
            if names.contains(name) { longest = end }
            guard beginnings.contains(name) else { break }
        }
        return longest
    }

    /// A name may end between the two characters.
    private static func isWhole(_ last: Unicode.Scalar, before next: Unicode.Scalar) -> Bool {
        !next.isOfWords || last.isUnspaced
    }

    /// A tag must contain a letter.
    private func tagEnd(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
        var end = start
        var hasLetter = false
        while end < scalars.count, scalars[end].isOfWords {
            if scalars[end].properties.isAlphabetic { hasLetter = true }
            end += 1
        }
        return hasLetter ? end : nil
    }
}

extension Unicode.Scalar {
    fileprivate var isOfWords: Bool {
        if value < 0x80 {
            return self == "_" || ("0"..."9").contains(self) || ("a"..."z").contains(self)
                || ("A"..."Z").contains(self)
        }
        return properties.isAlphabetic || properties.numericType != nil
            || properties.generalCategory == .nonspacingMark
    }

    fileprivate var isUnspaced: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x9FFF, 0xAC00...0xD7AF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

/// The names in a text that the conversation defines: its custom emoji, and the people behind the
/// IDs that some services write instead of names.
package struct KnownNames: Sendable {
    var emoji: Set<String> = []
    var people: [String: String] = [:]

    init() {}
}

import Basics

/// A text in the form in which names are compared, with the source of each scalar.
struct FoldedText {
    fileprivate(set) var scalars: [Unicode.Scalar] = []
    fileprivate(set) var origins: [Int32] = []

    /// The range begins and ends at character boundaries of the original.
    func isWhole(_ range: Range<Int>) -> Bool {
        let begins =
            range.lowerBound == 0 || origins[range.lowerBound - 1] != origins[range.lowerBound]
        let ends =
            range.upperBound == origins.count
            || origins[range.upperBound] != origins[range.upperBound - 1]
        return begins && ends
    }

    /// A combining mark changes the last letter: e is not é.
    func isMarked(after range: Range<Int>) -> Bool {
        guard range.upperBound < scalars.count else { return false }
        let next = scalars[range.upperBound]
        return !next.isASCII && next.properties.canonicalCombiningClass != .notReordered
            && WordBoundary.joins(scalars[range.upperBound - 1], next)
    }

    /// A word of a `camelCaseName` begins at the index.
    func isInnerCapital(_ index: Int, of original: [Unicode.Scalar]) -> Bool {
        original[Int(origins[index])].properties.isUppercase
            && original[Int(origins[index - 1])].properties.isLowercase
    }

    func original(_ range: Range<Int>) -> Range<Int> {
        // Normalization may have reordered combining marks.
        let stretch = origins[range]
        let start = stretch.min() ?? 0
        return Int(start)..<Int(stretch.max() ?? start) + 1
    }
}

/// Folds texts so that names are found in all spellings: decomposed (NFKD), without case, with one
/// kind of apostrophe, hyphen and space, and without invisible and optional characters.
final class Folding {
    /// The folded characters. GLib is called once for each character.
    private var known: [Unicode.Scalar: [Unicode.Scalar]] = [:]

    func fold(_ original: [Unicode.Scalar]) -> FoldedText {
        var folded = FoldedText()
        folded.scalars.reserveCapacity(original.count)
        folded.origins.reserveCapacity(original.count)
        for (index, scalar) in original.enumerated() {
            if scalar.isASCII {
                append(Folding.lowercase(scalar), Int32(index), to: &folded)
            } else {
                for part in parts(of: scalar) { append(part, Int32(index), to: &folded) }
            }
        }
        return folded
    }

    /// Without spaces at the ends.
    func fold(name: String) -> [Unicode.Scalar] {
        var scalars = fold(Array(name.unicodeScalars)).scalars[...]
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        return Array(scalars)
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x41...0x5A: Unicode.Scalar(UInt8(scalar.value) | 0x20)
        case 0x09...0x0D: " "
        default: scalar
        }
    }

    private func append(_ scalar: Unicode.Scalar, _ origin: Int32, to folded: inout FoldedText) {
        if scalar == " ", folded.scalars.last == " " { return }
        // Turkish İ and ı are both folded to i, because the language of the text is unknown.
        if scalar.value == 0x307, folded.scalars.last == "i" { return }
        folded.scalars.append(scalar)
        folded.origins.append(origin)
        guard !scalar.isASCII else { return }
        let order = scalar.properties.canonicalCombiningClass.rawValue
        var index = folded.scalars.count - 1
        while order > 0, index > 0,
            folded.scalars[index - 1].properties.canonicalCombiningClass.rawValue > order
        {
            folded.scalars.swapAt(index, index - 1)
            folded.origins.swapAt(index, index - 1)
            index -= 1
        }
    }

    // MARK: - Character folding

    private func parts(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let parts = known[scalar] { return parts }
        let parts = Folding.parts(of: scalar)
        known[scalar] = parts
        return parts
    }

    private static func parts(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        // Uppercasing first nearly equals full case folding: "ß" becomes "ss", and "ς" becomes "σ".
        let upper = String(scalar).decomposedForComparison.uppercased()
        let folded = upper.lowercased().decomposedForComparison
        return folded.unicodeScalars.compactMap { part in
            switch part.value {
            case 0x2018, 0x2019, 0x201B, 0x02BC, 0x02B9, 0x2032, 0xB4: "'"
            case 0x2010...0x2015, 0x2212: "-"
            case 0x3C2: "\u{3C3}"
            default: isUnneeded(part) ? nil : part.properties.isWhitespace ? " " : part
            }
        }
    }

    /// Invisible, or optional in names: Arabic and Hebrew vowel signs, the Arabic elongation mark.
    static func isUnneeded(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7: true
        case 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC: true
        // Hangul fillers.
        case 0x115F, 0x1160, 0x3164, 0xFFA0: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}

/// A text in composed form (NFC), like the patterns: an é of two characters, which some systems
/// send, matches an é of one.
struct ComposedText {
    private(set) var scalars: [Unicode.Scalar] = []
    /// The start of each character in the original, and the original's end; nil if both are equal.
    private var origins: [Int]?

    init(_ text: String) { self.init(Array(text.unicodeScalars)) }

    init(_ original: [Unicode.Scalar]) {
        guard original.contains(where: ComposedText.joinsTheOneBefore) else {
            scalars = original
            return
        }
        var origins: [Int] = []
        var start = 0
        while start < original.count {
            var end = start + 1
            while end < original.count, ComposedText.joinsTheOneBefore(original[end]) { end += 1 }
            if end == start + 1 {
                scalars.append(original[start])
                origins.append(start)
            } else {
                let composed = ComposedText.composed(original[start..<end])
                scalars += composed
                origins += Array(repeating: start, count: composed.count)
            }
            start = end
        }
        self.origins = origins + [original.count]
    }

    /// Extended to whole characters with their combining marks.
    func original(_ range: Range<Int>) -> Range<Int> {
        guard let origins else { return range }
        let start = origins[range.lowerBound]
        var end = range.upperBound
        while end < origins.count - 1, origins[end] == origins[range.upperBound - 1] { end += 1 }
        return start..<origins[end]
    }

    private static func composed(_ scalars: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return Array(String(text).composed.unicodeScalars)
    }

    private static func joinsTheOneBefore(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x3400..<0xA66F, 0xAC00..<0xD800: false
        // Hangul vowels and final consonants.
        case 0x1160...0x11FF: true
        default: scalar.properties.canonicalCombiningClass.rawValue > 9
        }
    }
}

/// A text without its invisible characters, such as soft hyphens, zero-width spaces and marks of
/// direction. A reader does not see them, so patterns also match across them.
struct VisibleText {
    private(set) var scalars: [Unicode.Scalar]
    /// The index of each character in the original.
    private var origins: [Int]

    /// Nil if the text has no invisible characters.
    init?(_ original: [Unicode.Scalar]) {
        guard original.contains(where: VisibleText.isInvisible) else { return nil }
        origins = original.indices.filter { !VisibleText.isInvisible(original[$0]) }
        scalars = origins.map { original[$0] }
    }

    /// With the invisible characters within the range.
    func original(_ range: Range<Int>) -> Range<Int> {
        origins[range.lowerBound]..<origins[range.upperBound - 1] + 1
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // None of the most frequent characters is.
        case 0..<0xAD, 0x3200..<0xFE00: false
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}

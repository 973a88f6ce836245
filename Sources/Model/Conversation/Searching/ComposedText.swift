import Basics

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

    /// Returns the range in the original, extended to whole characters with their combining marks.
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

import Basics

struct ScalarSet: Sendable {
    enum Class: Sendable { case digit, word, space }

    /// A character of a text with its other cases.
    struct Letter {
        let scalar: Unicode.Scalar
        let lower: Unicode.Scalar?
        let upper: Unicode.Scalar?

        init(_ scalar: Unicode.Scalar, withCases: Bool) {
            self.scalar = scalar
            // The table covers the cases of ASCII letters.
            guard withCases, !scalar.isASCII else {
                (lower, upper) = (nil, nil)
                return
            }
            lower = Letter.single(scalar.properties.lowercaseMapping)
            upper = Letter.single(scalar.properties.uppercaseMapping)
        }

        private static func single(_ text: String) -> Unicode.Scalar? {
            let scalars = text.unicodeScalars
            return scalars.count == 1 ? scalars.first : nil
        }
    }

    var ranges: [ClosedRange<UInt32>] = []
    var classes: [(Class, isNegated: Bool)] = []
    var isNegated = false
    var ignoresCase = false
    /// The members among the first 128 characters, which are most frequently tested.
    private var ascii: (UInt64, UInt64) = (0, 0)

    static let word = ScalarSet(classes: [(.word, false)])

    init(
        ranges: [ClosedRange<UInt32>] = [], classes: [(Class, isNegated: Bool)] = [],
        isNegated: Bool = false, ignoresCase: Bool = false
    ) {
        self.ranges = ranges
        self.classes = classes
        self.isNegated = isNegated
        self.ignoresCase = ignoresCase
    }

    /// Returns the set with its table computed.
    func finished() -> ScalarSet {
        var set = self
        for value in UInt8(0)..<128 {
            let scalar = Unicode.Scalar(value)
            guard contains(Letter(scalar, withCases: false), isASCII: false) else { continue }
            if value < 64 { set.ascii.0 |= 1 << value } else { set.ascii.1 |= 1 << (value - 64) }
        }
        return set
    }

    /// Returns whether a finished set contains a character.
    func contains(_ letter: Letter) -> Bool {
        contains(letter, isASCII: letter.scalar.isASCII)
    }

    private func contains(_ letter: Letter, isASCII: Bool) -> Bool {
        let scalar = letter.scalar
        if isASCII {
            let value = scalar.value
            return (value < 64 ? ascii.0 >> UInt64(value) : ascii.1 >> UInt64(value - 64)) & 1 == 1
        }
        if holds(scalar) { return !isNegated }
        guard ignoresCase else { return isNegated }
        let (lower, upper) =
            scalar.isASCII ? ScalarSet.cases(ofASCII: scalar) : (letter.lower, letter.upper)
        let isOther = lower.map(holds) ?? false || upper.map(holds) ?? false
        return isOther != isNegated
    }

    private static func cases(
        ofASCII scalar: Unicode.Scalar
    ) -> (Unicode.Scalar?, Unicode.Scalar?) {
        guard ASCII.isLetter(scalar) else { return (nil, nil) }
        return (Unicode.Scalar(scalar.value | 0x20), Unicode.Scalar(scalar.value & ~0x20))
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        if ranges.contains(where: { $0.contains(scalar.value) }) { return true }
        return classes.contains { kind, isNegated in
            ScalarSet.belongs(scalar, to: kind) != isNegated
        }
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool { belongs(scalar, to: .word) }

    /// Returns whether a character belongs to a class, in any script: Arabic or Devanagari digits
    /// are digits, too.
    private static func belongs(_ scalar: Unicode.Scalar, to kind: Class) -> Bool {
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            let isDigit = ASCII.isDigit(byte)
            switch kind {
            case .digit: return isDigit
            case .word: return isDigit || ASCII.isLetter(byte) || byte == 0x5F
            case .space: return byte == 0x20 || byte &- 0x09 < 5
            }
        }
        let properties = scalar.properties
        switch kind {
        case .digit: return properties.numericType == .decimal
        case .space: return properties.isWhitespace
        case .word:
            return properties.isAlphabetic || properties.numericType == .decimal
                || properties.generalCategory == .nonspacingMark
        }
    }
}

/// Western text that needs neither Pango's itemization nor its break rules: one script, one
/// direction, one font per style. Most messages are plain.
///
/// Line breaks are those of UAX #14 as Pango implements them, for the characters that occur here. A
/// test compares both on random text.
struct PlainText {
    /// Printable ASCII and Latin-1, and the punctuation that phones insert.
    static let characters: [UInt32] =
        Array(0x20...0x7E) + (0xA0...0xFF).filter { $0 != 0xAD } + punctuation
    private static let punctuation: [UInt32] = [
        0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026,
    ]

    /// The class of each scalar below 256 with a flag for Latin letters, or `none`.
    private var latin = [UInt8](repeating: none, count: 256)
    /// The class of each character E2 80 xx, by its last byte.
    private var general = [UInt8](repeating: none, count: 256)
    private let stays = BreakClass.allCases.map(\.stays)
    private let staysAcrossSpaces = BreakClass.allCases.map(\.staysAcrossSpaces)

    private static let none: UInt8 = 0xFF
    private static let letterFlag: UInt8 = 0x40

    init() {
        for scalar in Self.characters {
            let value = BreakClass(scalar).rawValue
            if scalar < 0x100 {
                latin[Int(scalar)] = value | (Self.isLetter(scalar) ? Self.letterFlag : 0)
            } else {
                general[Int(0x80 | scalar & 0x3F)] = value
            }
        }
    }

    private static func isLetter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA: true
        case 0xC0...0xFF: scalar != 0xD7 && scalar != 0xF7
        default: false
        }
    }

    /// Finds line breaks, and returns whether there are letters; nil if the text is not plain.
    func read(_ bytes: UnsafeBufferPointer<UInt8>, into marks: inout BreakMarks) -> Bool? {
        marks.reserve(bytes.count)
        let output = unsafe marks.marks
        var state = State()
        var hasLetters = false
        var index = 0
        while index < bytes.count {
            let (entry, length) = unsafe lookUp(bytes, index)
            guard entry != Self.none else { return nil }
            if entry & Self.letterFlag != 0 { hasLetters = true }
            let present = entry & ~Self.letterFlag
            var traits = ShapedUnits.Traits.beginsGrapheme.rawValue
            if present == BreakClass.space.rawValue {
                traits |= ShapedUnits.Traits.isSpace.rawValue
                state.hasSpaces = true
                state.number = .none
            } else {
                if unsafe mayBreak(before: present, &state, bytes, next: index &+ length) {
                    traits |= ShapedUnits.Traits.mayBreakBefore.rawValue
                }
                state.before = present
                state.hasSpaces = false
            }
            unsafe output[index] = traits
            for place in 1..<length { unsafe output[index &+ place] = 0 }
            index &+= length
        }
        unsafe output[bytes.count] = ShapedUnits.Traits.beginsGrapheme.rawValue
        return hasLetters
    }

    private func lookUp(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int
    ) -> (entry: UInt8, length: Int) {
        let lead = unsafe bytes[index]
        if lead < 0x80 { return (latin[Int(lead)], 1) }
        func next(_ distance: Int) -> UInt8 { unsafe bytes[index &+ distance] }
        if lead == 0xC2 || lead == 0xC3 {
            return (latin[Int((lead & 3) << 6 | next(1) & 0x3F)], 2)
        }
        if lead == 0xE2, next(1) == 0x80 { return (general[Int(next(2))], 3) }
        return (Self.none, 1)
    }

    /// The progress through a number of rule LB25.
    private enum Number { case none, digits, closed }

    private struct State {
        /// The class before any preceding spaces; nil at the start.
        var before: UInt8?
        var hasSpaces = false
        var number = Number.none
    }

    private func mayBreak(
        before present: UInt8, _ state: inout State, _ bytes: UnsafeBufferPointer<UInt8>,
        next: Int
    ) -> Bool {
        let bit = UInt32(1) << UInt32(present)
        let number = state.number
        state.number = after(number, present)
        guard let before = state.before else {
            return state.hasSpaces && staysAcrossSpaces[Int(BreakClass.letter.rawValue)] & bit == 0
        }
        if state.hasSpaces { return staysAcrossSpaces[Int(before)] & bit == 0 }
        guard stays[Int(before)] & bit == 0 else { return false }
        switch number {
        case .digits where present == BreakClass.digit.rawValue: return false
        case .digits, .closed:
            if present == BreakClass.prefix.rawValue || present == BreakClass.postfix.rawValue {
                return false
            }
        case .none: break
        }
        // LB25: a currency sign stays with the parenthesis of a number.
        if present == BreakClass.opening.rawValue,
            before == BreakClass.prefix.rawValue || before == BreakClass.postfix.rawValue,
            next < bytes.count
        {
            return unsafe lookUp(bytes, next).entry != BreakClass.digit.rawValue
        }
        return true
    }

    private func after(_ number: Number, _ present: UInt8) -> Number {
        if present == BreakClass.digit.rawValue { return .digits }
        guard number == .digits else { return .none }
        switch present {
        case BreakClass.separator.rawValue, BreakClass.slash.rawValue: return .digits
        case BreakClass.parenthesis.rawValue, BreakClass.closing.rawValue: return .closed
        default: return .none
        }
    }
}

/// The classes of UAX #14 that occur in plain Western text.
private enum BreakClass: UInt8, CaseIterable {
    case letter, digit, exclamation, quotation, opening, parenthesis, closing, separator, slash
    case hyphen, breakAfter, breakBefore, dash, ellipsis, prefix, postfix, glue, space

    init(_ scalar: UInt32) {
        switch scalar {
        case 0x20: self = .space
        case 0x30...0x39: self = .digit
        case 0x21, 0x3F: self = .exclamation
        case 0x22, 0x27, 0xAB, 0xBB, 0x2018...0x201F: self = .quotation
        case 0x28, 0x5B, 0x7B, 0xA1, 0xBF: self = .opening
        case 0x29, 0x5D: self = .parenthesis
        case 0x7D: self = .closing
        case 0x2C, 0x2E, 0x3A, 0x3B: self = .separator
        case 0x2F: self = .slash
        case 0x2D: self = .hyphen
        case 0x7C, 0x2013: self = .breakAfter
        case 0xB4: self = .breakBefore
        case 0x2014: self = .dash
        case 0x2026: self = .ellipsis
        case 0x24, 0x2B, 0x5C, 0xA3...0xA5, 0xB1: self = .prefix
        case 0x25, 0xA2, 0xB0: self = .postfix
        case 0xA0: self = .glue
        default: self = .letter
        }
    }

    /// One bit for each class before which no line may begin directly after this: LB12 to LB30.
    var stays: UInt32 {
        // LB7, LB12a, LB13, LB19, LB21, LB22.
        let always: [BreakClass] = [
            .exclamation, .quotation, .parenthesis, .closing, .separator, .slash, .hyphen,
            .breakAfter, .ellipsis, .glue, .space,
        ]
        let stays: [BreakClass]
        switch self {
        case .letter, .digit: stays = always + [.letter, .digit, .opening, .prefix, .postfix]
        case .exclamation, .closing, .slash, .ellipsis, .space: stays = always
        case .quotation, .opening, .breakBefore, .glue: stays = BreakClass.allCases
        case .parenthesis, .prefix, .postfix: stays = always + [.letter, .digit]
        case .separator: stays = always + [.letter]
        case .hyphen: stays = always.filter { $0 != .glue } + [.digit]
        case .breakAfter: stays = always.filter { $0 != .glue }
        case .dash: stays = always + [.dash]
        }
        return stays.reduce(0) { $0 | $1.bit }
    }

    /// The classes that must not be separated even if spaces are between them: LB13 to LB17.
    var staysAcrossSpaces: UInt32 {
        let closing: [BreakClass] = [
            .exclamation, .parenthesis, .closing, .separator, .slash, .space,
        ]
        let stays: [BreakClass]
        switch self {
        case .opening: stays = BreakClass.allCases
        case .quotation: stays = closing + [.opening]
        case .dash: stays = closing + [.dash]
        default: stays = closing
        }
        return stays.reduce(0) { $0 | $1.bit }
    }

    var bit: UInt32 { 1 << UInt32(rawValue) }
}

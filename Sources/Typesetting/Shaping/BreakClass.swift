/// The classes of UAX #14 that occur in plain Western text.
enum BreakClass: UInt8, CaseIterable {
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

    /// The classes before which no line may begin directly after this class, one bit each: rules
    /// LB12 to LB30.
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

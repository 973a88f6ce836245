package import Basics

/// The faults of a theme, as facts. The service formulates them as problems.
package enum ThemeFault: Error, Sendable, Equatable {
    /// The kind of value that a key accepts.
    package enum Expectation: String, Sendable {
        case number, integer, boolean, text, texts, choice, color, colors, paint, background
        case insets, corners, size, point, rectangle, numbers, picture, pictures, maxWidth, width,
            object
    }

    case wrongForm(pointer: String, expected: Expectation, found: JSONKind)
    case outOfRange(pointer: String, value: Double, allowed: ClosedRange<Double>)
    case unknownChoice(pointer: String, value: String, allowed: [String])
    case badColor(pointer: String, value: String)
    /// A number of items, characters or bytes that is out of range.
    case wrongCount(pointer: String, actual: Int, allowed: ClosedRange<Int>)
    case badFamily(pointer: String, value: String)
    case unknownKey(pointer: String, name: String, allowed: [String])
    case unknownTheme(pointer: String, name: String, known: [String])
    /// Themes that extend each other in a loop.
    case extendsLoop(pointer: String, names: [String])
    case extendsTooDeep(pointer: String, limit: Int)
    /// The name of a picture that is neither in the request nor in the theme folder.
    case unknownPicture(pointer: String, name: String)
    case badBase64(pointer: String)
    case pictureTooLarge(pointer: String, limit: Int, actual: Int)
    case tooManyPictures(pointer: String, limit: Int)
    /// A picture given as a web address. Pictures are never fetched.
    case pictureAddress(pointer: String)
    /// A key that another key requires.
    case missing(pointer: String)

    package var pointer: String {
        switch self {
        case .wrongForm(let pointer, _, _), .outOfRange(let pointer, _, _),
            .unknownChoice(let pointer, _, _), .badColor(let pointer, _),
            .wrongCount(let pointer, _, _), .badFamily(let pointer, _),
            .unknownTheme(let pointer, _, _), .extendsLoop(let pointer, _),
            .extendsTooDeep(let pointer, _), .unknownPicture(let pointer, _),
            .badBase64(let pointer), .pictureTooLarge(let pointer, _, _),
            .tooManyPictures(let pointer, _), .pictureAddress(let pointer), .missing(let pointer),
            .unknownKey(let pointer, _, _):
            pointer
        }
    }
}

/// The faults of one theme in the order of its keys; never empty.
package struct ThemeFaults: Error, Sendable, Equatable {
    /// The maximum number of faults. A hostile theme could have millions.
    static let limit = 20

    package let all: [ThemeFault]

    package var first: ThemeFault { all[0] }

    init?(_ faults: [ThemeFault]) {
        guard !faults.isEmpty else { return nil }
        all = faults
    }

    init(_ fault: ThemeFault) { all = [fault] }
}

/// The warnings about an accepted theme.
package enum ThemeWarning: Sendable, Equatable {
    /// An emoji font in a list. Emoji are drawn by fallback; in a list, the font would also provide
    /// its digits and spaces.
    case ignoredFamily(pointer: String, name: String)

    var pointer: String {
        switch self {
        case .ignoredFamily(let pointer, _): pointer
        }
    }
}

package import Basics

/// A fault of a theme and its place, as facts. The service formulates it as a problem.
package struct ThemeFault: Error, Sendable, Equatable {
    /// The kind of value that a key accepts.
    package enum Expectation: String, Sendable {
        case number, integer, boolean, text, texts, choice, color, colors, paint, background
        case insets, corners, size, point, rectangle, numbers, picture, pictures, maxWidth, width,
            object
    }

    package enum Reason: Sendable, Equatable {
        case wrongForm(expected: Expectation, found: JSONKind)
        case outOfRange(value: Double, allowed: ClosedRange<Double>)
        case unknownChoice(value: String, allowed: [String])
        case badColor(value: String)
        /// A number of items, characters or bytes that is out of range.
        case wrongCount(actual: Int, allowed: ClosedRange<Int>)
        case badFamily(value: String)
        case unknownKey(name: String, allowed: [String])
        case unknownTheme(name: String, known: [String])
        /// Themes that extend each other in a loop.
        case extendsLoop(names: [String])
        case extendsTooDeep(limit: Int)
        /// The name of a picture that is neither in the request nor in the theme folder.
        case unknownPicture(name: String)
        case badBase64
        case pictureTooLarge(limit: Int, actual: Int)
        case tooManyPictures(limit: Int)
        /// A picture given as a web address. Pictures are never fetched.
        case pictureAddress
        /// A key that another key requires.
        case missing
    }

    package let pointer: String
    package let reason: Reason

    package init(at pointer: String, _ reason: Reason) {
        self.pointer = pointer
        self.reason = reason
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

    init(at pointer: String, _ reason: ThemeFault.Reason) {
        all = [ThemeFault(at: pointer, reason)]
    }
}

/// The warnings about an accepted theme.
package enum ThemeWarning: Sendable, Equatable {
    /// An emoji font in a list. Emoji are drawn by fallback; in a list, the font would also provide
    /// its digits and spaces.
    case ignoredFamily(pointer: String, name: String)
    /// A mode for which the extended theme has no colors.
    case ignoredMode(ThemeMode, pointer: String, theme: String)

    var pointer: String {
        switch self {
        case .ignoredFamily(let pointer, _), .ignoredMode(_, let pointer, _): pointer
        }
    }
}

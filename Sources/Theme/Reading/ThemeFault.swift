package import JSON

/// The errors in a look, as facts. The service words them as problems.
package enum ThemeFault: Error, Sendable, Equatable {
    /// The kind of value that a key takes.
    package enum Expectation: String, Sendable {
        case number, integer, boolean, text, texts, choice, color, colors, paint, background
        case insets, corners, size, point, rectangle, numbers, picture, pictures, maxWidth, width,
            object
    }

    case wrongForm(pointer: String, expected: Expectation, found: JSONKind)
    case outOfRange(pointer: String, value: Double, allowed: ClosedRange<Double>)
    case unknownChoice(pointer: String, value: String, allowed: [String])
    case badColor(pointer: String, value: String)
    /// So many items, characters or bytes that are not in the range.
    case wrongCount(pointer: String, actual: Int, allowed: ClosedRange<Int>)
    case badFamily(pointer: String, value: String)
    case unknownKey(pointer: String, name: String, allowed: [String])
    case unknownTheme(pointer: String, name: String, known: [String])
    /// Looks that extend each other in a circle.
    case extendsLoop(pointer: String, names: [String])
    case extendsTooDeep(pointer: String, limit: Int)
    /// A picture's name that is neither in the request nor in the looks' own folder.
    case unknownPicture(pointer: String, name: String)
    case badBase64(pointer: String)
    case pictureTooLarge(pointer: String, limit: Int, actual: Int)
    case tooManyPictures(pointer: String, limit: Int)
    /// Pictures are never fetched.
    case pictureAddress(pointer: String)
    /// Something that another choice cannot do without.
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

/// Everything that is wrong with one look, in the order of its keys; never empty.
package struct ThemeFaults: Error, Sendable, Equatable {
    /// A hostile look could have millions; nobody reads more than these.
    static let limit = 20

    package let all: [ThemeFault]

    package var first: ThemeFault { all[0] }

    init?(_ faults: [ThemeFault]) {
        guard !faults.isEmpty else { return nil }
        all = faults
    }

    init(_ fault: ThemeFault) { all = [fault] }
}

/// The warnings about a look that was accepted.
package enum ThemeWarning: Sendable, Equatable {
    /// Emoji come by fallback; named in a list, an emoji font would give its digits and spaces too.
    case ignoredFamily(pointer: String, name: String)

    package var pointer: String {
        switch self {
        case .ignoredFamily(let pointer, _): pointer
        }
    }
}

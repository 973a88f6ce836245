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
}

extension ThemeFaults {
    package var explanation: Explanation {
        Explanation(all.map { ($0.pointer, $0.explanation) }, or: first.explanation)
    }
}

extension ThemeFault {
    fileprivate var explanation: Explanation {
        switch reason {
        case .unknownChoice(let value, let allowed):
            Explanation(.invalidTheme, sentence, at: pointer, unknown: value, among: allowed)
        case .unknownKey(let name, let known):
            Explanation(.invalidTheme, sentence, at: pointer, unknown: name, among: known)
        case .unknownTheme(let name, let known):
            Explanation(.unknownTheme, sentence, at: pointer, unknown: name, among: known)
        case .extendsTooDeep(let limit), .pictureTooLarge(let limit, _),
            .tooManyPictures(let limit):
            Explanation(.invalidTheme, sentence, at: pointer, limit: limit)
        case .badBase64: Explanation(.imageBase64, sentence, at: pointer)
        case .wrongForm, .outOfRange, .badColor, .wrongCount, .badFamily, .extendsLoop,
            .unknownPicture, .pictureAddress, .missing:
            Explanation(.invalidTheme, sentence, at: pointer)
        }
    }

    private var sentence: Explanation.Sentence {
        let predicate = predicate
        return
            "\(Explanation.Sentence(.place(pointer))) \(predicate)\(predicate.hasSuffix("?") ? "" : ".")"
    }

    private var predicate: String {
        switch reason {
        case .wrongForm(let expected, let found):
            "is \(found.article), but must be \(expected.rawValue)"
        case .outOfRange(let value, let allowed):
            "is \(value.plain), but must be from \(allowed.lowerBound.plain) to \(allowed.upperBound.plain)"
        case .unknownChoice(let value, let allowed):
            "is \"\(value.shortened)\", but must be one of \(allowed.joined(separator: ", "))"
        case .badColor(let value): "is not a valid color: \"\(value.shortened)\". Use #rrggbb"
        case .wrongCount(let actual, let allowed):
            "has \(actual), but needs \(allowed.lowerBound) to \(allowed.upperBound)"
        case .badFamily(let value): "is not a valid font family: \"\(value.shortened)\""
        case .unknownTheme(let name, let known):
            "is \"\(name.shortened)\", but must be one of \(known.joined(separator: ", "))"
        case .extendsLoop(let names): "extends itself: " + names.joined(separator: " → ")
        case .extendsTooDeep(let limit): "extends a chain of more than \(limit) themes"
        case .unknownPicture(let name):
            "names a picture that is neither in the request nor in the folder of pictures: \"\(name.shortened)\""
        case .badBase64: "is not valid base64"
        case .pictureTooLarge(let limit, let actual):
            "has \(actual) bytes, but the limit is \(limit)"
        case .tooManyPictures(let limit): "has more than \(limit) pictures"
        case .pictureAddress: "is a URL. Pictures are never fetched: send their bytes"
        case .missing: "is missing"
        case .unknownKey(let name, let known):
            "is not a key of a theme; "
                + (NearestName.closest(to: name, in: known).map { "did you mean \"\($0)\"?" }
                    ?? "allowed: \(known.joined(separator: ", "))")
        }
    }
}

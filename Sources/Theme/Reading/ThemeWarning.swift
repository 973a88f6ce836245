/// What was read past in a look that was understood all the same.
package enum ThemeWarning: Sendable, Equatable {
    case unknownKey(pointer: String, allowed: [String])
    /// Emoji come by fallback; named in a list, an emoji font would give its digits and spaces too.
    case ignoredFamily(pointer: String, name: String)

    package var pointer: String {
        switch self {
        case .unknownKey(let pointer, _), .ignoredFamily(let pointer, _): pointer
        }
    }
}

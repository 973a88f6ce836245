package import JSON

/// Why the looks of a folder cannot be offered; for whoever runs the program.
package enum ThemeFolderFault: Error, Sendable, Equatable {
    case unreadable(path: String)
    /// A look's or picture's name that is not made of lower-case letters, digits, `-`, `_` and `.`.
    case badName(file: String)
    case tooLarge(file: String, limit: Int, actual: Int)
    case syntax(file: String, JSONError)
    case invalid(look: String, ThemeFaults)
    /// The look that a request gets when it names none.
    case missing(look: String)
}

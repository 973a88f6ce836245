package import JSON

/// Why the languages of a folder cannot be offered; for whoever runs the program.
package enum LanguageFolderFault: Error, Sendable, Equatable {
    case unreadable(path: String)
    /// A name that is no language tag.
    case badName(file: String)
    case tooLarge(file: String, limit: Int, actual: Int)
    case syntax(file: String, JSONError)
    case invalid(file: String, [SchemaFault])
    /// The language that speaks for those that are not there.
    case missing(file: String)
    case claimedTwice(tag: String, files: [String])

    package var sentence: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read"
        case .badName(let file): "\(file) is not named by a language tag, such as de.json"
        case .tooLarge(let file, let limit, let actual):
            "\(file) has \(actual) bytes, but may have \(limit)"
        case .syntax(let file, let error): "\(file) \(error.sentence)"
        case .invalid(let file, let faults):
            faults.prefix(20).map { "\(file): \($0.sentence)" }.joined(separator: "; ")
        case .missing(let file): "\(file) is missing"
        case .claimedTwice(let tag, let files):
            "\(tag) is spoken for by \(files.joined(separator: " and "))"
        }
    }
}

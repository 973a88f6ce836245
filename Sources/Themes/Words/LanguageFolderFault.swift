package import Basics

/// Why the languages of a folder cannot be loaded; reported to the operator.
package enum LanguageFolderFault: Error, Sendable, Equatable {
    case file(ConfigurationFileFault)
    /// The file name is not a language tag.
    case badName(file: String)
    case invalid(file: String, [SchemaFault])
    /// The fallback language has no file.
    case missing(file: String)
    case claimedTwice(tag: String, files: [String])

    package var sentence: String {
        switch self {
        case .file(let fault): fault.sentence
        case .badName(let file): "\(file) is not named after a language tag, such as de.json"
        case .invalid(let file, let faults):
            faults.prefix(20).map { "\(file): \($0.sentence)" }.joined(separator: "; ")
        case .missing(let file): "\(file) is missing"
        case .claimedTwice(let tag, let files):
            "\(files.joined(separator: " and ")) both claim the language tag \(tag)"
        }
    }
}

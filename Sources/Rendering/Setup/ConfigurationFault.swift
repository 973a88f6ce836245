import Basics
package import Importing
package import Themes

/// The reason why a configuration cannot render anything on this machine.
package enum ConfigurationFault: Error, Sendable {
    case unreadable(place: String)
    case themes(place: String, ThemeFolderFault)
    case languages(place: String, LanguageFolderFault)
    case importPhrases(place: String, ImportPhrasesFault)
    case fonts(place: String)
    /// The process already uses the fonts of another configuration.
    case otherFonts(place: String)
    /// The configuration finds no fonts; these families are needed.
    case noFonts(place: String, missing: [String])
    /// The system's cryptographic library cannot compute a digest.
    case digest
    case threads
    case drawing

    package var sentence: String {
        switch self {
        case .unreadable(let place): "\(place) cannot be read"
        case .themes(let place, .invalid(_, let faults)):
            "\(place): \(faults.explanation.detail)"
        case .themes(let place, let fault): "\(place): \(fault.sentence)"
        case .languages(let place, let fault): "\(place): \(fault.sentence)"
        case .importPhrases(let place, let fault): "\(place): \(fault.sentence)"
        case .fonts(let place), .otherFonts(let place): "\(place): the fonts cannot be configured"
        case .noFonts(let place, let missing):
            "\(place) finds no fonts. Install \(missing.joined(separator: ", "))"
        case .digest: "the cryptographic library cannot compute digests"
        case .threads: "the worker threads cannot be started"
        case .drawing: "the drawing library cannot be initialized"
        }
    }
}

extension ThemeFolderFault {
    fileprivate var sentence: String {
        switch self {
        case .file(let fault): fault.sentence
        case .badName(let file):
            "\(file) is not a valid name. Use lowercase letters, digits, -, _ and ., but not \"auto\""
        case .invalid(let look, let faults): "\(look): \(faults.explanation.detail)"
        case .sharedApp(let app, let looks):
            "the themes \(looks.joined(separator: " and ")) both claim the service \(app)"
        case .missing(let look): "the theme \(look) is missing"
        }
    }
}

/// Why a command ended early.
enum CommandFailure: Error {
    /// The command line is wrong.
    case usage(String)
    /// The input was read and refused.
    case refused(String)
    /// A file could not be read or written.
    case file(String)
    /// The program is not set up right.
    case configuration(String)

    var sentence: String {
        switch self {
        case .usage(let sentence), .refused(let sentence), .file(let sentence),
            .configuration(let sentence):
            sentence
        }
    }

    var code: Int32 {
        switch self {
        case .refused: 1
        case .usage: 2
        case .file: 74
        case .configuration: 78
        }
    }
}

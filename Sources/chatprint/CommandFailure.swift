import Rendering

/// Why a command ended early.
enum CommandFailure: Error {
    /// The command line is wrong.
    case usage(String)
    /// The input was read and refused.
    case refused(String)
    /// The input was read and refused, and there is more to say of it than a line.
    case problem(ProblemText)
    /// A file could not be read or written.
    case file(String)
    /// The program is not set up right.
    case configuration(String)
    /// A process that this one has started has said why, and ended with this code.
    case told(Int32)

    var sentence: String {
        switch self {
        case .usage(let sentence), .refused(let sentence), .file(let sentence),
            .configuration(let sentence):
            sentence
        case .told: ""
        case .problem(let problem): problem.text
        }
    }

    var code: Int32 {
        switch self {
        case .refused, .problem: 1
        case .usage: 2
        case .file: 74
        case .configuration: 78
        case .told(let code): code
        }
    }
}

extension CommandFailure {
    /// Words why nothing can be rendered with the configuration.
    static func wording<Value>(
        _ body: () throws(ConfigurationFault) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(ConfigurationFault) {
            return try body()
        } catch {
            throw .configuration(error.sentence)
        }
    }

    /// Words why an input cannot be read.
    static func wording<Value>(
        _ body: () throws(InputFault) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(InputFault) {
            return try body()
        } catch {
            switch error {
            case .system, .unreadable, .nothing: throw .file(error.sentence)
            case .tooManyFiles: throw .refused(error.sentence)
            }
        }
    }
}

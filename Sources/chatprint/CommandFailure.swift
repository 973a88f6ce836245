import Rendering

enum CommandFailure: Error {
    /// The command line is invalid.
    case usage(String)
    /// The input was rejected.
    case refused(String)
    /// The input was rejected, with a description of several lines.
    case problem(ProblemText)
    /// A file could not be read or written.
    case file(String)
    case configuration(String)
    /// A child process has already reported the failure and exited with this code.
    case alreadyReported(Int32)

    var sentence: String {
        switch self {
        case .usage(let sentence), .refused(let sentence), .file(let sentence),
            .configuration(let sentence):
            sentence
        case .alreadyReported: ""
        case .problem(let problem): problem.text
        }
    }

    var code: Int32 {
        switch self {
        case .refused, .problem: 1
        case .usage: 2
        case .file: 74
        case .configuration: 78
        case .alreadyReported(let code): code
        }
    }
}

extension CommandFailure {
    /// Runs `body` and turns a configuration fault into a failure with its description.
    static func wording<Value>(
        _ body: () throws(ConfigurationFault) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(ConfigurationFault) {
            return try body()
        } catch {
            throw .configuration(error.sentence)
        }
    }

    /// Runs `body` and turns an input fault into a failure with its description.
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

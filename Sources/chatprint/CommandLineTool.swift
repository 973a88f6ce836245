import Glibc
import Rendering
import System

/// Runs the subcommand and turns failures into one line and an exit code.
enum CommandLineTool {
    static let version = Program.version
    static let nameAndVersion = "chatprint \(version)"

    static func run(_ arguments: [String]) -> Int32 {
        Signals.ignoreFailedWrites()
        do {
            // Before any other file is opened.
            try StandardDescriptors.occupyClosed()
            return try dispatch(arguments)
        } catch let failure as CommandFailure {
            if !failure.sentence.isEmpty { Terminal.error("chatprint: " + failure.sentence) }
            return failure.code
        } catch let error as SystemError {
            Terminal.error("chatprint: \(error)")
            return 71
        } catch {
            Terminal.error("chatprint: \(error)")
            return 70
        }
    }

    private static func dispatch(_ arguments: [String]) throws -> Int32 {
        if let argument = ProgramArguments.firstInvalid {
            throw CommandFailure.usage(
                "the argument \"\(argument)\" is not valid UTF-8, as names of files must be")
        }
        guard ProgramArguments.areKnown else {
            throw SystemError("the arguments in /proc/self/cmdline", code: ENOENT)
        }
        guard let name = arguments.first else {
            Terminal.error(CommandList.help)
            return 2
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "--help", "-h": return try show(CommandList.help)
        case "--version", "-V": return try show(nameAndVersion)
        default: break
        }
        let command = try CommandList.entry(name)
        let words = rest.prefix { $0 != "--" }
        if words.contains("--help") || words.contains("-h") {
            return try show(command.description.help)
        }
        return try command.run(rest)
    }

    /// Prints a text and returns the exit code.
    static func show(_ text: String) throws(CommandFailure) -> Int32 {
        try Terminal.print(text)
        return 0
    }
}

protocol Subcommand: SendableMetatype {
    static var description: CommandDescription { get }

    init(arguments: Arguments) throws

    /// Runs the command and returns the exit code.
    func run() throws -> Int32
}

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

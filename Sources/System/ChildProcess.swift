import CSockets
import Dispatch
import Glibc

package struct ChildProcess: Sendable {
    package let number: Int32

    package enum End: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
        /// The status is unknown, because waiting for the process failed.
        case unknown
    }

    /// - Parameters:
    ///   - arguments: the arguments, beginning with the program's name.
    ///   - files: descriptors to inherit as 3 and up. All others except standard output and error
    ///     are closed.
    ///   - input: the standard input; nil for an empty one.
    ///   - output: the standard output; nil for this process's own.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], files: [Int32],
        input: Int32? = nil, output: Int32? = nil
    ) throws(SystemError) {
        var words = unsafe arguments.map { unsafe strdup($0) }
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") }
        defer {
            unsafe words.forEach { unsafe free($0) }
            unsafe variables.forEach { unsafe free($0) }
        }
        unsafe words.append(nil)
        unsafe variables.append(nil)
        var number: Int32 = 0
        let code = unsafe process_spawn(
            &number, path, &words, &variables, files, Int32(files.count), input ?? -1, output ?? -1)
        guard code == 0 else { throw SystemError("posix_spawn", code: code) }
        self.number = number
    }

    package func kill() { _ = Glibc.kill(number, SIGKILL) }

    func terminate() { _ = Glibc.kill(number, SIGTERM) }

    /// Waits for the process to exit. Until then its ID cannot be reused, so that `kill` is safe.
    ///
    /// - Parameter stopped: called if the process is stopped (SIGSTOP).
    package func wait(stopped: () -> Void) -> End {
        while true {
            var number: Int32 = 0
            switch unsafe process_wait(self.number, &number) {
            case 0: return .exit(number)
            case 1: return .signal(number)
            case 2: stopped()
            default: return .unknown
            }
        }
    }
}

package struct ProgramOutput: Sendable {
    package let bytes: [UInt8]
    /// Whether the program was terminated because it wrote too much.
    package let isTooLong: Bool
    package let end: ChildProcess.End

    /// - Parameters:
    ///   - program: a path, or a name to search in PATH.
    ///   - most: the maximum number of output bytes.
    ///   - seconds: the time after which the program is terminated (SIGTERM).
    package init(
        of program: String, to words: [UInt8], environment: [String: String], atMost most: Int,
        seconds: Int
    ) throws(SystemError) {
        let input = try Pipe()
        let output = try Pipe()
        let child = try ChildProcess(
            "/usr/bin/env", ["env", "--", program], environment: environment, files: [],
            input: input.readingEnd.number, output: output.writingEnd.number)
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + .seconds(seconds))
        timer.setEventHandler { child.terminate() }
        timer.resume()
        defer { timer.cancel() }
        ProgramOutput.send(words, through: input)
        let bytes = ProgramOutput.all(from: output.forReading(), atMost: most + 1)
        isTooLong = bytes.count > most
        if isTooLong { child.terminate() }
        self.bytes = bytes
        end = child.wait(stopped: {})
    }

    /// Ignores errors, because a program may succeed without reading all of its input.
    private static func send(_ words: [UInt8], through pipe: consuming Pipe) {
        do throws(SystemError) { try pipe.writingEnd.write(words) } catch {}
    }

    private static func all(from file: consuming Descriptor, atMost most: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < most,
            case .moved(let count) = file.read(into: &piece, atMost: most - bytes.count), count > 0
        {
            bytes += piece[..<count]
        }
        return bytes
    }
}

/// The arguments of this process as the system passed them.
package enum ProgramArguments {
    /// Whether the system passed them: they are read from `/proc`, which a container may lack.
    package static var areKnown: Bool { CommandLine.argc > 0 }

    /// The first argument that is not valid UTF-8, repaired for display; nil if all are valid.
    ///
    /// `CommandLine.arguments` repairs it, so that it names another file.
    package static var firstInvalid: String? {
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[index],
                unsafe String(validatingCString: argument) == nil
            else { continue }
            return unsafe String(cString: argument)
        }
        return nil
    }
}

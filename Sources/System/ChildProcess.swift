import CSockets
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

    /// Asks the process to exit (SIGTERM).
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

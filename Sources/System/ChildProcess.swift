import CSockets
import Glibc

/// A program that this process has started.
package struct ChildProcess: Sendable {
    package let number: Int32

    /// The end of the process.
    package enum End: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
        /// It cannot be known.
        case unknown
    }

    /// - Parameters:
    ///   - arguments: its name first.
    ///   - files: what it has from descriptor 3 on; of this process's others only output and error.
    ///   - input: what it reads; nothing where nil.
    ///   - output: what it writes to; this process's own where nil.
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

    /// Asks it to end.
    package func terminate() { _ = Glibc.kill(number, SIGTERM) }

    /// Returns once it has ended; until then `kill` can meet nobody else.
    ///
    /// - Parameter stopped: called when somebody has stopped it, which is not to last.
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

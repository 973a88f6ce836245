import CSockets
import Glibc

/// A program that this process has started.
package struct ChildProcess: Sendable {
    package let number: Int32

    /// How it ended.
    package enum End: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
        /// It cannot be known.
        case unknown
    }

    /// - Parameters:
    ///   - arguments: its name first.
    ///   - files: what it has from descriptor 3 on; of this process's others only output and error.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], files: [Int32]
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
            &number, path, &words, &variables, files, Int32(files.count))
        guard code == 0 else { throw SystemError("posix_spawn", code: code) }
        self.number = number
    }

    package func kill() { _ = Glibc.kill(number, SIGKILL) }

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

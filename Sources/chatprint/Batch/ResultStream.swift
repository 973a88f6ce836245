import Glibc
import Synchronization
import System

/// Writes complete lines to standard output, in the order in which jobs finish.
final class ResultStream: Sendable {
    private let fault = Mutex<SystemError?>(nil)

    /// The reason why the stream ended: the reader has closed it, or a write failed.
    var failure: CommandFailure? {
        fault.withLock { $0 }.map { error in
            error.code == EPIPE
                ? .file("the reader has closed standard output") : OutputFile.failure("-", error)
        }
    }

    /// Writes a line, unless the stream has ended.
    func write(_ line: [UInt8]) {
        fault.withLock { fault in
            guard fault == nil else { return }
            do throws(SystemError) {
                try StandardOutput.write(line)
            } catch {
                fault = error
            }
        }
    }
}

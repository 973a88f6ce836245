import Synchronization
import System

/// Writes complete lines to standard output, in the order in which jobs finish.
final class ResultStream: Sendable {
    /// Whether the stream still has a reader.
    private let isOpenNow = Mutex(true)

    var isOpen: Bool { isOpenNow.withLock { $0 } }

    /// Returns false once the reader has closed the stream.
    @discardableResult
    func write(_ line: [UInt8]) -> Bool {
        isOpenNow.withLock { isOpen in
            guard isOpen else { return false }
            do {
                try StandardOutput.write(line)
            } catch {
                isOpen = false
            }
            return isOpen
        }
    }
}

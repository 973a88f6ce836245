import Synchronization
import System

/// Standard output as a list of lines, each whole, in the order in which jobs end.
final class ResultStream: Sendable {
    /// Whether anybody still reads.
    private let isOpenNow = Mutex(true)

    var isOpen: Bool { isOpenNow.withLock { $0 } }

    /// False once nobody reads.
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

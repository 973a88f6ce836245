import Dispatch
import FoundationEssentials
import Synchronization
import System

/// Log lines, written by a thread of their own. A reader that stalls costs lines, which are
/// counted, never a request.
package final class Log: Sendable {
    package enum Format: String, Sendable, CaseIterable { case text, json, off }

    package enum Level: Int, Sendable, Comparable, CaseIterable {
        case debug, info, error

        package var name: String { "\(self)" }

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private struct State: Sendable {
        var waiting = 0
        var dropped = 0
    }

    private static let mostWaiting = 10_000

    private let format: Format
    private let level: Level
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log", qos: .utility)

    package init(format: Format, level: Level) {
        self.format = format
        self.level = level
    }

    package var dropped: Int { state.withLock { $0.dropped } }

    package func write(_ level: Level, _ event: String, _ facts: [(String, LogValue)] = []) {
        guard format != .off, level >= self.level else { return }
        let isRoom = state.withLock { state in
            guard state.waiting < Log.mostWaiting else {
                state.dropped += 1
                return false
            }
            state.waiting += 1
            return true
        }
        guard isRoom else { return }
        let now = Date()
        queue.async { [self] in
            let line = LogLine(time: now, level: level, event: event, facts: facts)
            let bytes = format == .json ? line.json : line.text
            do {
                try StandardOutput.write(bytes)
                state.withLock { $0.waiting -= 1 }
            } catch {
                state.withLock { state in
                    state.waiting -= 1
                    state.dropped += 1
                }
            }
        }
    }

    /// Waits until everything accepted so far is written, or for as long as a reader may stall.
    package func flush(within seconds: Double = 1) {
        let written = DispatchSemaphore(value: 0)
        queue.async { written.signal() }
        _ = written.wait(timeout: .now() + seconds)
    }
}

/// One fact of a log line.
package enum LogValue: Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
}

import Dispatch
import FoundationEssentials
import Synchronization
import System

/// Writes log lines in batches on its own thread. Errors are written immediately. If the reader
/// stalls, lines are dropped and counted; requests never wait.
package final class Log: Sendable {
    package enum Format: String, Sendable, CaseIterable { case text, json, off }

    package enum Level: Int, Sendable, Comparable, CaseIterable {
        case debug, info, error

        package var name: String { Self.names[rawValue] }

        private static let names = allCases.map { "\($0)" }

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private struct Entry: Sendable {
        let time: Date
        let level: Level
        let event: String
        let facts: [(String, LogValue)]
    }

    private struct State: Sendable {
        var waiting: [Entry] = []
        /// The number of bytes of the batch being written.
        var leaving = 0
        var dropped = 0
    }

    private static let maxWaiting = 10_000
    /// The time for which lines are collected. Waking a thread for each line would cost a small
    /// request more than the line itself.
    private static let pause = DispatchTimeInterval.milliseconds(20)

    private let format: Format
    private let level: Level
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log", qos: .utility)

    package init(format: Format, level: Level) {
        self.format = format
        self.level = level
    }

    var dropped: Int { state.withLock { $0.dropped } }

    package func write(_ level: Level, _ event: String, _ facts: [(String, LogValue)] = []) {
        guard format != .off, level >= self.level else { return }
        let entry = Entry(time: Date(), level: level, event: event, facts: facts)
        let isFirst = state.withLock { state in
            guard state.waiting.count + state.leaving < Log.maxWaiting else {
                state.dropped += 1
                return false
            }
            state.waiting.append(entry)
            return state.waiting.count == 1
        }
        if level == .error {
            queue.async { [self] in writeWaiting() }
        } else if isFirst {
            queue.asyncAfter(deadline: .now() + Log.pause) { [self] in writeWaiting() }
        }
    }

    private func writeWaiting() {
        let batch = state.withLock { state in
            state.leaving = state.waiting.count
            defer { state.waiting = [] }
            return state.waiting
        }
        // A line that cannot be written is counted.
        let isWritten = (try? StandardOutput.write(batch.flatMap(bytes))) != nil
        state.withLock { state in
            state.leaving = 0
            if !isWritten { state.dropped += batch.count }
        }
    }

    private func bytes(of entry: Entry) -> [UInt8] {
        let line = LogLine(
            time: entry.time, level: entry.level, event: entry.event, facts: entry.facts)
        return format == .json ? line.json : line.text
    }

    /// Waits until all accepted lines are written, for up to a second if readers stall.
    package func flush() {
        let written = DispatchSemaphore(value: 0)
        queue.async { [self] in
            writeWaiting()
            written.signal()
        }
        _ = written.wait(timeout: .now() + 1)
    }
}

package enum LogValue: Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
}

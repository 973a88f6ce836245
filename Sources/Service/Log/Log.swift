import Basics
import Dispatch
import FoundationEssentials
import HTTP
import Model
import Rendering
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

/// A log line, as JSON or text. Values are escaped, so that a line stays one line.
struct LogLine {
    let time: Date
    let level: Log.Level
    let event: String
    let facts: [(String, LogValue)]

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("ts", stamp)
            writer.member("level", level.name)
            writer.member("event", event)
            for (name, value) in facts {
                switch value {
                case .text(let text): writer.member(name, LogLine.sanitized(text))
                case .number(let number): writer.member(name, number)
                case .flag(let isOn): writer.member(name, isOn)
                }
            }
        }
        return writer.drain() + [0x0A]
    }

    var text: [UInt8] {
        // Bytes, because a string checks its own at each of sixty additions.
        var line = Array("\(stamp) \(level.name) \(event)".utf8)
        for (name, value) in facts {
            let text =
                switch value {
                case .text(let text): LogLine.quoted(LogLine.sanitized(text))
                case .number(let number): number.plain
                case .flag(let isOn): isOn ? "true" : "false"
                }
            line.append(ASCII.space)
            line += name.utf8
            line.append(ASCII.equals)
            line += text.utf8
        }
        line.append(ASCII.lineFeed)
        return line
    }

    private var stamp: String {
        time.formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
    }

    /// The first 256 Unicode scalars, with control characters and terminal escapes replaced.
    private static func sanitized(_ text: String) -> String {
        let isPlain = text.utf8.count <= 256 && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        guard !isPlain else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(256).map { scalar in
                    let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                    let isLineEnd = scalar.value == 0x2028 || scalar.value == 0x2029
                    return isControl || isLineEnd ? "\u{FFFD}" : scalar
                }))
    }

    /// The text, in quotation marks if it contains a mark that separates values. Bytes are compared
    /// because the general search took a third of the front process's work for a small request.
    private static func quoted(_ text: String) -> String {
        let (blank, mark, apostrophe) = (UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "'"))
        let isSplit = text.utf8.contains { $0 == blank || $0 == mark || $0 == UInt8(ascii: "=") }
        guard isSplit || text.isEmpty else { return text }
        let inner = text.utf8.map { $0 == mark ? apostrophe : $0 }
        return "\"" + String(decoding: inner, as: UTF8.self) + "\""
    }
}

extension RenderService {
    func logRequest(
        _ exchange: any Exchange, _ outcome: Outcome, _ record: RequestRecord.Facts, status: Int
    ) {
        var facts: [(String, LogValue)] = [
            ("request", .text(exchange.requestID)), ("peer", .text(exchange.peer.description)),
            ("status", .number(Double(status))),
            ("in", .number(Double(outcome.bytesIn))), ("out", .number(Double(outcome.bytesOut))),
            ("total_ms", .number(Double(outcome.elapsed.milliseconds))),
        ]
        if let head = exchange.head {
            facts.insert(("method", .text(head.method.name)), at: 2)
            facts.insert(("target", .text(head.loggedTarget(record.route))), at: 3)
            if let trace = TraceParent(head.fields) {
                facts.insert(("trace_id", .text(trace.traceID)), at: 1)
                facts.insert(("parent_span_id", .text(trace.parentID)), at: 2)
            }
        }
        if let key = record.key { facts.append(("key", .text(key))) }
        if let problem = record.problem { facts.append(("problem", .text(problem))) }
        if let pointer = record.pointer, !pointer.isEmpty {
            facts.append(("pointer", .text(pointer.loggedPointer)))
        }
        let notes = record.reply?.notes ?? WorkNotes()
        if notes.messages > 0 {
            facts.append(("messages", .number(Double(notes.messages))))
            facts.append(("warnings", .number(Double(notes.warnings))))
        }
        if record.cached != nil { facts.append(("cached", .flag(true))) }
        for (name, seconds) in [
            ("queue_ms", notes.queueSeconds), ("render_ms", notes.renderSeconds),
        ] {
            if let seconds { facts.append((name, .number((seconds * 1e5).rounded() / 100))) }
        }
        let memory = notes.reservation?.peak ?? notes.memory
        if memory > 0 { facts.append(("memory", .number(Double(memory)))) }
        if outcome.closes { facts.append(("close", .flag(true))) }
        let event =
            outcome.fault?.event
            ?? (outcome.cut.map { $0.rawValue } ?? (status >= 400 ? "refused" : "request"))
        let isProbe = record.route.map { Route.probes.contains($0.row.path) } ?? false
        log.write(status >= 500 ? .error : isProbe && status < 400 ? .debug : .info, event, facts)
    }
}

extension String {
    /// A JSON pointer with declared names and numbers alone: other names are text of the caller.
    var loggedPointer: String {
        split(separator: "/").prefix(16).map { name in
            let isKnown =
                name.allSatisfy(\.isASCII) && name.allSatisfy(\.isNumber)
                || RequestSchema.names.contains(String(name))
            return "/" + (isKnown ? name : "…")
        }.joined()
    }
}

extension RequestHead {
    /// The target without text of a caller, such as messages, passwords and signatures, even if the
    /// method or the path is wrong.
    func loggedTarget(_ route: Route?) -> String {
        let path = target.path
        let isPost = route?.takesBody(method) ?? false
        if path.hasPrefix("/render."), !isPost || URLConversation.isPart(of: target.query) {
            return "/render." + (route?.format.map { $0.rawValue + "/" } ?? "") + "…"
        }
        guard let route else {
            let end = path.dropFirst().firstIndex(of: "/")
            return (end.map { path[..<$0] + "/…" } ?? path).shortened
        }
        guard route.operation(method) != nil, !target.query.isEmpty else { return path }
        return path + "?" + loggedQuery
    }

    /// The parameters with the values that are declared words, numbers or switches. Other values,
    /// and unknown names, may be text. A line has no room for more parameters.
    private var loggedQuery: String {
        target.query.prefix(32).map { item in
            guard QueryParameters.contains(item.name) else { return "…" }
            let isDeclared = QueryParameters.declares(item.value, of: item.name)
            return item.name + "=" + (isDeclared ? item.value : "…")
        }.joined(separator: "&")
    }
}

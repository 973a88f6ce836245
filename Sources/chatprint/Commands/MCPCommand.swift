import Basics
import Dispatch
import Glibc
import Rendering
import Service
import Synchronization
import System

/// `chatprint mcp`: the Model Context Protocol on standard input and output, for assistants.
struct MCPCommand: Subcommand {
    static let description = CommandDescription(
        name: "mcp",
        summary: "serve assistants on standard input and output (Model Context Protocol)",
        details: [
            "Reads a message of JSON-RPC 2.0 on each line and writes the responses likewise. The tools are "
                + MCPTools.Tool.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            "Reads only files in the folders of --folder and --output, and writes only to that of --output. "
                + "Without --output, pictures and short texts are returned and no files are written.",
        ],
        options: [
            .init(
                name: "--folder", placeholder: "FOLDER", value: .folder,
                summary: "folder with exports and documents to read; may be repeated"),
            .destination("FOLDER", "folder for PDFs and other documents", .folder),
            .configuration,
        ],
        examples: [
            .init(
                line: "chatprint mcp --folder exports --output documents",
                summary: "let an assistant read exports and write documents")
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        let folders = try ToolFolders(
            reading: arguments.values("--folder"), writing: arguments.value("--output"))
        if let output = arguments.value("--output") { OutputFile.removeDrafts(in: output) }
        let environment = try RenderEnvironment(arguments)
        try environment.requireFonts()
        let tools = try MCPTools(
            environment, files: try arguments.configuration().files, folders: folders)
        var session = MCPSession(tools)
        let limit = environment.settings.bodyBytes
        let (inbox, outbox) = (MCPInbox(limit: limit), LineStream())
        inbox.fill()
        while let line = try inbox.next() {
            let response: [UInt8]? =
                switch line {
                case .tooLong: MCPSession.response(toLineOver: limit)
                case .whole(let bytes):
                    session.response(
                        to: bytes,
                        isCanceled: { inbox.hasCanceled($0) || outbox.fault != nil },
                        notify: outbox.write)
                }
            if let response { outbox.write(response) }
            guard let error = outbox.fault else { continue }
            // The client has closed the output, which is how it leaves.
            if error.code == EPIPE { return 0 }
            throw OutputFile.failure("-", error)
        }
        return 0
    }
}

/// Reads lines ahead on a thread of its own, so that a request can be canceled while it runs.
private final class MCPInbox: Sendable {
    private struct State: Sendable {
        var lines: [LineFeed.Line] = []
        var bytes = 0
        /// The requests that lines still in the inbox cancel.
        var canceled: [JSONValue] = []
        var end: Result<Void, SystemError>?
    }

    private static let maxLines = 64
    /// A longer line does not cancel anything.
    private static let maxCancellation = 4 << 10

    private let limit: Int
    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)
    private let departures = DispatchSemaphore(value: 0)

    /// - Parameter limit: the maximum length of a line, and of all lines that wait.
    init(limit: Int) { self.limit = limit }

    func fill() {
        DispatchQueue(label: "mcp-input").async { [self] in
            var feed = LineFeed(limit: limit)
            let end = Result { () throws(SystemError) in
                while let line = try feed.next() { add(line) }
            }
            state.withLock { $0.end = end }
            arrivals.signal()
        }
    }

    private func add(_ line: LineFeed.Line) {
        let canceled = Self.canceled(by: line)
        while state.withLock({ $0.lines.count >= Self.maxLines || $0.bytes > limit }) {
            departures.wait()
        }
        state.withLock { state in
            state.lines.append(line)
            state.bytes += line.count
            if let canceled { state.canceled.append(canceled) }
        }
        arrivals.signal()
    }

    /// Nil at the end of the input.
    func next() throws -> LineFeed.Line? {
        arrivals.wait()
        let (line, end) = state.withLock { state -> (LineFeed.Line?, Result<Void, SystemError>?) in
            guard !state.lines.isEmpty else { return (nil, state.end) }
            let line = state.lines.removeFirst()
            state.bytes -= line.count
            if let canceled = Self.canceled(by: line),
                let index = state.canceled.firstIndex(of: canceled)
            {
                state.canceled.remove(at: index)
            }
            return (line, nil)
        }
        departures.signal()
        do {
            try end?.get()
        } catch {
            throw CommandFailure.file("standard input cannot be read (\(error))")
        }
        return line
    }

    func hasCanceled(_ id: JSONValue) -> Bool { state.withLock { $0.canceled.contains(id) } }

    private static func canceled(by line: LineFeed.Line) -> JSONValue? {
        guard case .whole(let bytes) = line, bytes.count <= maxCancellation,
            let message = try? JSONValue(parsing: bytes),
            message["method"] == "notifications/cancelled"
        else { return nil }
        return message["params"]?["requestId"]
    }
}

extension LineFeed.Line {
    fileprivate var count: Int {
        switch self {
        case .whole(let bytes): bytes.count
        case .tooLong: 0
        }
    }
}

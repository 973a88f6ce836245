import Foundation
import TestSockets
import TestSupport
import Testing

/// The real executable, serving on a free port, and curl as its client.
final class RunningService: Sendable {
    static let root = Checkout.root

    /// The executable beside the test bundle, wherever it was built.
    static let executable: URL = {
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            let folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
            let found = folder.appendingPathComponent("chatprint")
            if FileManager.default.isExecutableFile(atPath: found.path) { return found }
        }
        return root.appendingPathComponent(".build/debug/chatprint")
    }()

    let port: Int
    /// The log up to the line that states the address.
    let beginning: String
    private let process = Process()
    private let output = Pipe()

    /// - Parameters:
    ///   - program: the executable, if not the built one.
    ///   - wrapper: a command that starts the executable.
    ///   - folder: the working directory.
    init(
        _ flags: [String] = [], program: String = RunningService.executable.path,
        under wrapper: [String] = [], folder: URL = RunningService.root
    ) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.currentDirectoryURL = folder
        process.arguments = wrapper + [program, "serve", "--port", "0"] + flags
        process.standardOutput = output
        try process.run()
        (port, beginning) = try RunningService.port(in: output.fileHandleForReading)
    }

    deinit {
        if process.isRunning { process.terminate() }
        waitUntilItEnds()
    }

    /// A hanging service fails its test instead of blocking all others forever.
    private func waitUntilItEnds() {
        let number = process.processIdentifier
        let late = DispatchWorkItem {
            Issue.record("The service did not exit within a minute and was killed.")
            kill(number, SIGKILL)
        }
        DispatchQueue(label: "late services").asyncAfter(deadline: .now() + 60, execute: late)
        process.waitUntilExit()
        late.cancel()
    }

    /// Reads the log up to the line that states the port.
    private static func port(in handle: FileHandle) throws -> (Int, String) {
        var log = ""
        while true {
            let piece = handle.availableData
            guard !piece.isEmpty else { throw Failure(log: log) }
            log += String(decoding: piece, as: UTF8.self)
            guard let line = log.range(of: "listening"),
                let mark = log.range(
                    of: "port(=|\":)", options: .regularExpression,
                    range: line.upperBound..<log.endIndex)
            else { continue }
            let digits = log[mark.upperBound...].prefix { $0.isNumber }
            if log[mark.upperBound...].contains("\n"), let port = Int(digits) {
                return (port, log)
            }
        }
    }

    struct Failure: Error { let log: String }

    var address: String { "http://127.0.0.1:\(port)" }

    /// Runs curl with the URL of a path.
    func curl(_ path: String, _ arguments: [String] = [], body: Data? = nil) throws -> Answer {
        let folder = try TemporaryFolder()
        let head = folder.file("head").path
        let answer = folder.file("body").path
        var all = ["curl", "-s", "-D", head, "-o", answer, address + path] + arguments
        if let body {
            let file = folder.file("request").path
            _ = FileManager.default.createFile(atPath: file, contents: body)
            all += ["--data-binary", "@" + file]
        }
        _ = try RunningService.run(all)
        return try RunningService.answer(head: head, body: answer)
    }

    func post(_ json: String, to path: String = "/render", _ arguments: [String] = []) throws
        -> Answer
    {
        try curl(path, arguments, body: Data(json.utf8))
    }

    /// A request on a connection that is closed after the response.
    static func request(_ path: String, body: String = "") -> String {
        "\(body.isEmpty ? "GET" : "POST") \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A connection of its own, on which `request` is sent.
    func client(_ request: String = "") throws -> RawClient {
        let client = try RawClient(port: UInt16(port))
        client.send(request)
        return client
    }

    /// A connection that stays open after a response.
    func clientWithAResponse() throws -> RawClient {
        let client = try client("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.receiveText(until: "ok\n").hasSuffix("ok\n"))
        return client
    }

    /// Sends a request through a socket: threads that wait for one another cannot wait for child
    /// processes, such as curl, as well.
    func ask(_ path: String = "/render", body: String = "") throws -> Answer {
        let client = try client(RunningService.request(path, body: body))
        return try #require(Answer(Data(client.receiveAll() ?? [])))
    }

    private static func answer(head: String, body: String) throws -> Answer {
        let lines = try String(contentsOfFile: head, encoding: .utf8)
            .split(separator: "\r\n", omittingEmptySubsequences: true)
        // The final response follows any 100 Continue.
        let start = lines.lastIndex { $0.hasPrefix("HTTP/") } ?? 0
        let bytes = FileManager.default.contents(atPath: body) ?? Data()
        return Answer(lines: lines[start...], body: bytes)
    }

    /// Runs the program with the arguments of a command.
    static func program(
        _ words: [String], input: String = "", folder: URL? = nil
    ) throws -> (code: Int32, output: Data, errors: String) {
        try run([executable.path] + words, input: Data(input.utf8), folder: folder)
    }

    /// The content of a file of the checkout.
    static func file(_ path: String) throws -> Data {
        try Checkout.bytes(path)
    }

    /// Runs a command to its end.
    static func run(
        _ command: [String], input: Data? = nil, folder: URL? = nil
    ) throws -> (code: Int32, output: Data, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder ?? root
        let (output, errors, feed) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = feed
        try process.run()
        if let input { try? feed.fileHandleForWriting.write(contentsOf: input) }
        try? feed.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let words = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, data, String(decoding: words, as: UTF8.self))
    }

    /// Asks the service to stop and waits until it has exited.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    var processID: Int32 { process.processIdentifier }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Closes the reading end of the log.
    func closeLog() { try? output.fileHandleForReading.close() }

    /// The log after the startup line, available once the service has exited.
    func restOfLog() -> String {
        String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// The processes that it has started and that have not ended.
    var children: [Int32] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
                .filter { child in
                    let facts = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
                    // After the name in parentheses: the state and the parent process.
                    let fields = facts?.split(separator: ")").last?.split(separator: " ")
                    return fields?.dropFirst().first == "\(processID)" && fields?.first != "Z"
                }
        }
    }

    /// Requests the metrics until they contain `line`.
    func await(_ line: String) throws {
        while !(try ask("/metrics").text.contains("\n\(line)\n")) {}
    }

    /// The next number logged under `name`.
    func number(inLog name: String) -> Int? {
        var log = ""
        while true {
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { return nil }
            log += String(decoding: piece, as: UTF8.self)
            guard let place = log.range(of: " \(name)=") else { continue }
            let digits = log[place.upperBound...].prefix { $0.isNumber }
            if digits.endIndex < log.endIndex { return Int(digits) }
        }
    }

    /// The value in bytes of a memory field of `/proc/PID/status`.
    func memory(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    /// Returns the log up to there.
    @discardableResult
    func waitForLog(_ event: String) -> String {
        var log = ""
        while !log.contains(event) {
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { return log }
            log += String(decoding: piece, as: UTF8.self)
        }
        return log
    }

    func interrupt() { process.terminate() }

    func waitForExit() -> Int32 {
        waitUntilItEnds()
        return process.terminationStatus
    }
}

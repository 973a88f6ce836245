import Foundation
import HTTP
import Rendering
import Synchronization
import TestDrawing
import Testing

@testable import Service
@testable import chatprint

/// A service with the default settings, shared by all tests that do not depend on earlier requests.
var service: InProcessService { get throws { try sharedService.get() } }

private let sharedService = Result { try InProcessService() }

/// The service as `chatprint serve` composes it, within this process: no socket, no other program,
/// thousands of requests a second.
final class InProcessService: Sendable {
    /// Themes, fonts and workers, shared by all instances unless their settings concern workers.
    static let environment = Result { try ownEnvironment() }

    /// With workers that no service uses.
    static func ownEnvironment() throws -> RenderEnvironment {
        try RenderEnvironment(configuration, settings: settings([]))
    }

    private static let files = Result { try ServiceFiles(configuration.files) }

    private static var configuration: Configuration {
        get throws { try Configuration.find(flag: TestFonts.folder.get().path) }
    }

    private static let config = RunningService.root.appendingPathComponent("config").path

    private static func settings(_ flags: [String]) throws -> Settings {
        let arguments = try Arguments(["--config", config] + flags, of: ServeCommand.description)
        return try ServiceArguments(arguments).settings
    }

    let service: RenderService
    private let pool: WorkerPool
    private let ownsPool: Bool
    private let clock = Mutex(Instant(milliseconds: 1_000_000))

    /// - Parameters:
    ///   - flags: the arguments of `chatprint serve`.
    ///   - isDirect: whether a request is queued before `respond` returns.
    ///   - opened: the file of `chatprint open`.
    init(_ flags: [String] = [], isDirect: Bool = false, opened: OpenedFile? = nil) throws {
        let settings = try Self.settings(flags)
        let standard = try Self.settings([])
        ownsPool =
            (settings.workers, settings.queue, settings.queueSeconds)
            != (standard.workers, standard.queue, standard.queueSeconds)
        let environment = try Self.environment.get()
        try environment.requireFonts()
        pool =
            ownsPool
            ? try RenderCore.pool(
                workers: RenderEnvironment.workers(settings), queue: settings.queue)
            : environment.pool
        let readsHEIF = settings.heif ?? false
        if readsHEIF { Worker.openDecoders() }
        let log = Log(format: .off, level: .error)
        var jobBuilder = JobBuilder(
            themes: environment.jobBuilder.themes, languages: environment.jobBuilder.languages,
            importPhrases: environment.jobBuilder.importPhrases, limits: settings.limits)
        jobBuilder.mark = settings.forcedMark
        jobBuilder.presets = settings.presetsInForce
        let work = InProcessBackend(
            jobBuilder: jobBuilder, settings: settings, pool: pool, readsHEIF: readsHEIF,
            memory: MemoryBudget(limit: settings.memoryBytes), log: log,
            signer: try SigningKey(settings).identity(), isDirect: isDirect,
            opened: opened?.upload)
        service = try RenderService(
            themes: environment.jobBuilder.themes, settings: settings, backend: work,
            files: try Self.files.get(), log: log, version: "test",
            cache: settings.cacheBytes > 0 ? ResponseCache(limit: settings.cacheBytes) : nil,
            jobs: settings.jobBytes > 0 ? AsyncRenderStore(settings) : nil, opened: opened)
        service.observe(
            isDraining: { false }, statistics: { ServerStatistics() },
            missingFonts: environment.missingFonts)
    }

    deinit { if ownsPool { pool.close() } }

    func connect(from peer: Peer = Peer(.version4(0x7F00_0001))) -> InProcessConnection {
        InProcessConnection(service, peer: peer, now: clock.withLock { $0 })
    }

    /// Concerns connections made from now on.
    func advance(by span: Duration) { clock.withLock { $0 = $0 + span } }

    /// Sends a request as curl does.
    func send(
        _ method: String, _ path: String, _ fields: [String] = [], body: Data? = nil
    ) throws -> Answer {
        var fields = fields
        func has(_ name: String) -> Bool {
            fields.contains { $0.lowercased().hasPrefix(name + ":") }
        }
        if !has("accept") { fields.append("Accept: */*") }
        if let body {
            if !has("content-type") {
                fields.append("Content-Type: application/x-www-form-urlencoded")
            }
            fields.append("Content-Length: \(body.count)")
        }
        let lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"] + fields
        let connection = connect()
        connection.send((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        if let body { connection.send(body) }
        guard let answer = Answer(connection.output) else { throw Failure.noAnswer(path) }
        return answer
    }

    enum Failure: Error { case noAnswer(String) }

    func get(_ path: String, _ fields: [String] = []) throws -> Answer {
        try send("GET", path, fields)
    }

    func post(
        _ body: some Sequence<UInt8>, to path: String = "/render", _ fields: [String] = []
    ) throws -> Answer {
        try send("POST", path, fields, body: Data(body))
    }

    func post(
        _ text: String, to path: String = "/render", _ fields: [String] = []
    ) throws -> Answer {
        try post(text.utf8, to: path, fields)
    }

    /// Sends a request that must succeed.
    func render(
        _ body: some Sequence<UInt8>, to path: String, _ fields: [String] = []
    ) throws -> Answer {
        let answer = try post(body, to: path, fields)
        #expect(answer.status == 200, "\(path): \(answer.text.prefix(400))")
        return answer
    }

    func render(_ text: String, to path: String, _ fields: [String] = []) throws -> Answer {
        try render(text.utf8, to: path, fields)
    }

    /// What the service finds about a document.
    func verify(_ document: Data, _ query: String = "") throws -> Answer {
        try post(document, to: "/verify" + query, ["Content-Type: application/pdf"])
    }

    /// Sends a multipart form of named parts, then of files, as `curl -F` does.
    func post(
        form parts: [(name: String, content: Data)],
        files: [(name: String, filename: String, content: Data)] = [], to path: String
    ) throws -> Answer {
        var body = Data()
        let named = files.map { ("\($0.name)\"; filename=\"\($0.filename)", $0.content) }
        for (name, content) in parts.map({ ($0.name, $0.content) }) + named {
            let head = "--limit\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n"
            body += Data(head.utf8) + content + Data("\r\n".utf8)
        }
        body += Data("--limit--\r\n".utf8)
        return try post(body, to: path, ["Content-Type: multipart/form-data; boundary=limit"])
    }
}

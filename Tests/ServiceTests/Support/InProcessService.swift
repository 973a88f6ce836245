import Dispatch
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

/// A server connection without a socket: request bytes go in in pieces and response bytes come out,
/// all on the thread of the test, with a clock that does not advance.
final class InProcessConnection {
    private let application: any Application
    private let peer: Peer
    private var state: ConnectionState
    private var exchange: RecordedExchange?
    private var requests = 0
    private var bytesOutBefore = 0
    /// All response bytes so far.
    private(set) var output = Data()
    /// Nil while the connection is open.
    private(set) var ending: ConnectionEnd?

    private let now: Instant

    init(_ application: any Application, peer: Peer, now: Instant) {
        self.application = application
        self.peer = peer
        self.now = now
        state = ConnectionState(now: now)
    }

    /// Sends a piece and waits for the responses to the requests that it completes.
    func send(_ bytes: some Sequence<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty, state.readBudget > 0 {
            let piece = rest.prefix(state.readBudget)
            rest = rest.dropFirst(piece.count)
            state.received(piece, now: now)
            obey()
        }
    }

    func finishSending() {
        state.peerFinished(now: now)
        obey()
    }

    private func obey() {
        while let action = state.nextAction() {
            switch action {
            case .admit(let head): admit(head)
            case .respond(let request): respond(to: request)
            case .refuse(let fault):
                let exchange = exchange ?? begin(state.currentHead)
                answer(application.refusal(of: fault, exchange.head, exchange), fault: fault)
            case .send(let bytes):
                output += bytes
                state.sent(bytes.count, now: now)
            case .finishWriting: break
            case .close(let how): end(how)
            }
        }
    }

    private func begin(_ head: RequestHead?) -> RecordedExchange {
        requests += 1
        bytesOutBefore = state.bytesOut
        let begun = RecordedExchange(
            requestID: head.flatMap { RequestID.given(in: $0.fields) } ?? "own-\(requests)",
            peer: peer, head: head, received: now)
        exchange = begun
        return begun
    }

    private func admit(_ head: RequestHead) {
        let exchange = begin(head)
        switch application.admit(head, exchange) {
        case .accept(let limit): state.accept(bodyLimit: limit, now: now)
        case .refuse(let response): answer(response)
        }
    }

    private func respond(to request: Request) {
        guard let exchange else { return }
        application.respond(to: request, exchange)
        var status: Status?
        while true {
            switch exchange.next() {
            case .whole(let response): return answer(response)
            case .head(let head, let length):
                status = head.status
                state.begin(head, length: length, date: Self.date, now: now)
            case .body(let bytes): state.write(bytes, now: now)
            case .end:
                state.finish(now: now)
                return finish(status)
            case .broken:
                if state.awaitsAnswer { return answer(Response(500, closes: true)) }
                return state.breakOff()
            }
        }
    }

    private func answer(_ response: Response, fault: HTTPFault? = nil) {
        state.answer(response, date: Self.date, now: now)
        finish(response.head.status, fault: fault)
    }

    private func finish(_ status: Status?, fault: HTTPFault? = nil, cut: ConnectionEnd? = nil) {
        guard let over = exchange else { return }
        exchange = nil
        application.finished(
            over,
            Outcome(
                status: status, fault: fault, bytesIn: state.requestBytes,
                bytesOut: state.bytesOut - bytesOutBefore, elapsed: .zero,
                closes: !state.persists, cut: cut))
    }

    private func end(_ how: ConnectionEnd) {
        ending = how
        finish(nil, cut: how)
        application.ended(peer, how, requests: requests)
    }

    private static let date = HTTPDate.text(unixSeconds: 1_780_000_000)
}

/// An exchange whose response the test reads step by step.
final class RecordedExchange: Exchange {
    enum Step: Sendable {
        case whole(Response)
        case head(ResponseHead, length: Int?)
        case body(ArraySlice<UInt8>)
        case end
        case broken
    }

    let requestID: String
    let peer: Peer
    let head: RequestHead?
    let received: Instant
    private let overflowed = Atomic(false)
    var hasOverflowed: Bool { overflowed.load(ordering: .relaxed) }
    private let kept = Mutex<(any ExchangeState)?>(nil)
    var state: (any ExchangeState)? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }
    private let canceled = Atomic(false)
    var isCanceled: Bool { canceled.load(ordering: .relaxed) }

    private let steps = Mutex<[Step]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    init(requestID: String, peer: Peer, head: RequestHead?, received: Instant) {
        self.requestID = requestID
        self.peer = peer
        self.head = head
        self.received = received
    }

    /// Waits for the next step of the response.
    func next() -> Step {
        arrivals.wait()
        return steps.withLock { $0.removeFirst() }
    }

    /// Waits for a response that is sent as a whole.
    func whole() throws -> Response {
        guard case .whole(let response) = next() else { throw HeldService.Refused() }
        return response
    }

    /// Leaves no space for what the client has not read.
    func overflow() { overflowed.store(true, ordering: .relaxed) }

    func cancel() { canceled.store(true, ordering: .relaxed) }

    /// Whether nothing has been sent yet.
    var isSilent: Bool { steps.withLock { $0.isEmpty } }

    private func add(_ step: Step) {
        steps.withLock { $0.append(step) }
        arrivals.signal()
    }

    func answer(_ response: Response, onThisThread: Bool) { add(.whole(response)) }
    func begin(_ head: ResponseHead, length: Int?) { add(.head(head, length: length)) }
    func finish() { add(.end) }
    func fail() { add(.broken) }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        add(.body(bytes))
        return true
    }
}

struct Answer {
    let status: Int
    let headers: [String: String]
    let body: Data
    /// In order, including repeated names.
    private let fields: [(name: String, value: String)]

    var text: String { String(decoding: body, as: UTF8.self) }

    var json: [String: Any] {
        get throws { try #require(JSONSerialization.jsonObject(with: body) as? [String: Any]) }
    }

    /// The width and height of a PNG.
    var pictureSize: [Int] {
        let head = Array(body.prefix(24))
        guard head.count == 24 else { return [] }
        return [16, 20].map { start in head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    func header(_ name: String) -> String? { headers[name.lowercased()] }

    func headers(_ name: String) -> [String] {
        fields.filter { $0.name == name.lowercased() }.map(\.value)
    }

    /// - Parameter lines: the head, status line first.
    init(lines: some Collection<Substring>, body: Data) {
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        fields = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...]
            return (line[..<colon].lowercased(), value.trimmingCharacters(in: .whitespaces))
        }
        headers = Dictionary(fields) { $1 }
        self.body = body
    }

    /// The first response after any `100 Continue`; nil if there is none.
    init?(_ bytes: Data) {
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        let rest = bytes[end.upperBound...]
        guard lines.first?.hasPrefix("HTTP/1.1 100 ") != true else {
            self.init(Data(rest))
            return
        }
        let head = Answer(lines: lines, body: Data())
        var body = Data(rest)
        if head.header("transfer-encoding") == "chunked" {
            body = Answer.unchunked(rest)
        } else if let length = head.header("content-length").flatMap({ Int($0) }) {
            body = Data(rest.prefix(length))
        }
        self.init(lines: lines, body: body)
    }

    private static func unchunked(_ bytes: Data) -> Data {
        var (rest, body) = (bytes, Data())
        while let line = rest.range(of: Data("\r\n".utf8)) {
            let digits = String(decoding: rest[..<line.lowerBound], as: UTF8.self)
            guard let count = Int(digits, radix: 16), count > 0 else { break }
            body += rest[line.upperBound...].prefix(count)
            rest = rest[line.upperBound...].dropFirst(count + 2)
        }
        return body
    }
}

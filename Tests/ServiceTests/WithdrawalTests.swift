import Basics
import Dispatch
import Foundation
import HTTP
import Importing
import Isolation
import Model
import Rendering
import Synchronization
import System
import TestSupport
import Testing
import Themes

@testable import Service

@Suite struct WithdrawalTests {
    /// A service with a worker that is busy, and that draws with cairo, until the test releases it.
    private struct BusyService {
        let service: RenderService
        let backend: InProcessBackend
        private let own: InProcessService
        private let released = DispatchSemaphore(value: 0)

        /// - Parameter idle: the number of other workers.
        init(_ flags: [String] = [], idle: Int = 0) throws {
            own = try InProcessService(["--workers", "\(1 + idle)"] + flags, isDirect: true)
            service = own.service
            backend = try #require(own.service.backend as? InProcessBackend)
            let begun = DispatchSemaphore(value: 0)
            _ = backend.pool.submit(isSmall: false, needsCairo: true) { [released] _ in
                begun.signal()
                released.wait()
            }
            begun.wait()
        }

        func release() { released.signal() }

        /// Waits until the only idle worker has done its work.
        func finishWork() {
            let done = DispatchSemaphore(value: 0)
            _ = backend.pool.submit(isSmall: true) { _ in done.signal() }
            done.wait()
        }
    }

    /// Otherwise the front process would wait for the response until the time limit of a render,
    /// and then kill the process.
    @Test func renderProcessesEndTheResponsesOfWithdrawnRequests() throws {
        let busy = try BusyService()
        let front = try FrontProcess(of: busy.backend)
        let request = WorkRequest(requestID: "id", as: .txt, type: nil, body: [])
        try front.send(request, body: Array("[\"Hi\"]".utf8)[...])
        try front.socket.send(Frame(.cancel, 1))
        // An invalid request gets its response at once.
        try front.socket.send(Frame(.request, 2))
        let end = try #require(try front.socket.receive())
        #expect(end.kind == .broken && end.number == 1)
        #expect(busy.backend.pool.queued == 0)
        busy.release()
        front.finish()
    }

    @Test func deletedJobsThatWaitEndTheirEvents() throws {
        let busy = try BusyService(["--job-bytes", "1MiB"])
        defer { busy.release() }
        let begun = try busy.service.ask(
            "POST /render", ["Prefer: respond-async"], body: "[\"Hi\"]")
        guard case .whole(let accepted) = begun.next() else { throw HeldService.Refused() }
        let path = try #require(accepted.head.fields["location"])
        #expect(busy.backend.pool.queued == 1)
        let listener = try busy.service.ask("GET " + path, ["Accept: text/event-stream"])
        guard case .head = listener.next(), case .body = listener.next() else {
            throw HeldService.Refused()
        }
        _ = try busy.service.ask("DELETE " + path)
        try #require(busy.service.jobs?.counts.ended == ["cancelled": 1])
        guard case .body(let event) = listener.next(), case .end = listener.next() else {
            throw HeldService.Refused()
        }
        let text = String(decoding: event, as: UTF8.self)
        #expect(text.hasPrefix("event: end\n") && text.contains(#""type":"/problems/no-job""#))
        #expect(busy.service.metrics.snapshot.problems == [:])
    }

    /// A request that waits for cairo is already parsed, and equal requests wait for it.
    @Test func equalRequestsDoNotWaitForAWithdrawnOne() throws {
        let busy = try BusyService(["--cache-bytes", "8MiB"], idle: 1)
        let path = "POST /render.svg?engine=cairo"
        let first = try busy.service.ask(path, body: "[\"Hi\"]")
        busy.finishWork()
        #expect(busy.backend.pool.cairo.queued == 1)
        let second = try busy.service.ask(path, body: "[\"Hi\"]")
        #expect(busy.service.cache?.counts.misses == 1)
        first.cancel()
        busy.service.finished(
            first,
            Outcome(
                status: nil, fault: nil, bytesIn: 0, bytesOut: 0, elapsed: .zero, closes: true,
                cut: .reset))
        busy.release()
        // The second one is rendered on its own.
        guard case .whole(let response) = second.next() else { throw HeldService.Refused() }
        #expect(response.head.status == 200 && busy.service.cache?.counts.misses == 2)
    }
}

/// Estimated before a body is parsed, corrected afterwards.
@Suite struct WorkSizeTests {
    private static let photo = String(
        decoding: Base64.encode((0..<540_000).map { UInt8(truncatingIfNeeded: $0 * 7) }),
        as: UTF8.self)

    private static func request(
        _ body: [UInt8], as format: Output.Format? = nil, type: String = "application/json",
        coding: ContentCoding = .identity
    ) -> WorkRequest {
        WorkRequest(requestID: "id", as: format, type: type, coding: coding, body: body)
    }

    private static func conversation(picture: String) -> [UInt8] {
        Array(#"{"messages":[{"attachments":[{"kind":"image","src":{"data":""#.utf8)
            + Array(picture.utf8) + Array(#""}}]}]}"#.utf8)
    }

    private static func talk(_ count: Int) -> [UInt8] {
        let lines = (0..<count).map { "\"line number \($0) of a talk that takes a while to draw\"" }
        return Array("[\(lines.joined(separator: ","))]".utf8)
    }

    @Test func aPhotoIsSmallAndManyMessagesAreNot() {
        let photo = Self.conversation(picture: Self.photo)
        #expect(photo.count > 700_000 && Self.request(photo).isSmall)
        #expect(!Self.request(Self.talk(5_000)).isSmall)
        #expect(Self.request(Self.talk(300)).isSmall)
        // Escaped slashes, and lines of base64 as in mail, are base64 as well.
        #expect(
            Self.request(
                Self.conversation(picture: Self.photo.replacing("A", with: "\\/"))
            ).isSmall)
        #expect(!Self.request(Self.conversation(picture: Self.photo) + Self.talk(5_000)).isSmall)
        let album = String(repeating: Self.photo, count: 4)
        #expect(!Self.request(Self.conversation(picture: album)).isSmall)
    }

    @Test func formsCountTheirPicturesApart() {
        func form(_ type: String) -> [UInt8] {
            let head = "--b\r\nContent-Disposition: form-data; name=\"p\"; filename=\"p.jpg\"\r\n"
            let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
            return Array((head + "Content-Type: \(type)\r\n\r\n").utf8) + bytes
                + Array("\r\n--b--\r\n".utf8)
        }
        let type = "multipart/form-data; boundary=b"
        #expect(Self.request(form("image/jpeg"), type: type).isSmall)
        #expect(!Self.request(form("application/zip"), type: type).isSmall)
        #expect(!Self.request(form("image/jpeg"), type: "multipart/form-data").isSmall)
    }

    @Test func clipsAndCompressedBodiesAreLargerThanTheyLook() {
        #expect(!Self.request(Self.talk(2), as: .mp4).isSmall)
        #expect(Self.request([UInt8](repeating: 1, count: 16_000), coding: .gzip).isSmall)
        #expect(!Self.request([UInt8](repeating: 1, count: 20_000), coding: .gzip).isSmall)
    }

    private func frames(for body: [UInt8], as format: Output.Format) throws -> [Frame.Kind] {
        let service = try InProcessService(isDirect: true)
        let front = try FrontProcess(of: #require(service.service.backend as? InProcessBackend))
        try front.send(Self.request(body, as: format), body: body[...])
        var kinds: [Frame.Kind] = []
        while let frame = try front.socket.receive() {
            // A slow machine also reports progress.
            if frame.kind != .progress { kinds.append(frame.kind) }
            if [.response, .end, .broken].contains(frame.kind) { break }
        }
        front.finish()
        return kinds
    }

    @Test func renderProcessesCorrectTheEstimate() throws {
        let short = Array(
            "[\(Array(repeating: "\"a\"", count: 1_500).joined(separator: ","))]".utf8)
        #expect(Self.request(short, as: .txt).isSmall)
        #expect(try frames(for: short, as: .txt) == [.large, .response])
        let blank = Array("[\"Hi\"]".utf8) + [UInt8](repeating: ASCII.space, count: 200_000)
        #expect(!Self.request(blank, as: .txt).isSmall)
        #expect(try frames(for: blank, as: .txt) == [.small, .response])
        #expect(try frames(for: Self.talk(3), as: .txt) == [.response])
        // A picture of many pixels, and a document of many pages.
        let tall = Array("[\"\(String(repeating: "a\\n", count: 8_000))\"]".utf8)
        #expect(try frames(for: tall, as: .pdf).first == .large)
    }
}

/// A deadline that expires at any check while a request is read, imported and prepared.
@Suite struct ReadingDeadlineTests {
    private func jobBuilder() throws -> JobBuilder {
        let folder = RunningService.root.appendingPathComponent("config").path
        return JobBuilder(
            themes: try ThemeCatalog(folder: folder + "/themes"),
            languages: Languages.catalog,
            importPhrases: try ImportPhrases(folder: folder + "/imports"), limits: Limits())
    }

    private static let own = """
        {"messages":[\(WrittenTalk.lines(300) { #"{"from":"\#($0 % 2)","text":"\#($1)"}"# }
            .joined(separator: ","))],"options":{"redact":[{"pattern":"w.s"}]}}
        """
    @Test(
        arguments: [own, WrittenTalk.whatsApp(300), WrittenTalk.discord(300)], [true, false])
    func readingStopsAtEveryCheck(body: String, isImport: Bool) throws {
        let jobBuilder = try jobBuilder()
        let upload = Upload(Array(body.utf8))
        func read(until last: Int) throws(Explanation) -> Int {
            let checks = Mutex(0)
            let control = RenderControl(verdict: { bytes in
                guard bytes >= 0 else { return .proceed }
                return checks.withLock { checks in
                    checks += 1
                    return checks > last ? .late : .proceed
                }
            })
            if isImport {
                let read = try jobBuilder.conversion(of: upload, [:], control: control)
                _ = try jobBuilder.prepared(read, control: control).json(control)
            } else {
                _ = try jobBuilder.job(upload, JobOptions(format: .png), control: control)
            }
            return checks.withLock { $0 }
        }
        let checks = try read(until: .max)
        #expect(checks > 300)
        for step in 0..<30 {
            let last = checks * step / 30
            let error = #expect(throws: Explanation.self) { try read(until: last) }
            #expect(error == .timeout)
        }
    }
}

/// The other end of a render process that runs in this process.
struct FrontProcess {
    let socket: FrameSocket
    private let packets: MessageSocket

    init(of backend: InProcessBackend) throws {
        let (ours, theirs) = try MessageSocket.pair()
        let (packets, theirPackets) = try MessageSocket.pair(keepsBoundaries: true)
        let worker = WorkerService(
            FrameSocket(theirs), try PacketReceiver(theirPackets), backend, allowsFaults: false)
        try SystemThread.start(stack: WorkerPool.stackBytes) { try? worker.run(facts: []) }
        (socket, self.packets) = (FrameSocket(ours, receivesRequests: false), packets)
        #expect(try socket.receive()?.kind == .ready)
    }

    func send(_ request: WorkRequest, body: ArraySlice<UInt8>) throws {
        var facts = PackedWriter()
        facts.text(request.requestID)
        facts.raw(request.packedHead)
        try socket.send(Frame(.request, 1, facts: facts.bytes, body: body))
    }

    func finish() { socket.finishSending() }
}

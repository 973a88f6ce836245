import Basics
import Dispatch
import FoundationEssentials
import HTTP
import Importing
import Model
import Synchronization
import TestSupport
import Testing

@testable import Rendering
@testable import Service

@Suite struct ResponseSinkTests {
    private func sent(_ writes: [Int], messages: Int) throws -> RecordedWriter.Parts {
        let writer = RecordedWriter()
        let response = ResponseSink(writer, RenderControl()) { _ in ResponseHead(200) }
        let sink = response.sink.begin(
            RenderReport(
                format: .png, width: 1, height: 1, pages: 1, messages: messages, warnings: [],
                warningCount: 0))
        for count in writes { try sink.write([UInt8](repeating: 7, count: count)) }
        response.finish(timing: "")
        return writer.parts.withLock { $0 }
    }

    @Test(arguments: [(20, 500_000, true), (20, 530_000, false), (1_000, 300_000, false)])
    func onlySmallRenderingsAreSentAsAWhole(messages: Int, bytes: Int, isWhole: Bool) throws {
        let parts = try sent(Array(repeating: 10_000, count: bytes / 10_000), messages: messages)
        #expect(parts.whole == (isWhole ? bytes : nil))
        #expect(parts.pieces.reduce(0, +) == (isWhole ? 0 : bytes))
    }

    /// The sink itself only reports that it accepts no more bytes.
    @Test func timeoutsAfterTheFirstByteAreReported() throws {
        let backend = try #require(service.service.backend as? InProcessBackend)
        let folder = RunningService.root.appendingPathComponent("config").path
        let jobBuilder = JobBuilder(
            themes: try service.service.themes, languages: Languages.catalog,
            importPhrases: try ImportPhrases(folder: folder + "/imports"), limits: Limits())
        let line = "\"" + String(repeating: "a", count: 10_000) + "\""
        let body = "[" + Array(repeating: line, count: 100).joined(separator: ",") + "]"
        let job = try jobBuilder.job(Upload(Array(body.utf8)), JobOptions(format: .txt))
        let writer = RecordedWriter()
        let control = RenderControl(verdict: { _ in
            writer.parts.withLock { $0.pieces.isEmpty } ? .proceed : .late
        })
        let done = DispatchSemaphore(value: 0)
        _ = backend.pool.submit(isSmall: false) { worker in
            try? backend.render(job, writer, on: worker, since: 0, control)
            done.signal()
        }
        done.wait()
        #expect(writer.parts.withLock { $0.notes.problem } == "render-timeout")
    }
}

/// Records the sizes of the parts of a response.
private final class RecordedWriter: WorkReply {
    struct Parts: Sendable {
        var whole: Int?
        var pieces: [Int] = []
        var notes = WorkNotes()
    }

    let parts = Mutex(Parts())
    let requestID = "test"
    let isCanceled = false
    let hasOverflowed = false

    func began(after nanoseconds: UInt64) {}
    func answer(_ response: Response, onThisThread: Bool) {
        parts.withLock { $0.whole = response.body.count }
    }
    func begin(_ head: ResponseHead) {}
    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        parts.withLock { $0.pieces.append(bytes.count) }
        return true
    }
    func finish() {}
    func fail() {}
    func note(_ change: (inout WorkNotes) -> Void) { parts.withLock { change(&$0.notes) } }
}

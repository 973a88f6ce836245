import Basics
import Dispatch
import Foundation
import Model
import Synchronization
import TestDrawing
import TestSupport
import Testing
import Themes
import Typesetting

@testable import Rendering

/// A deadline that expires at any check, in every stage of every format.
@Suite struct DeadlineTests {
    /// A conversation with pictures and several scripts, and one message much longer than a page.
    private static let talk: [UInt8] = {
        let texts = ["Good morning!", "שלום, מה שלומך היום?", "👩‍👩‍👧 🎉", "東京タワー https://a.example"]
        let long = (0..<400).map { "Line \($0) of a very long message, with some 漢字 in it." }
        let messages =
            (0..<40).map { #"{"from":"\#($0 % 3)","text":"\#(texts[$0 % 4])"}"# }
            + [
                #"{"from":"1","attachments":[{"kind":"image","src":{"data":"\#(TestImage.dot)"}}]}"#,
                #"{"from":"1","text":"\#(long.joined(separator: #"\n"#))"}"#,
            ]
        return Array("[\(messages.joined(separator: ","))]".utf8)
    }()

    private struct Outcome {
        var fault: RenderFault?
        var bytes: [UInt8]
        var checks: Int
    }

    /// - Parameter last: the last check before the deadline expires.
    private func render(
        _ format: Output.Format, split: Bool = false, until last: Int = .max
    ) throws -> Outcome {
        let pool = try pool()
        defer { pool.close() }
        let job = try job(DeadlineTests.talk, look: "imessage", format, split: split)
        return try render(job, on: pool, until: last)
    }

    private func pool() throws -> WorkerPool {
        try TestFonts.use()
        return try WorkerPool(size: 1, capacity: 4, fonts: FontTable())
    }

    private func job(
        _ talk: [UInt8], look: String, _ format: Output.Format, split: Bool = false
    ) throws -> RenderJob {
        let request = try ConversationDecoder.decode(talk)
        var job = RenderJob(
            request, theme: Looks.named(look), language: Languages.of("en"), format: format)
        if split { job.output.splitBy = .count(7) }
        // The whole picture would be taller than WebP allows.
        if format == .webp { (job.output.maxHeight, job.output.overflow) = (3_000, .truncate) }
        job.shortenClip()
        return job
    }

    private func render(
        _ job: RenderJob, on pool: WorkerPool, until last: Int = .max
    ) throws -> Outcome {
        let checks = Atomic(0)
        let control = RenderControl(verdict: { bytes in
            guard bytes >= 0 else { return .proceed }
            return checks.add(1, ordering: .relaxed).newValue > last ? .late : .proceed
        })
        let outcome = Mutex(Outcome(fault: nil, bytes: [], checks: 0))
        let done = DispatchSemaphore(value: 0)
        _ = pool.submit(isSmall: false) { worker in
            let sink = ByteSink()
            var fault: RenderFault?
            do throws(RenderFault) {
                _ = try Renderer(pool: pool).render(
                    job, on: worker, to: RenderSink(sink), control: control)
            } catch {
                fault = error
            }
            let found = Outcome(
                fault: fault, bytes: sink.bytes, checks: checks.load(ordering: .relaxed))
            outcome.withLock { $0 = found }
            done.signal()
        }
        done.wait()
        return outcome.withLock { $0 }
    }

    /// The output is a prefix of the complete output, or empty: never other bytes.
    private func endsAnywhere(_ format: Output.Format, split: Bool = false) throws {
        let whole = try render(format, split: split)
        #expect(whole.fault == nil)
        let positions = 12
        var served = 0
        for step in 0..<positions {
            let last = whole.checks * step / positions
            let cut = try render(format, split: split, until: last)
            if cut.fault == nil {
                served += 1
                #expect(cut.bytes == whole.bytes)
            } else {
                #expect(cut.fault == .timeout)
                #expect(cut.bytes.count < whole.bytes.count)
                #expect(whole.bytes.starts(with: cut.bytes))
            }
        }
        // Everything was written before the deadline expired.
        #expect(served <= 1)
    }

    @Test(arguments: Output.Format.allCases)
    func lateRenderingsStopAtOnce(format: Output.Format) throws { try endsAnywhere(format) }

    @Test(arguments: [Output.Format.png, .pdf, .json])
    func lateSplitRenderingsStopAtOnce(format: Output.Format) throws {
        try endsAnywhere(format, split: true)
    }

    /// Deadlines are not only checked between messages: a message of 400 lines is checked more
    /// often.
    @Test(arguments: [Output.Format.png, .pdf, .svg])
    func longMessagesCheckTheDeadline(format: Output.Format) throws {
        #expect(try render(format).checks > 800)
    }

    /// A reused surface still holds earlier pixels, which no later picture may show.
    @Test func unpaintedPixelsAreNeverShown() throws {
        var job = try job(Array(#"["One","Two"]"#.utf8), look: "susi", .png)
        job.theme.frames?.rowMinHeight = 1_000
        job.output.scale = 1
        let first = try pool()
        let whole = try render(job, on: first)
        first.close()
        #expect(whole.fault == nil)
        for last in stride(from: whole.checks - 1, to: 0, by: -1) {
            let pool = try pool()
            defer { pool.close() }
            #expect(try render(job, on: pool, until: last).fault == .timeout)
            #expect(try render(job, on: pool).bytes == whole.bytes, "after \(last)")
        }
    }

    @Test func verdictsAreFinal() {
        let verdicts = Mutex<[RenderControl.Verdict]>([.proceed, .late, .proceed, .starved])
        let control = RenderControl(verdict: { _ in verdicts.withLock { $0.removeFirst() } })
        #expect(control.verdict() == .proceed)
        #expect(control.verdict() == .late)
        #expect(control.verdict() == .late)
        #expect(!control.budget.reserve(1))
        #expect(throws: RenderFault.timeout) { try control.check(taking: 5) }
        #expect(verdicts.withLock { $0.count } == 2)
    }
}

import Basics
import Dispatch
import Foundation
import Glibc
import Model
import Synchronization
import TestDrawing
import TestSupport
import Testing
import Themes
import Typesetting

@testable import Rendering

@Suite struct WorkerPoolTests {
    /// The order of events on one worker: a job of three parts, and a small one submitted while the
    /// first is running.
    private func order(ofFirst isSmall: Bool) throws -> [String] {
        let pool = try WorkerPool(size: 1, capacity: 4, fonts: FontTable())
        defer { pool.close() }
        let events = Mutex<[String]>([])
        let done = DispatchSemaphore(value: 0)
        _ = pool.submit(isSmall: isSmall) { worker in
            pool.forEach(3, on: worker) { part, _ in
                events.withLock { $0.append("part \(part)") }
                guard part == 0 else { return }
                _ = pool.submit(isSmall: true) { _ in
                    events.withLock { $0.append("small") }
                    done.signal()
                }
            }
            done.signal()
        }
        done.wait()
        done.wait()
        return events.withLock { $0 }
    }

    @Test func startupFailuresStateTheirCause() throws {
        let made = Atomic(0)
        #expect(throws: WorkerFailure.memory) {
            _ = try WorkerPool(size: 2, capacity: 4) { () throws(WorkerFailure) in
                // One worker is created as a trial, and one for the first thread.
                guard made.add(1, ordering: .relaxed).newValue < 3 else { throw .memory }
                return try Worker(fonts: FontTable())
            }
        }
    }

    @Test func canceledAndExpiredJobsFreeTheirPlace() throws {
        let pool = try WorkerPool(size: 1, capacity: 3, fonts: FontTable())
        defer { pool.close() }
        let events = Mutex<[String]>([])
        let (begun, release, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        _ = pool.submit(isSmall: false) { _ in
            begun.signal()
            release.wait()
        }
        begun.wait()
        func submit(_ name: String, at time: UInt64) -> JobTicket? {
            let admission = pool.submit(isSmall: true, at: time) { removal in
                events.withLock { $0.append("\(name) \(removal)") }
            } _: { _ in
                events.withLock { $0.append("\(name) ran") }
                done.signal()
            }
            guard case .accepted(let ticket) = admission else { return nil }
            return ticket
        }
        let first = try #require(submit("a", at: 1))
        _ = submit("b", at: 2)
        _ = submit("c", at: 3)
        #expect(submit("d", at: 4) == nil)
        pool.withdraw(first)
        #expect(pool.queued == 2)
        #expect(submit("d", at: 4) != nil)
        pool.expire(queuedUpTo: 2)
        #expect(pool.oldest == 3)
        pool.withdraw(first)
        #expect(pool.queued == 2)
        release.signal()
        done.wait()
        done.wait()
        #expect(events.withLock { $0 } == ["a withdrawn", "b expired", "c ran", "d ran"])
        #expect(pool.oldest == nil)
    }

    /// Three jobs wait for each other; a fourth has not begun when they end.
    @Test func aPoolRunsAsManyJobsAsItHasWorkers() throws {
        let pool = try WorkerPool(size: 3, capacity: 8, fonts: FontTable())
        defer { pool.close() }
        let (begun, release, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let running = Mutex((now: 0, most: 0))
        for _ in 0..<4 {
            _ = pool.submit(isSmall: true) { _ in
                running.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                begun.signal()
                release.wait()
                running.withLock { $0.now -= 1 }
                done.signal()
            }
        }
        for _ in 0..<3 { begun.wait() }
        for _ in 0..<4 { release.signal() }
        for _ in 0..<4 { done.wait() }
        #expect(running.withLock { $0.most } == 3)
    }

    @Test func largeJobsNeverOccupyAllWorkers() throws {
        let pool = try WorkerPool(size: 2, capacity: 8, fonts: FontTable())
        defer { pool.close() }
        let (begun, release, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let events = Mutex<[String]>([])
        for number in 0..<3 {
            _ = pool.submit(isSmall: false) { _ in
                begun.signal()
                release.wait()
                events.withLock { $0.append("large \(number)") }
                done.signal()
            }
        }
        begun.wait()
        _ = pool.submit(isSmall: true) { _ in
            events.withLock { $0.append("small") }
            done.signal()
        }
        done.wait()
        #expect(events.withLock { $0 } == ["small"])
        for _ in 0..<3 { release.signal() }
        for _ in 0..<3 { done.wait() }
        #expect(events.withLock { $0 } == ["small", "large 0", "large 1", "large 2"])
    }

    /// The submitting thread runs a small job itself if a worker is free; the pool runs jobs
    /// submitted in the meantime as soon as that worker is back.
    @Test func smallJobsRunOnTheSubmittingThreadIfAWorkerIsFree() throws {
        let pool = try WorkerPool(size: 1, capacity: 4, fonts: FontTable())
        defer { pool.close() }
        let events = Mutex<[String]>([])
        let (begun, release, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        @Sendable func note(_ event: String) { events.withLock { $0.append(event) } }
        func submit(_ name: String, isSmall: Bool = true) -> String {
            let here = pthread_self()
            let admission = pool.submit(isSmall: isSmall, isHere: true) { _ in
                note(name + (pthread_equal(here, pthread_self()) != 0 ? " here" : " there"))
                done.signal()
            }
            return "\(admission)".hasPrefix("accepted") ? "queued" : "\(admission)"
        }
        #expect(submit("first") == "done")
        #expect(submit("large", isSmall: false) == "queued")
        done.wait()
        done.wait()
        DispatchQueue.global().async {
            _ = pool.submit(isSmall: true, isHere: true) { _ in
                begun.signal()
                release.wait()
            }
        }
        begun.wait()
        #expect(pool.busy == 1)
        #expect(submit("second") == "queued")
        #expect(submit("third") == "queued")
        release.signal()
        done.wait()
        done.wait()
        #expect(
            events.withLock { $0 } == ["first here", "large there", "second there", "third there"])
    }

    @Test func smallJobsPassLargeOnes() throws {
        #expect(try order(ofFirst: false) == ["part 0", "small", "part 1", "part 2"])
    }

    @Test func smallJobsAreNotPassed() throws {
        #expect(try order(ofFirst: true) == ["part 0", "part 1", "part 2", "small"])
    }

    private enum Stop: Error { case here }

    /// The delivered parts in order, and the greatest lead of production over delivery.
    private func delivered(
        _ count: Int, workers: Int, ahead: Int, slow: [Int] = [], until end: Int = .max
    ) throws -> (order: [Int], lead: Int, isStopped: Bool, underWay: Int) {
        let pool = try WorkerPool(size: workers, capacity: 4, fonts: FontTable())
        defer { pool.close() }
        let state = Mutex((begun: 0, delivered: 0, lead: 0, underWay: 0))
        let found = Mutex((order: [Int](), isStopped: false, underWay: 0))
        let done = DispatchSemaphore(value: 0)
        _ = pool.submit(isSmall: false) { worker in
            var order: [Int] = []
            var isStopped = false
            do {
                try pool.forEach(count, on: worker, ahead: ahead, slow: slow) { index, _ in
                    state.withLock { state in
                        state.underWay += 1
                        state.lead = max(state.lead, index - state.delivered)
                    }
                    // Some parts take longer than others.
                    var sum = 0
                    for number in 0..<(index % 7) * 2_000 { sum &+= number }
                    state.withLock { $0.underWay -= 1 }
                    return sum < 0 ? -1 : index
                } deliver: { index throws(Stop) in
                    if order.count == end { throw .here }
                    order.append(index)
                    state.withLock { $0.delivered += 1 }
                }
            } catch {
                isStopped = true
            }
            found.withLock { $0 = (order, isStopped, state.withLock { $0.underWay }) }
            done.signal()
        }
        done.wait()
        let all = found.withLock { $0 }
        return (all.order, state.withLock { $0.lead }, all.isStopped, all.underWay)
    }

    @Test(arguments: [1, 2, 3], [1, 2, 16])
    func partsProducedConcurrentlyAreDeliveredInOrderWithALimitedLead(workers: Int, ahead: Int)
        throws
    {
        for count in [0, 1, 2, 500] {
            for slow in [[], [0, 1, 5, 9, 499]] {
                let found = try delivered(count, workers: workers, ahead: ahead, slow: slow)
                #expect(found.order == Array(0..<count))
                #expect(found.lead <= ahead)
                #expect(!found.isStopped)
            }
        }
    }

    @Test func helpersBeginWithSlowParts() throws {
        let pool = try WorkerPool(size: 2, capacity: 4, fonts: FontTable())
        defer { pool.close() }
        let (started, helped) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = DispatchSemaphore(value: 0)
        let begun = Mutex<[Int]>([])
        _ = pool.submit(isSmall: false) { worker in
            let own = ObjectIdentifier(worker)
            pool.forEach(9, on: worker, ahead: 8, slow: [4, 6, 8]) { index, worker in
                // The job's own worker waits in its first part.
                if ObjectIdentifier(worker) == own {
                    if index == 0 {
                        started.signal()
                        helped.wait()
                    }
                } else {
                    let count = begun.withLock { begun in
                        begun.append(index)
                        return begun.count
                    }
                    if count == 1 { started.wait() }
                    if count == 7 { helped.signal() }
                }
            } deliver: {
            }
            done.signal()
        }
        done.wait()
        // The last part may not begin before the first one is delivered.
        #expect(begun.withLock { $0.prefix(7) } == [4, 6, 1, 2, 3, 5, 7])
    }

    @Test(arguments: [1, 3])
    func consumerThatStopsGetsNoFurtherPartsAndAllStartedOnesEnd(workers: Int) throws {
        let found = try delivered(500, workers: workers, ahead: 8, until: 20)
        #expect(found.order == Array(0..<20))
        #expect(found.isStopped)
        #expect(found.underWay == 0)
    }
}

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

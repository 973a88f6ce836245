import Basics
import Dispatch
import Evidence
import Model
import Rendering
import Synchronization

/// The measurements of one rendering, in nanoseconds.
struct BenchRun: Sendable {
    var total: UInt64 = 0
    var firstByte: UInt64 = 0
    var read: UInt64 = 0
    var timings = RenderTimings()
    /// The longest time between two checks for cancellation, if measured.
    var pause: UInt64?
    var bytes = 0
    var report: RenderReport?
}

extension RenderEnvironment {
    /// Renders once and discards the output.
    func time(
        _ input: InputFile, _ parameters: Parameters, _ format: Output.Format?,
        watch: PauseWatch? = nil
    ) throws(CommandFailure) -> BenchRun {
        let began = DispatchTime.now().uptimeNanoseconds
        let control =
            watch?.control ?? RenderControl(now: { DispatchTime.now().uptimeNanoseconds })
        watch?.begin()
        let job = try job(
            input, JobOptions(parameters, format: format), command: ["bench"], control: control)
        watch?.asked()
        let read = DispatchTime.now().uptimeNanoseconds - began
        let outcome = Mutex<Result<BenchRun, RenderFault>>(.failure(.abandoned))
        let done = DispatchSemaphore(value: 0)
        let renderer = Renderer(pool: pool, readsHEIF: true)
        _ = pool.submit(isSmall: false) { worker in
            var sink = CountingSink(began: began)
            watch?.begin()
            do throws(RenderFault) {
                sink.run.timings = try renderer.render(job, on: worker, to: &sink, control: control)
                sink.run.total = DispatchTime.now().uptimeNanoseconds - began
                sink.run.read = read
                watch?.asked()
                sink.run.pause = watch?.longest
                outcome.withLock { $0 = .success(sink.run) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        do throws(RenderFault) {
            return try outcome.withLock { $0 }.get()
        } catch {
            throw .refused(error.explanation.commandDetail)
        }
    }
}

extension RenderEnvironment {
    /// Verifies an evidence document as the service does, without drawing it again. A negative
    /// verdict or an unreadable document is a valid result.
    func verify(_ document: [UInt8], watch: PauseWatch? = nil) -> BenchRun {
        let began = DispatchTime.now().uptimeNanoseconds
        var run = BenchRun()
        run.bytes = document.count
        watch?.begin()
        let control = watch?.control ?? RenderControl()
        _ = Result { () throws(Verifier.Failure) in
            try Verifier.verify(document, limit: 1 << 30, budget: control.budget)
        }
        watch?.asked()
        run.pause = watch?.longest
        run.total = DispatchTime.now().uptimeNanoseconds - began
        return run
    }
}

private struct CountingSink: RenderSink {
    let began: UInt64
    var run = BenchRun()

    init(began: UInt64) { self.began = began }

    mutating func begin(_ report: RenderReport) { run.report = report }

    mutating func write(_ bytes: [UInt8]) {
        if run.bytes == 0, !bytes.isEmpty {
            run.firstByte = DispatchTime.now().uptimeNanoseconds - began
        }
        run.bytes += bytes.count
    }
}

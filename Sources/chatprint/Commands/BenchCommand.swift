import Basics
import Dispatch
import Evidence
import FoundationEssentials
import Glibc
import Model
import Rendering
import Server
import Synchronization
import System

/// `chatprint bench`: renders one conversation repeatedly in this process, without network or
/// client, and prints measurements as a line of JSON. With `--each`, it renders each of several
/// files once and prints a line for each.
struct BenchCommand: Subcommand {
    static let description = CommandDescription(
        name: "bench", operands: "FILE...", takesFiles: true,
        summary: "measure rendering a file, warm, stage by stage (JSON)",
        options: [
            .init(name: "--seconds", placeholder: "N", summary: "duration (default: 1)"),
            .init(name: "--workers", placeholder: "N", summary: "threads (default: one per core)"),
            .init(
                name: "--each",
                summary: "render each of several files once and report its work; "
                    + "join the exports of a folder NAME.join"),
            .init(
                name: "--pauses",
                summary: "with --each, report the longest time between cancellation checks"),
        ] + CommandDescription.Option.settings + [.configuration],
        examples: [.init(line: "chatprint bench talk.json --format pdf", summary: "measure a PDF")])

    let arguments: Arguments

    func run() throws -> Int32 {
        let seconds = try number("--seconds", default: 1)
        let workers =
            try arguments.value("--workers") == nil ? nil : number("--workers", default: 0)
        // Created before the threads whose instructions are counted.
        let counter = InstructionCounter()
        let environment = try RenderEnvironment(
            arguments, workers: workers.map { Int($0) })
        try environment.requireFonts()
        if arguments.has("--each") {
            let series = BenchSeries(
                counter: counter, parameters: try arguments.settings(),
                format: try arguments.format(),
                watchesPauses: arguments.has("--pauses"))
            try series.run(arguments.operands, in: environment)
            return 0
        }
        let input = try InputFile(arguments.operands).inMemory()
        let parameters = try arguments.settings()
        let format = try arguments.format()
        var runs: [BenchRun] = []
        // Warm up first, because a running service does not spend the time of first use.
        for _ in 0..<2 { runs = [try environment.time(input, parameters, format)] }
        let cpu = clock()
        let end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
        runs = []
        while runs.count < 3 || (runs.count < 10_000 && DispatchTime.now().uptimeNanoseconds < end)
        {
            runs.append(try environment.time(input, parameters, format))
        }
        let spent = Double(clock() - cpu) / Double(CLOCKS_PER_SEC) / Double(runs.count)
        try Terminal.print(
            BenchReport(
                runs: runs, workers: environment.pool.size, processorSeconds: spent,
                peakBytes: BenchCommand.peakBytes
            ).json)
        return 0
    }

    private func number(_ name: String, default fallback: Double) throws(CommandFailure) -> Double {
        guard let text = arguments.value(name) else { return fallback }
        guard let number = Double(text), (0...3_600).contains(number) else {
            throw .usage("\(name) is \"\(text)\", but must be a number from 0 to 3600")
        }
        return number
    }

    private static var peakBytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}

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
        let renderer = Renderer(pool: pool, readsHEIF: true)
        let outcome = Result { () throws(Explanation) in
            try onWorker { worker throws(Explanation) in
                var run = BenchRun()
                let sink = RenderSink(
                    ByteSink { bytes in
                        if run.bytes == 0, !bytes.isEmpty {
                            run.firstByte = DispatchTime.now().uptimeNanoseconds - began
                        }
                        run.bytes += bytes.count
                    })
                watch?.begin()
                do throws(RenderFault) {
                    run.timings = try renderer.render(job, on: worker, to: sink, control: control)
                } catch {
                    throw error.explanation
                }
                run.total = DispatchTime.now().uptimeNanoseconds - began
                run.read = read
                run.report = sink.report
                watch?.asked()
                run.pause = watch?.longest
                return run
            }
        }
        return try outcome.mapError { CommandFailure.refused($0.commandDetail) }.get()
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

/// Renders each of many inputs once, sequentially in one process; verifies an input that is a
/// document, lists the chats of an export of several, and writes the joined exports of a folder
/// `NAME.join` as JSON. `script/growth` compares the results.
struct BenchSeries: ~Copyable {
    let counter: InstructionCounter
    let parameters: Parameters
    let format: Output.Format?
    /// Whether to measure pauses. This takes time, so other measurements must not be reported with
    /// it.
    let watchesPauses: Bool

    /// Prints a line of JSON for each input: the work it took, or the reason why it was rejected.
    func run(_ paths: [String], in environment: RenderEnvironment) throws(CommandFailure) {
        for path in paths {
            let input = try Self.input(path)
            let isJoined = !input.upload.others.isEmpty
            let before = work
            let outcome = Result { () throws(CommandFailure) in
                try BenchRun.once(
                    environment, input, isJoined ? parameters + ["join": "true"] : parameters,
                    format ?? (isJoined ? .json : nil), watch: watchesPauses ? PauseWatch() : nil)
            }
            let spent = work - before
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("file", path)
                switch outcome {
                case .success(let run):
                    writer.member("work", Int(spent))
                    writer.member("unit", counter.count == nil ? "nanoseconds" : "instructions")
                    if let pause = run.pause { writer.member("pause", Int(pause)) }
                    writer.member("bytes", run.bytes)
                case .failure(let failure): writer.member("refused", failure.sentence)
                }
            }
            try Terminal.print(String(decoding: writer.bytes, as: UTF8.self))
        }
    }

    private static func input(_ path: String) throws(CommandFailure) -> InputFile {
        guard path.hasSuffix(".join"),
            let names = try? FileManager.default.contentsOfDirectory(atPath: path), names.count > 1
        else { return try InputFile([path]).inMemory() }
        return try InputFile(joining: names.sorted().map { path + "/" + $0 }, media: .none)
    }

    /// The work so far: instructions if they can be counted, otherwise CPU time in nanoseconds.
    private var work: UInt64 {
        counter.count ?? UInt64(clock()) * (1_000_000_000 / UInt64(CLOCKS_PER_SEC))
    }
}

extension BenchRun {
    /// A separate function, because valgrind finds the start and the end of counting by its name.
    @inline(never)
    static func once(
        _ environment: RenderEnvironment, _ input: InputFile,
        _ parameters: Parameters,
        _ format: Output.Format?, watch: PauseWatch?
    ) throws(CommandFailure) -> BenchRun {
        guard !input.upload.bytes.starts(with: "%PDF-".utf8) else {
            return environment.verify(input.upload.bytes, watch: watch)
        }
        do throws(CommandFailure) {
            return try environment.time(input, parameters, format, watch: watch)
        } catch {
            guard case .problem(let problem) = error, problem.listsChats else { throw error }
            return BenchRun()
        }
    }
}

/// The figures of many runs, as medians, because a busy machine distorts means.
struct BenchReport {
    let runs: [BenchRun]
    let workers: Int
    let processorSeconds: Double
    let peakBytes: Int

    var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("format", runs.last?.report?.format.rawValue ?? "")
            writer.member("messages", runs.last?.report?.messages ?? 0)
            writer.member("workers", workers)
            writer.member("runs", runs.count)
            writer.member("median_ms", quantile(0.5, \.total))
            writer.member("p95_ms", quantile(0.95, \.total))
            writer.member("first_byte_ms", quantile(0.5, \.firstByte))
            writer.member("cpu_ms", processorSeconds * 1_000)
            writer.member("peak_bytes", peakBytes)
            writer.member("bytes", runs.last?.bytes ?? 0)
            writer.key("stages_ms")
            writer.object { writer in
                writer.member("read", quantile(0.5, \.read))
                for stage in RenderTimings.Stage.allCases {
                    writer.member(stage.rawValue, quantile(0.5) { $0.timings[stage] })
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns a quantile in milliseconds.
    private func quantile(_ share: Double, _ figure: (BenchRun) -> UInt64) -> Double {
        let sorted = runs.map(figure).sorted()
        guard !sorted.isEmpty else { return 0 }
        let place = min(sorted.count - 1, Int(Double(sorted.count) * share))
        return Double(sorted[place]) / 1e6
    }
}

/// Measures how long work runs without checking whether it should end: the delay after a deadline,
/// or after a client has disconnected. It measures CPU time per thread, which does not depend on
/// other processes.
final class PauseWatch: Sendable {
    private struct State {
        var since: [UInt: UInt64] = [:]
        var longest: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The longest pause so far, in nanoseconds.
    var longest: UInt64 { state.withLock { $0.longest } }

    var control: RenderControl {
        RenderControl(
            verdict: { [self] _ in
                asked()
                return .proceed
            }, now: { DispatchTime.now().uptimeNanoseconds })
    }

    /// Records that work begins on this thread.
    func begin() { mark { _, _ in } }

    /// Records that this thread checks for cancellation, or has finished its work.
    func asked() { mark { longest, pause in longest = max(longest, pause) } }

    private func mark(_ judge: (_ longest: inout UInt64, _ pause: UInt64) -> Void) {
        let thread = UInt(pthread_self())
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        state.withLock { state in
            if let since = state.since.updateValue(now, forKey: thread) {
                judge(&state.longest, now - since)
            }
        }
    }
}

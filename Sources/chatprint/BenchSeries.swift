import Basics
import Glibc
import Model
import Rendering
import Server
import System

/// Renders each of many inputs once, sequentially in one process; verifies an input that is a
/// document, and lists the chats of an export of several. `script/growth` compares the results.
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
            let input = try InputFile([path]).inMemory()
            let before = work
            let outcome = Result { () throws(CommandFailure) in
                try BenchRun.once(
                    environment, input, parameters, format,
                    watch: watchesPauses ? PauseWatch() : nil)
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

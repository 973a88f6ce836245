import Conversation
import Glibc
import JSON
import Server
import Rendering
import System

/// Many inputs, each rendered once, or checked where it is a document, one after the other in one
/// process: what `script/growth` compares.
struct BenchSeries: ~Copyable {
    let counter: InstructionCounter
    let parameters: Parameters
    let format: Output.Format?
    /// Costs time of its own: what is measured otherwise is not to be told with it.
    let watchesPauses: Bool

    /// A line of JSON for each input: the work it took, or why it was refused.
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
            Terminal.print(String(decoding: writer.bytes, as: UTF8.self))
        }
    }

    /// So far, in instructions where those are counted, else in nanoseconds of all processors.
    private var work: UInt64 {
        counter.count ?? UInt64(clock()) * (1_000_000_000 / UInt64(CLOCKS_PER_SEC))
    }
}

extension BenchRun {
    /// A function of its own, by whose name valgrind knows where counting begins and ends.
    @inline(never)
    static func once(
        _ environment: RenderEnvironment, _ input: InputFile,
        _ parameters: Parameters,
        _ format: Output.Format?, watch: PauseWatch?
    ) throws(CommandFailure) -> BenchRun {
        let isDocument = input.upload.bytes.starts(with: "%PDF-".utf8)
        return isDocument
            ? environment.verify(input.upload.bytes, watch: watch)
            : try environment.time(input, parameters, format, watch: watch)
    }
}

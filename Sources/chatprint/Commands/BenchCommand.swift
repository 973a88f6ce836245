import Basics
import Dispatch
import FoundationEssentials
import Glibc
import Model
import Rendering
import Server
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
            .init(name: "--each", summary: "render each of several files once and report its work"),
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

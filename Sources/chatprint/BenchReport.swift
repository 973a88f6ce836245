import Basics
import Model
import Rendering

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

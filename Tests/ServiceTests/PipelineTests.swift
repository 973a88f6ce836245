import Foundation
import Testing

/// Runs the recipes of `config/pipelines` unmodified: distributed runs produce the output of a
/// single run.
@Suite struct PipelineTests {
    private static let recipes = RunningService.root.appendingPathComponent("config/pipelines")
    private static let hasParallel =
        (try? RunningService.run(["parallel", "--version"]))?.code == 0
    /// A Python with PySpark, and Java beside it, which few machines have.
    private static let python = ProcessInfo.processInfo.environment["SPARK_PYTHON"]

    /// Two hundred jobs, one of them invalid.
    private let jobs = (0..<200).map { number in
        number == 77
            ? #"{"id":"bad","conversation":[]}"#
            : #"{"id":"job \#(number)","format":"\#(["png", "pdf"][number % 2])","#
                + #""conversation":{"messages":["Hi \#(number)","Hello"]}}"#
    }.joined(separator: "\n")

    private func check(
        _ recipe: [String], results read: (URL) throws -> String
    ) throws {
        let plain = try BatchProcess(["-o", "plain"], jobs: jobs)
        #expect(try plain.end().code == 1)
        let environment = [
            "CHATPRINT=" + RunningService.executable.path,
            "CHATPRINT_CONFIG=" + RunningService.root.appendingPathComponent("config").path,
            "BLOCK=4k",
        ]
        let out = plain.folder.place("out")
        let run = try RunningService.run(
            environment + recipe + ["jobs.ndjson", out] + (recipe.count > 1 ? ["results"] : []),
            folder: plain.folder.url)
        #expect(run.code == 1, "\(run.errors)")
        try run.output.write(to: plain.folder.file("printed"))
        let results = try read(plain.folder.url).split(separator: "\n")
        #expect(results.count == 200)
        #expect(results.count { $0.contains("\"error\"") } == 1)
        #expect(try plain.outputs() == plain.outputs("plain"))
    }

    @Test(.enabled(if: hasParallel, "GNU parallel is not installed"))
    func parallelMatchesASingleRun() throws {
        try check([PipelineTests.recipes.appendingPathComponent("parallel.sh").path]) {
            try String(contentsOf: $0.appendingPathComponent("printed"), encoding: .utf8)
        }
    }

    @Test(.enabled(if: python != nil, "SPARK_PYTHON names no Python with PySpark"))
    func sparkMatchesASingleRun() throws {
        let script = PipelineTests.recipes.appendingPathComponent("spark-batch.py").path
        try check([PipelineTests.python ?? "python3", script]) { folder in
            // Each run has its own folder.
            let runs = folder.appendingPathComponent("results")
            let names = try FileManager.default.contentsOfDirectory(atPath: runs.path)
            let results = runs.appendingPathComponent(try #require(names.first))
            #expect(names.count == 1)
            let parts = try FileManager.default.contentsOfDirectory(atPath: results.path)
            return try parts.filter { $0.hasPrefix("part-") }.sorted().map {
                try String(contentsOf: results.appendingPathComponent($0), encoding: .utf8)
            }.joined()
        }
    }
}

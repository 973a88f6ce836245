import Foundation
import Testing

/// Runs the programs of `config/examples` as documented.
@Suite struct ExampleTests {
    private static let folder = RunningService.root.appendingPathComponent("config/examples")

    private static func has(_ program: String) -> Bool {
        (try? RunningService.run(["sh", "-c", "command -v \(program)"]))?.code == 0
    }

    @Test(arguments: [
        (["sh"], "render.sh"), (["python3"], "render.py"), (["node"], "render.mjs"),
        (["go", "run"], "render.go"), (["swift"], "render.swift"),
    ])
    func examplesPostAConversationAndSaveAPicture(program: [String], name: String) throws {
        guard Self.has(program[0]) else { return }
        let service = try RunningService()
        let folder = try TemporaryFolder()
        let command = program + [Self.folder.appendingPathComponent(name).path, service.address]
        let cache = ["env", "GOCACHE=" + folder.file("go").path]
        let made = try RunningService.run(cache + command + ["chat.webp"], folder: folder.url)
        #expect(made.code == 0, "\(made.errors)")
        let known = try service.post(
            #"{"me":"ana","messages":[{"from":"ben","text":"Are you coming? 🚲"},"#
                + #"{"from":"ana","text":"On my way!","status":"read"}]}"#,
            to: "/render.webp?theme=whatsapp")
        #expect(try Data(contentsOf: folder.file("chat.webp")) == known.body)
        // Errors are reported, and keep an existing file.
        let bitmap = folder.file("chat.bmp")
        try Data("earlier".utf8).write(to: bitmap)
        let refused = try RunningService.run(cache + command + ["chat.bmp"], folder: folder.url)
        #expect(
            refused.code != 0 && refused.errors.contains("Unknown output format"),
            "\(refused.errors)")
        #expect(try Data(contentsOf: bitmap) == Data("earlier".utf8))
        let names = folder.names
        #expect(Set(names).isSubset(of: ["chat.bmp", "chat.webp", "go"]), "\(names)")
    }

    /// The check of evidence in `config/REQUESTS.md` writes numbers as RFC 8785 requires.
    @Test func theDocumentedCheckWritesNumbersLikeECMAScript() throws {
        let file = RunningService.root.appendingPathComponent("config/REQUESTS.md")
        let guide = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(guide.firstRange(of: "def canonical(v):")).lowerBound
        let end = try #require(guide[start...].firstRange(of: "\nfiles = ")).lowerBound
        let script =
            "import json, sys\nfrom decimal import Decimal\n" + guide[start..<end]
            + "\nprint(canonical(json.load(sys.stdin)))"
        let numbers =
            "[0, -0.0, 12, 4.50, 52.520008, -1e-7, 1.5e-10, 0.000001, 9007199254740993, "
            + "1e20, 123e25, true, null]"
        let result = try RunningService.run(
            ["python3", "-c", script], input: Data(numbers.utf8))
        #expect(
            String(decoding: result.output, as: UTF8.self)
                == "[0,0,12,4.5,52.520008,-1e-7,1.5e-10,0.000001,9007199254740992,"
                + "100000000000000000000,1.23e+27,true,null]\n", "\(result.errors)")
    }
}

import Foundation
import Testing

/// Compares the reserved memory of a request with the growth of the process while it is answered.
@Suite(.serialized) struct MemoryAccountTests {
    /// Compares reserved memory with growth. Bodies have just over a power of two messages, so the
    /// old arrays still exist beside the doubled ones, which is the reserved amount.
    ///
    /// - Parameters:
    ///   - warm: a small request of the same kind, after which fonts, glyphs and configuration are
    ///     shared.
    ///   - most: the largest allowed ratio of reserved to used memory.
    private func compare(
        _ body: Data, to path: String, warm: Data, _ arguments: [String] = [], most: Double = 1.5
    ) throws {
        // With one worker, since the memory that two keep depends on which of them did what.
        let service = try RunningService(["--isolation", "none", "--workers", "1"])
        #expect(try service.curl(path, arguments, body: warm).status == 200)
        _ = service.number(inLog: "memory")
        let before = try service.memory("VmRSS")
        try "5".write(
            toFile: "/proc/\(service.processID)/clear_refs", atomically: false, encoding: .utf8)
        #expect(try service.curl(path, arguments, body: body).status == 200)
        let account = try #require(service.number(inLog: "memory"))
        let grown = try service.memory("VmHWM") - before
        #expect(grown > 2 << 20)
        // Memory that the allocator keeps for reuse belongs to no request.
        let spare = 512 << 10
        #expect(Double(account) < most * Double(grown + spare), "\(account) for \(grown)")
        #expect(Double(grown) < 1.5 * Double(account + spare), "\(account) for \(grown)")
    }

    @Test(arguments: [
        "/render.png?scale=1", "/render.png?split_by=100", "/render.png?engine=cairo",
        "/render.zip?max_height=900", "/render.zip?canvas=story&canvas.shadow=1",
        "/render.pdf?canvas=og",
        "/render.pdf", "/render.pdf?archival=false", "/render.pdf?split_by=100",
        "/render.pdf?page.size=endless", "/render.pdf?page.size=endless&theme=whatsapp",
        "/render.pdf?page.size=endless&engine=cairo",
        "/render.pdf?page.size=endless&engine=cairo&theme=whatsapp", "/render.pdf?engine=cairo",
        "/render.svg", "/render.svg?theme=whatsapp", "/render.svg?engine=cairo",
        "/render.svg?engine=cairo&theme=whatsapp", "/render.json",
    ])
    func reservationsMatchGrowthForEveryFormat(path: String) throws {
        // Small pictures release their rows as they are painted, so most of their memory is reused
        // from the warm-up.
        let count =
            path == "/render.png?scale=1" ? 6_600 : path.hasPrefix("/render.zip") ? 2_200 : 1_100
        try compare(
            Data(WrittenTalk.own(count).utf8), to: path, warm: Data(WrittenTalk.own(50).utf8))
    }

    @Test(arguments: WrittenTalk.exports.map(\.name))
    func reservationsMatchGrowthForEveryImporter(name: String) throws {
        let write = try #require(WrittenTalk.exports.first { $0.name == name }).write
        func body(_ count: Int) throws -> Data {
            let text = Data(write(count).utf8)
            return name == "rsmf" ? try packed(text, as: "rsmf_manifest.json") : text
        }
        // The buffer of the JSON output may be anywhere between two doublings, and is counted as if
        // it had just grown.
        try compare(
            body(9_600), to: "/import", warm: body(40), ["-H", "Content-Type: text/plain"],
            most: 1.75)
    }

    private func packed(_ bytes: Data, as name: String) throws -> Data {
        let folder = try TemporaryFolder()
        try bytes.write(to: folder.file(name))
        return try RunningService.run(["zip", "-q", "-", name], folder: folder.url).output
    }

    /// A request that would not fit is refused before allocating, and the process does not grow.
    @Test(arguments: [false, true])
    func requestsBeyondTheBudgetAreRefusedBeforeAllocating(isAddressSpace: Bool) throws {
        let limit = 120 << 20
        let service =
            isAddressSpace
            ? try RunningService(
                ["--isolation", "none", "--workers", "1"], under: ["prlimit", "--as=\(450 << 20)"])
            : try RunningService([
                "--isolation", "none", "--workers", "1", "--memory-bytes", String(limit),
            ])
        let hello = #"{"messages":["Hi!"]}"#
        let right = try service.post(hello)
        #expect(right.status == 200)
        let packed = try RunningService.run([
            "sh", "-c",
            #"(printf '{"messages":["a"],"x":"'; head -c 240000000 /dev/zero | tr '\0' b; "#
                + #"printf '"}') | gzip -1"#,
        ]).output
        let refused = try service.curl("/render", ["-H", "Content-Encoding: gzip"], body: packed)
        // The remaining address space depends on the process's other mappings.
        #expect(refused.status == 422 || isAddressSpace && refused.status == 503)
        #expect(isAddressSpace || refused.text.contains("/problems/too-large-for-memory"))
        let tiny = "[" + String(repeating: #""a","#, count: 199_999) + #""a"]"#
        let endless = try service.post(tiny, to: "/render.pdf?page.size=endless")
        #expect(endless.status == 422 || endless.status == 503)
        if !isAddressSpace { #expect(try service.memory("VmHWM") < limit + 64 << 20) }
        #expect(try service.post(hello).body == right.body)
        #expect(service.stop() == 0)
    }
}

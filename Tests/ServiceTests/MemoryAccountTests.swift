import Foundation
import Testing

/// What a request says that it holds, against what the process grew by while it was answered.
@Suite(.serialized) struct MemoryAccountTests {
    private static let words = "the tide was out and we walked to the lighthouse before noon"

    /// Messages of three to thirteen words, as an export writes each.
    private static func lines(_ count: Int, _ line: (Int, String) -> String) -> [String] {
        let words = words.split(separator: " ")
        return (0..<count).map { line($0, words.prefix(3 + $0 % 11).joined(separator: " ")) }
    }

    private static func own(_ count: Int) -> String {
        let messages = lines(count) { #"{"from":"\#($0 % 2)","text":"\#($1) \#($0)"}"# }
        return #"{"messages":[\#(messages.joined(separator: ","))]}"#
    }

    private static let exports: [(name: String, body: String)] = [
        (
            "whatsapp",
            lines(30_000) {
                "31/05/2026, 09:\(10 + $0 % 50) - \($0 % 2 == 0 ? "Ann" : "Ben"): \($1)\n"
            }.joined()
        ),
        ("plain", lines(30_000) { "\($0 % 2 == 0 ? "Ann" : "Ben"): \($1)\n" }.joined()),
        (
            "telegram",
            #"{"name":"T","type":"personal_chat","id":1,"messages":["#
                + lines(30_000) {
                    #"{"id":\#($0),"type":"message","date":"2026-05-31T09:00:00","#
                        + #""date_unixtime":"\#(1_780_000_000 + $0)","from":"Ann","#
                        + #""from_id":"user1","text":"\#($1)"}"#
                }.joined(separator: ",") + "]}"
        ),
        (
            "discord",
            #"{"guild":{"id":"1","name":"g"},"channel":{"id":"2","type":"DirectTextChat","#
                + #""name":"c"},"exportedAt":"2026-05-31T09:00:00Z","messages":["#
                + lines(30_000) {
                    #"{"id":"\#($0)","type":"Default","timestamp":"2026-05-31T09:00:00Z","#
                        + #""content":"\#($1)","author":{"id":"\#($0 % 3)","name":"u"}}"#
                }.joined(separator: ",") + "]}"
        ),
        (
            "facebook",
            #"{"participants":[{"name":"Ann"},{"name":"Ben"}],"title":"x","#
                + #""thread_path":"inbox/x","is_still_participant":true,"messages":["#
                + lines(30_000) {
                    #"{"sender_name":"Ann","timestamp_ms":\#(1_780_000_000_000 + $0),"#
                        + #""content":"\#($1)","is_geoblocked_for_viewer":false}"#
                }.joined(separator: ",") + "]}"
        ),
        (
            "sms",
            #"<?xml version="1.0"?><smses count="30000">"#
                + lines(30_000) {
                    #"<sms protocol="0" address="+123" date="\#(1_780_000_000_000 + $0)" "#
                        + #"type="\#(1 + $0 % 2)" body="\#($1)" contact_name="Ann"/>"#
                }.joined() + "</smses>"
        ),
        (
            "slack",
            "["
                + lines(30_000) {
                    #"{"type":"message","user":"U\#($0 % 4)","text":"\#($1)","#
                        + #""ts":"\#(1_780_000_000 + $0).000100"}"#
                }.joined(separator: ",") + "]"
        ),
        (
            "openai",
            "["
                + lines(30_000) {
                    #"{"role":"\#($0 % 2 == 0 ? "user" : "assistant")","content":"\#($1)"}"#
                }.joined(separator: ",") + "]"
        ),
        (
            "claude",
            #"[{"uuid":"1","name":"x","chat_messages":["#
                + lines(30_000) {
                    #"{"uuid":"\#($0)","text":"\#($1)","content":[{"type":"text","text":"\#($1)"}],"#
                        + #""sender":"\#($0 % 2 == 0 ? "human" : "assistant")","#
                        + #""created_at":"2026-05-31T09:00:00Z","attachments":[],"files":[]}"#
                }.joined(separator: ",") + "]}]"
        ),
    ]

    private func compare(_ body: String, to path: String, _ arguments: [String] = []) throws {
        let service = try RunningService()
        // Fonts, letters and surfaces are everybody's.
        #expect(try service.post(MemoryAccountTests.own(50), to: path).status == 200)
        _ = service.number(inLog: "memory")
        let before = try service.memory("VmRSS")
        try "5".write(
            toFile: "/proc/\(service.processID)/clear_refs", atomically: false, encoding: .utf8)
        #expect(try service.post(body, to: path, arguments).status == 200)
        let account = try #require(service.number(inLog: "memory"))
        let grown = try service.memory("VmHWM") - before
        #expect(grown > 15 << 20)
        #expect(Double(account) < 1.5 * Double(grown), "\(account) for \(grown)")
        #expect(Double(grown) < 1.5 * Double(account), "\(account) for \(grown)")
    }

    @Test(arguments: [
        "/render.png?scale=1", "/render.pdf", "/render.pdf?archival=false",
        "/render.pdf?page.size=endless", "/render.svg", "/render.json",
        "/render.zip?scale=1&max_height=900",
    ])
    func ofEveryFormat(path: String) throws {
        try compare(MemoryAccountTests.own(10_000), to: path)
    }

    @Test(arguments: exports.map(\.name))
    func ofEveryImporter(name: String) throws {
        let body = try #require(MemoryAccountTests.exports.first { $0.name == name }).body
        try compare(body, to: "/import", ["-H", "Content-Type: text/plain"])
    }

    /// A request that would not fit is refused before it is taken, and the process stays as it was.
    @Test(arguments: [false, true])
    func whatDoesNotFitIsRefusedBeforeItIsTaken(isAddressSpace: Bool) throws {
        let limit = 200 << 20
        let service =
            isAddressSpace
            ? try RunningService(["--workers", "1"], under: ["prlimit", "--as=\(450 << 20)"])
            : try RunningService(["--workers", "1", "--memory-bytes", String(limit)])
        let hello = #"{"messages":["Hi!"]}"#
        let right = try service.post(hello)
        #expect(right.status == 200)
        let packed = try RunningService.run(
            ["gzip", "-c"],
            input: Data(
                #"{"messages":["a"],"x":"\#(String(repeating: "b", count: 240 << 20))"}"#.utf8)
        ).output
        let refused = try service.curl("/render", ["-H", "Content-Encoding: gzip"], body: packed)
        // How much of an address space is left depends on what else the process has mapped.
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

import Basics
import Dispatch
import Foundation
import Rendering
import Synchronization
import TestDrawing
import Testing
import Themes

@testable import chatprint

/// The Model Context Protocol, a line at a time, in process.
@Suite struct MCPTests {
    private let place: TemporaryFolder
    private static let talk = #"{"me":"ana","messages":[{"from":"ben","text":"Rye?"}]}"#

    /// More text than a result contains.
    private static let longTalk: String = {
        let text = Array(repeating: "word", count: 30_000).joined(separator: " ")
        return #"["\#(text)","\#(text)"]"#
    }()

    init() throws {
        place = try TemporaryFolder()
        for name in ["exports", "output", "outside"] {
            try FileManager.default.createDirectory(
                at: place.file(name), withIntermediateDirectories: true)
        }
        let chat = "15/01/2024, 10:00 - Ana: swordfish\n15/01/2024, 10:01 - Ben: Ho\n"
        try place.write(chat, to: "exports/chat.txt")
        try place.write(chat, to: "outside/secret.txt")
    }

    /// A client after its handshake.
    private func client(
        _ revision: String? = nil, reading: [String] = ["exports"], writing: String? = "output"
    ) throws -> Client {
        var client = try Client(
            ToolFolders(reading: reading.map(place.place), writing: writing.map(place.place)))
        if let revision {
            _ = client.result(
                "initialize", #"{"protocolVersion":"\#(revision)","capabilities":{}}"#)
        }
        return client
    }

    private struct Client {
        var session: MCPSession

        init(_ folders: ToolFolders) throws {
            let configuration = try Configuration.find(flag: TestFonts.folder.get().path)
            session = MCPSession(
                try MCPTools(
                    InProcessService.environment.get(), files: configuration.files,
                    folders: folders))
        }

        mutating func send(_ line: String) -> [String: Any]? { send(Array(line.utf8)) }

        mutating func send(_ line: [UInt8]) -> [String: Any]? {
            session.response(to: line).map(Self.object)
        }

        static func object(_ line: [UInt8]) -> [String: Any] {
            #expect(!line.contains(0x0A))
            let value = try? JSONSerialization.jsonObject(with: Data(line))
            return value as? [String: Any] ?? [:]
        }

        mutating func result(_ method: String, _ parameters: String = "{}") -> [String: Any] {
            let response = send(
                #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#)
            #expect(response?["id"] as? Int == 1)
            return response?["result"] as? [String: Any] ?? response ?? [:]
        }

        mutating func call(_ tool: String, _ arguments: String) -> Called {
            Called(result: result("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#))
        }

        /// Renders the short talk.
        mutating func render(_ more: String) -> Called {
            call("render", #"{"conversation":\#(MCPTests.talk),\#(more)}"#)
        }

        mutating func tools() -> [[String: Any]] {
            result("tools/list")["tools"] as? [[String: Any]] ?? []
        }
    }

    /// The result of a tool.
    private struct Called {
        let result: [String: Any]

        var failed: Bool { result["isError"] as? Bool ?? false }
        var content: [[String: Any]] { result["content"] as? [[String: Any]] ?? [] }
        var kinds: [String] { content.compactMap { $0["type"] as? String } }
        var texts: [String] { content.compactMap { $0["text"] as? String } }
        var text: String { texts.joined(separator: "\n") }
        var json: [String: Any] { Client.object(Array((texts.first ?? "").utf8)) }
        var link: URL? {
            content.first { $0["type"] as? String == "resource_link" }
                .flatMap { $0["uri"] as? String }.flatMap { URL(string: $0) }
        }
        var image: Data? {
            content.first { $0["type"] as? String == "image" }
                .flatMap { $0["data"] as? String }.flatMap { Data(base64Encoded: $0) }
        }
    }

    // MARK: - Messages

    @Test(arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ])
    func theRevisionOfTheClientIsUsedIfItIsKnown(wanted: String, used: String) throws {
        var client = try client()
        let result = client.result("initialize", #"{"protocolVersion":"\#(wanted)"}"#)
        #expect(result["protocolVersion"] as? String == used)
        let names = (result["capabilities"] as? [String: Any])?.keys.sorted()
        #expect(names == ["prompts", "resources", "tools"])
        #expect((result["instructions"] as? String)?.contains(place.place("output")) == true)
    }

    @Test(arguments: [
        ("{", -32_700), ("", -32_700), ("nil", -32_700), (#"{"jsonrpc":"2.0","id":1,"#, -32_700),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping"} {}"#, -32_700),
        ("[]", -32_600), ("1", -32_600), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600),
        (#"{"id":1,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1,"method":1}"#, -32_600), (#"{"jsonrpc":"2.0"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/delete"}"#, -32_601),
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32_602),
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}"#, -32_602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, -32_602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}"#, -32_602),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"render","arguments":[]}}"#,
            -32_602
        ),
        (#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"x"}}"#, -32_602),
        (#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}"#, -32_602),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"chatprint://themes/../schema"}}"#,
            -32_002
        ),
    ])
    func invalidMessagesGetAnError(line: String, code: Int) throws {
        var client = try client()
        let error = client.send(line)?["error"] as? [String: Any]
        #expect(error?["code"] as? Int == code, "\(line)")
        #expect((error?["message"] as? String)?.isEmpty == false)
    }

    @Test func invalidTextIsRefused() throws {
        var client = try client()
        let start = Array(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":""#.utf8)
        let lines = [
            start + [0xFF] + Array(#""}}"#.utf8), start + [0xC0, 0x80] + Array(#""}}"#.utf8),
            [0xFF, 0xFE, 0x7B, 0x00],
            Array(String(repeating: "[", count: 100_000).utf8),
            Array(
                (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"#
                    + String(repeating: #"{"a":"#, count: 100)).utf8),
        ]
        for line in lines {
            let error = client.send(line)?["error"] as? [String: Any]
            #expect(error?["code"] as? Int == -32_700, "\(line.prefix(80))")
        }
    }

    @Test func onlyRequestsGetAResponse() throws {
        var client = try client()
        for line in [
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#,
            #"{"jsonrpc":"2.0","method":"unknown"}"#, #"{"jsonrpc":"2.0","id":4,"result":{}}"#,
            #"{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":""}}"#,
        ] { #expect(client.send(line) == nil, "\(line)") }
        let ping = client.send(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)
        #expect(ping?["id"] as? String == "a" && ping?["result"] as? [String: String] == [:])
    }

    @Test func canceledRequestsGetNoResponse() throws {
        var session = try client().session
        let line =
            #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"render","#
            + #""arguments":{"format":"pdf","conversation":\#(Self.talk)}}}"#
        let response = session.response(to: Array(line.utf8), isCanceled: { $0 == .number("7") })
        #expect(response == nil && place.names.contains("output"))
        let files = try FileManager.default.contentsOfDirectory(atPath: place.place("output"))
        #expect(files.isEmpty, "\(files)")
    }

    @Test func progressIsReportedOnRequest() throws {
        var session = try client().session
        let messages = (0..<1_500).map { #""Message \#($0)""# }.joined(separator: ",")
        for meta in [#""_meta":{"progressToken":"p"},"#, ""] {
            let line =
                #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{\#(meta)"#
                + #""name":"render","arguments":{"format":"pdf","conversation":[\#(messages)]}}}"#
            let notes = Mutex<[[UInt8]]>([])
            _ = session.response(
                to: Array(line.utf8), notify: { note in notes.withLock { $0.append(note) } })
            let facts = notes.withLock { $0 }.map(Client.object).map {
                $0["params"] as? [String: Any] ?? [:]
            }
            #expect(facts.isEmpty == meta.isEmpty)
            #expect(facts.count <= 50 && facts.allSatisfy { $0["progressToken"] as? String == "p" })
            let done = facts.compactMap { $0["progress"] as? Double }
            #expect(done == done.sorted() && done.count == facts.count)
        }
    }

    // MARK: - Tools

    @Test func toolsHaveTheParametersOfTheirRoutes() throws {
        var client = try client()
        let reference =
            try JSONSerialization.jsonObject(
                with: InProcessService().get("/openapi.json").body) as? [String: Any]
        let paths = reference?["paths"] as? [String: [String: [String: Any]]]
        let tools = client.tools()
        #expect(tools.count == MCPTools.Tool.allCases.count)
        for tool in tools {
            let name = try #require(tool["name"] as? String)
            let schema = try #require(tool["inputSchema"] as? [String: Any])
            let properties = try #require(schema["properties"] as? [String: [String: Any]])
            #expect((tool["description"] as? String)?.isEmpty == false)
            let listed = paths?["/" + name]?["post"]?["parameters"] as? [[String: Any]] ?? []
            for parameter in listed where parameter["in"] as? String == "query" {
                let parameterName = try #require(parameter["name"] as? String)
                guard !["join", "same", "sign", "setting"].contains(parameterName) else {
                    #expect(properties[parameterName] == nil)
                    continue
                }
                let words = properties[parameterName]?["description"] as? String
                #expect(words == parameter["description"] as? String, "\(name) \(parameterName)")
            }
            // Clients send the list to the model in every session.
            let bytes = try JSONSerialization.data(withJSONObject: tool).count
            #expect(bytes < 24_000, "\(name): \(bytes)")
            #expect(!String(describing: schema).contains("$ref"))
        }
    }

    @Test func theToolForRenderingDescribesTheFieldsOfTheSchema() throws {
        var client = try client()
        let read = client.result("resources/read", #"{"uri":"chatprint://schema"}"#)
        let text = (read["contents"] as? [[String: Any]])?.first?["text"] as? String ?? ""
        let schema = Client.object(Array(text.utf8))
        let definitions = schema["$defs"] as? [String: [String: Any]]
        let tools = client.tools()
        let input = tools.first?["inputSchema"] as? [String: Any]
        let properties = input?["properties"] as? [String: [String: Any]]
        func fields(_ schema: Any?) -> [String: [String: Any]] {
            let choices = (schema as? [String: Any])?["anyOf"] as? [[String: Any]]
            return choices?.compactMap { $0["properties"] as? [String: [String: Any]] }.first ?? [:]
        }
        let head = fields(properties?["conversation"])
        #expect(head.keys.sorted() == fields(schema).keys.sorted() && head.count > 10)
        let message = fields(head["messages"]?["items"])
        let known = definitions?["messageObject"]?["properties"] as? [String: Any]
        #expect(message.keys.sorted() == known?.keys.sorted() && message.count > 30)
    }

    @Test func picturesAreReturnedAndDocumentsAreFiles() throws {
        var client = try client("2025-11-25")
        for (format, start) in [("png", [0x89, 0x50]), ("jpeg", [0xFF, 0xD8]), ("webp", [0x52])] {
            let called = client.render(#""format":"\#(format)""#)
            #expect(called.kinds == ["image", "text"], "\(called.result)")
            #expect(called.image?.starts(with: start.map(UInt8.init)) == true)
            #expect(called.text.contains("1 messages"))
        }
        for (format, ending) in [("pdf", "pdf"), ("svg", "svg"), ("bag", "zip"), ("gif", "gif")] {
            let called = client.render(#""format":"\#(format)""#)
            let link = try #require(called.link, "\(called.result)")
            #expect(called.kinds == ["resource_link", "text"] && link.pathExtension == ending)
            #expect(try !Data(contentsOf: link).isEmpty && called.text.contains(link.path))
        }
        let text = client.call("render", #"{"file":"chat.txt","format":"txt"}"#)
        #expect(text.kinds == ["text", "text"] && text.texts[0].contains("swordfish"))
        let parts = client.call("render", #"{"file":"chat.txt","format":"png","split_by":"day"}"#)
        #expect(parts.link?.pathExtension == "zip")
        let named = client.render(#""filename":"a","page":{"size":"A5"}"#)
        #expect(named.kinds == ["resource_link", "image", "text"])
    }

    @Test func presetsSetSeveralArguments() throws {
        var client = try client("2025-11-25")
        let picture = try #require(
            client.call("render", #"{"conversation":["Hi!"],"preset":"story"}"#).image)
        #expect(picture[16..<24].elementsEqual([0, 0, 4, 56, 0, 0, 7, 128]))
        let typo = client.call("render", #"{"conversation":["Hi!"],"preset":"stori"}"#)
        #expect(typo.failed && typo.text.contains("story"))
    }

    /// The members of a conversation may also be a string with JSON, or the text of an export.
    @Test func conversationsMayBeStrings() throws {
        var client = try client()
        for text in [Self.talk, "15/01/2024, 10:00 - Ana: Hi\n15/01/2024, 10:01 - Ben: Ho\n"] {
            let encoded = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
            let called = client.call("validate", #"{"conversation":\#(encoded)}"#)
            #expect(called.json["messages"] as? Int ?? 0 > 0, "\(called.result)")
        }
    }

    @Test func olderClientsGetNoLinks() throws {
        var client = try client("2025-03-26")
        let called = client.render(#""format":"pdf""#)
        #expect(called.kinds == ["text"] && called.text.contains("/output/chat.pdf"))
    }

    @Test func documentsNeedAnOutputFolder() throws {
        var client = try client("2025-11-25", writing: nil)
        let called = client.render(#""format":"pdf""#)
        #expect(called.failed && called.text.contains("--output FOLDER"))
        let picture = client.render(#""filename":"a""#)
        #expect(picture.kinds == ["image", "text"])
        let text = client.call("render", #"{"conversation":\#(Self.longTalk),"format":"txt"}"#)
        #expect(text.failed && text.text.contains("--output FOLDER"), "\(text.text.prefix(200))")
        client = try self.client("2025-11-25", reading: [], writing: nil)
        #expect(client.call("import", #"{"file":"chat.txt"}"#).text.contains("--folder"))
    }

    @Test func largeTextsAreFiles() throws {
        var client = try client("2025-11-25")
        let text = client.call("render", #"{"conversation":\#(Self.longTalk),"format":"txt"}"#)
        #expect(text.kinds == ["resource_link", "text"] && text.text.count < 1_000)
        #expect(try Data(contentsOf: #require(text.link)).count > 300_000)
    }

    @Test func filesAreReplacedOnlyOnRequest() throws {
        var client = try client("2025-11-25")
        let more = #""format":"svg","filename":"a""#
        try place.write("kept", to: "output/a.svg")
        try FileManager.default.createSymbolicLink(
            at: place.file("output/a-2.svg"), withDestinationURL: place.file("outside/new.svg"))
        #expect(client.render(more).link?.lastPathComponent == "a-3.svg")
        #expect(try String(contentsOf: place.file("output/a.svg"), encoding: .utf8) == "kept")
        let replaced = client.render(more + #","overwrite":true"#)
        #expect(replaced.link?.path.hasSuffix("/a.svg") == true)
        #expect(try Data(contentsOf: place.file("output/a.svg")).starts(with: Data("<?xml".utf8)))
        let outside = try FileManager.default.contentsOfDirectory(atPath: place.place("outside"))
        #expect(outside == ["secret.txt"])
        #expect(client.render(more + #","overwrite":1"#).failed)
    }

    @Test(arguments: ["../../outside/x", "/etc/x", ".hidden", "a/b", "..", "a\\u0000b", "-rf", ""])
    func namesOfFilesAreHarmless(name: String) throws {
        var client = try client("2025-11-25")
        let called = client.render(#""format":"svg","filename":"\#(name)""#)
        let link = try #require(called.link, "\(called.result)")
        #expect(link.deletingLastPathComponent().lastPathComponent == "output")
        #expect(!link.lastPathComponent.hasPrefix("."))
        let outside = try FileManager.default.contentsOfDirectory(atPath: place.place("outside"))
        #expect(outside == ["secret.txt"])
    }

    @Test func nothingOutsideTheFoldersIsRead() throws {
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: place.place("exports/" + name), withDestinationPath: target)
        }
        try link("link.txt", to: place.place("outside/secret.txt"))
        try link("folder", to: place.place("outside"))
        try link("device.txt", to: "/dev/zero")
        try #require(unsafe mkfifo(place.place("exports/pipe.txt"), 0o644) == 0)
        var client = try client()
        let secret = place.place("outside/secret.txt")
        for path in [
            secret, "../outside/secret.txt", "link.txt", "folder/secret.txt", "folder",
            "device.txt", "pipe.txt", "/dev/zero", "/etc/passwd", "/", "..", "file://" + secret,
            "chat.txt/", "chat.txt/../../outside/secret.txt", "missing.txt", "", "chat.txt\\u0000",
            "\(place.place("exports"))/../outside/secret.txt", "\(place.path)", "/proc/self/fd/0",
        ] {
            for tool in ["render", "import", "chats", "validate", "verify"] {
                let called = client.call(tool, #"{"file":"\#(path)"}"#)
                #expect(called.failed, "\(tool) \(path): \(called.result)")
                #expect(!called.text.contains("swordfish"))
            }
        }
        // Whether a file outside exists is not told.
        let texts = [secret, place.place("outside/none.txt")].map {
            client.call("import", #"{"file":"\#($0)"}"#).text.replacing($0, with: "")
        }
        #expect(texts[0] == texts[1])
        // A link that stays inside is followed.
        try link("inside.txt", to: place.place("exports/chat.txt"))
        for path in ["inside.txt", "chat.txt", place.place("exports/chat.txt"), "./chat.txt"] {
            #expect(!client.call("import", #"{"file":"\#(path)"}"#).failed, "\(path)")
        }
        // A folder is an export; its links are left out.
        let whole = client.call("chats", #"{"file":"."}"#).json["chats"] as? [[String: Any]]
        #expect(whole?.compactMap { $0["name"] as? String } == ["chat", "inside"])
    }

    @Test func faultsNameTheArgumentThatHelps() throws {
        let account =
            #"{"personal_information":{"user_id":9},"chats":{"list":["#
            + ["Ben", "Ida"].map {
                #"{"name":"\#($0)","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","#
                    + #""date":"2026-05-31T09:40:00","from":"\#($0)","from_id":"u","text":"Hi"}]}"#
            }.joined(separator: ",") + "]}}"
        try place.write(account, to: "exports/account.json")
        var client = try client()
        let chats = client.call("chats", #"{"file":"account.json"}"#).json["chats"]
        #expect(
            (chats as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["Ben", "Ida"])
        let several = client.call("render", #"{"file":"account.json"}"#)
        #expect(
            several.failed && several.text.contains(#"Set "chat" to "Ben"."#), "\(several.text)")
        #expect(!several.text.contains("--chat") && !several.text.contains("Type:"))
        #expect(!client.call("render", #"{"file":"account.json","chat":"Ida"}"#).failed)
        for (tool, arguments, words) in [
            (
                "validate", #"{"conversation":{"messages":[{"text":"Hi","at":"soon"}]}}"#,
                "/messages/0/at"
            ),
            ("render", #"{"conversation":["Hi"],"theme":"whatsap"}"#, #"did you mean "whatsapp"?"#),
            (
                "render",
                #"{"conversation":["Hi"],"x":"\#(String(repeating: "a", count: 1 << 20))"}"#,
                "has more than"
            ),
            ("render", "{}", #""conversation" or "file""#), ("import", "{}", #""file" is missing"#),
            ("import", #"{"conversation":["Hi"]}"#, "instead of a"),
            ("render", #"{"conversation":["Hi"],"file":"chat.txt"}"#, "either"),
            ("render", #"{"conversation":7}"#, #""conversation" must be"#),
            ("render", #"{"file":7}"#, #""file" must be"#),
            ("verify", #"{"file":"chat.txt"}"#, "PDF"),
            ("chats", #"{"file":"chat.txt","theme":"sms"}"#, #""theme""#),
        ] {
            let called = client.call(tool, arguments)
            #expect(called.failed && called.text.contains(words), "\(tool): \(called.text)")
        }
    }

    @Test func evidenceIsVerifiedWhereItWasWritten() throws {
        var client = try client("2025-11-25")
        let made = client.call(
            "render", #"{"file":"chat.txt","format":"pdf","profile":"evidence","filename":"e"}"#)
        #expect(made.link?.lastPathComponent == "e.pdf", "\(made.text)")
        #expect(
            client.call("verify", #"{"file":"e.pdf"}"#).json["verdict"] as? String == "identical")
        let wrong = client.call("verify", #"{"file":"e.pdf","chain":"00ff"}"#)
        #expect(wrong.json["verdict"] as? String == "changed")
    }

    // MARK: - Resources and prompts

    @Test func resourcesAreTheSchemaAndTheThemes() throws {
        var client = try client()
        let listed = client.result("resources/list")["resources"] as? [[String: Any]] ?? []
        let uris = listed.compactMap { $0["uri"] as? String }
        let themes = try InProcessService.environment.get().jobBuilder.themes.names
        #expect(
            uris == ["chatprint://schema", "chatprint://themes"]
                + themes.map { "chatprint://themes/" + $0 })
        for uri in uris {
            let read = client.result("resources/read", #"{"uri":"\#(uri)"}"#)
            let contents = read["contents"] as? [[String: Any]] ?? []
            let text = contents.first?["text"] as? String ?? ""
            #expect(contents.count == 1 && !Client.object(Array(text.utf8)).isEmpty, "\(uri)")
        }
        let templates = client.result("resources/templates/list")["resourceTemplates"]
        #expect((templates as? [Any])?.count == 1)
    }

    @Test func thePromptRendersTheSession() throws {
        var client = try client()
        let prompts = client.result("prompts/list")["prompts"] as? [[String: Any]]
        #expect(prompts?.compactMap { $0["name"] as? String } == ["session-as-pdf"])
        let prompt = client.result(
            "prompts/get", #"{"name":"session-as-pdf","arguments":{"theme":"print"}}"#)
        let messages = prompt["messages"] as? [[String: Any]]
        let text = (messages?.first?["content"] as? [String: Any])?["text"] as? String ?? ""
        #expect(text.contains(#""print""#) && text.contains("`render`"))
        // The conversation that it describes is valid.
        let example = try #require(text.firstMatch(of: #/\{"title".*?\]\}/#)).output
        let called = client.call("validate", #"{"conversation":\#(example)}"#)
        #expect(called.json["warning_count"] as? Int == 0, "\(called.text)")
    }

    /// A service that shares the workers would drop requests that have waited as long.
    @Test func aCallThatWaitsForAWorkerIsNotDropped() async throws {
        let environment = try InProcessService.ownEnvironment()
        let pool = environment.pool
        let (started, hold) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // Large jobs occupy all workers but one.
        for _ in 0..<max(1, pool.size - 1) {
            _ = pool.submit(isSmall: false) { _ in
                started.signal()
                hold.wait()
            }
            started.wait()
        }
        async let answer = Self.value(in: environment)
        while pool.queued == 0 { await Task.yield() }
        pool.expire(queuedUpTo: DispatchTime.now().uptimeNanoseconds)
        for _ in 0..<pool.size { hold.signal() }
        #expect(try await answer == 7)
        pool.close()
        #expect(throws: Explanation.self) { try environment.onWorker { _ in 7 } }
    }

    private static func value(in environment: RenderEnvironment) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try environment.onWorker { _ in 7 } }) }
                .start()
        }
    }

    // MARK: - The process

    @Test func theCommandSpeaksOnlyTheProtocol() throws {
        let lines = [
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "", "{",
            #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\#(String(repeating: "a", count: 9_000))"}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"render","arguments":{"conversation":["Hi"]}}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"pi"#,
        ]
        let result = try RunningService.run(
            [
                "CHATPRINT_BODY_BYTES=8192", RunningService.executable.path, "mcp", "--folder",
                place.place("exports"),
            ], input: Data(lines.joined(separator: "\n").utf8))
        #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
        let answers = result.output.split(separator: 0x0A).map { Client.object(Array($0)) }
        let codes = answers.map { ($0["error"] as? [String: Any])?["code"] as? Int }
        #expect(codes == [nil, -32_700, -32_600, nil, -32_700])
        #expect(answers.map { $0["id"] as? Int } == [0, nil, nil, 2, nil])
    }

    @Test func aClosedOutputEndsTheCommandQuietly() throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let input = try place.write(
            Array(repeating: ping, count: 20_000).joined(separator: "\n"), to: "lines")
        let program = RunningService.executable.path
        let result = try RunningService.run(
            ["bash", "-c", "'\(program)' mcp < '\(input)' | head -1; echo ${PIPESTATUS[0]}"])
        #expect(String(decoding: result.output, as: UTF8.self).hasSuffix("}\n0\n"))
        #expect(result.errors.isEmpty, "\(result.errors)")
        let missing = try RunningService.program(["mcp", "--folder", place.place("none")])
        #expect(missing.code == 74 && missing.errors.contains("none is not a readable folder"))
    }
}

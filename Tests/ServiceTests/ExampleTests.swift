import Foundation
import TestKeys
import Testing

@testable import chatprint

/// As printed, in order.
@Suite struct ExampleTests {
    private static let root = RunningService.root
    private static let folder = root.appendingPathComponent("config/examples")

    /// The lines of examples that cannot run here, by their beginning, and why.
    private static let unrun = [
        ("script/", "builds the program that these tests run"),
        ("swift build", "builds the program that these tests run"),
        ("swift test", "runs these tests"), (".ci/run", "runs these tests"),
        ("CHATPRINT_RECORD=1 script/test", "runs these tests"),
        ("git diff", "needs a checkout with changes"),
        ("docker ", "needs a container engine; script/image builds and tests the image"),
        ("kubectl ", "needs a cluster; script/check-deploy checks the files"),
        ("CACHE_MB=64 CHATPRINT_1", "script/check-deploy runs HAProxy"),
        ("mkdir -p /var/cache/nginx", "script/check-deploy runs nginx"),
        ("config/pipelines/parallel.sh", "needs GNU parallel; PipelineTests runs it"),
        ("spark-submit", "needs Spark; PipelineTests runs its worker"),
        ("exec curl -sf -H 'Content-Type: application/timestamp-query'", "asks an authority"),
        ("curl -so ca/root.crt https://", "asks an authority"),
        ("openssl ocsp", "asks an authority"), (#".package(url: "…"#, "has no public address yet"),
        ("chatprint open ", "runs until its page is closed; OpenTests run it"),
        ("chatprint chats BACKUP", "needs a phone; PhoneBackupTests read a backup"),
        ("chatprint render BACKUP", "needs a phone; PhoneBackupTests read a backup"),
        ("chatprint batch BACKUP", "needs a phone; PhoneBackupTests read a backup"),
        ("chatprint batch conversations.json", "needs an account; AccountBatchTests read some"),
        ("chatprint batch account.zip", "needs an account; AccountBatchTests read some"),
        ("curl --data-binary @conversations.json", "needs an account; AccountBatchTests read some"),
        ("chatprint render result.json --split-by chat", "needs an account"),
    ]

    /// A fenced block. A prefix of spaces is part of the list around it.
    private struct Block {
        let language: String
        let lines: [String]
        var text: String { lines.joined(separator: "\n") + "\n" }
    }

    private static func blocks(of document: String) throws -> [Block] {
        let text = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
        return text.matches(of: #/(?ms)^( *)```(\w*)\n(.*?)\n *```$/#).map { match in
            let indent = match.output.1.count
            return Block(
                language: String(match.output.2),
                lines: match.output.3.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { String($0.dropFirst(indent)) })
        }
    }

    /// The folder .github is part of the repository but not of the image's build context.
    private static let documents: [String] = ["", "config", "Sources", ".github"].flatMap {
        folder -> [String] in
        let start = root.appendingPathComponent(folder)
        guard !folder.isEmpty else { return ["README.md"] }
        let found = FileManager.default.enumerator(atPath: start.path)
        return (found?.allObjects ?? []).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".md") }.map { folder + "/" + $0 }
    }.filter { (try? blocks(of: $0).contains { !$0.language.isEmpty }) ?? true }.sorted()

    private static func reason(_ line: String) -> String? {
        unrun.first { line.trimmingCharacters(in: .whitespaces).hasPrefix($0.0) }?.1
    }

    @Test func everyReasonIsUsed() throws {
        guard FileManager.default.fileExists(atPath: Self.root.path + "/.github") else { return }
        let lines = try Self.documents.flatMap { try Self.blocks(of: $0).flatMap(\.lines) }
        for (start, why) in Self.unrun {
            #expect(
                lines.contains { $0.trimmingCharacters(in: .whitespaces).hasPrefix(start) },
                "\(start): \(why)")
        }
    }

    @Test(arguments: documents)
    func examplesOfDocumentsWork(document: String) throws {
        let place = try ExamplePlace()
        let service = try InProcessService()
        // RecipeTests runs the programs.
        let isRunElsewhere = document == "config/docs/recipes.md"
        for block in try Self.blocks(of: document) {
            let lines = block.lines.filter { Self.reason($0) == nil }
            switch block.language {
            case "sh": try place.run(lines, in: document)
            case "json", "jsonc": try Self.expectValid(block, in: document, by: service, place)
            case "html", "markdown": try Self.expectPicture(block, in: document, by: service)
            case "js", "php", "yaml": #expect(isRunElsewhere, "\(document): \(block.text)")
            case "python" where isRunElsewhere: break
            case "python": try place.check(block.text, in: document)
            case "swift": try Self.expectCompiled(lines, in: document)
            case "": break
            default: Issue.record("\(document): \(block.language) is not run")
            }
        }
    }

    /// Conversations, and themes in one, without warnings about anything but the test's fonts.
    private static func expectValid(
        _ block: Block, in document: String, by service: InProcessService, _ place: ExamplePlace
    ) throws {
        var text = block.text.replacing(#/(?m) {2,}\/\/.*$/#, with: "")
        guard !text.contains(#""mcpServers""#) else { return try expectServer(text, in: document) }
        let isConversation = text.contains(#""messages""#)
        if !isConversation { text = #"{"messages":["Hi!"],"theme":\#(text)}"# }
        let names = text.matches(of: #/"file": "([^"]+)"/#).map { String($0.output.1) }
        if isConversation, names.isEmpty { try place.use(text) }
        let form =
            [(name: "conversation", content: Data(text.utf8))]
            + names.map { (name: $0, content: place.picture) }
        let valid = try service.post(form: form, to: "/validate")
        let facts = try JSONSerialization.jsonObject(with: valid.body) as? [String: Any]
        let warnings = (facts?["warnings"] as? [[String: Any]])?.filter {
            ($0["kind"] as? String)?.hasPrefix("missing-") != true
                && $0["kind"] as? String != "redaction"
        }
        #expect(
            valid.status == 200 && warnings?.isEmpty == true,
            "\(document): \(text)\(valid.text)")
        let answer = try service.post(form: form, to: "/render")
        #expect(answer.status == 200, "\(document): \(text)\(answer.text)")
    }

    /// The settings of a client that starts this program.
    private static func expectServer(_ text: String, in document: String) throws {
        struct Clients: Decodable {
            struct Server: Decodable { let command: String, args: [String] }
            let mcpServers: [String: Server]
        }
        let clients = try JSONDecoder().decode(Clients.self, from: Data(text.utf8))
        for server in clients.mcpServers.values {
            let name = try #require(server.args.first)
            #expect(server.command == "chatprint" && name == "mcp", "\(document)")
            _ = try Arguments(
                Array(server.args.dropFirst()), of: try CommandList.entry(name).description)
        }
    }

    private static func expectPicture(
        _ block: Block, in document: String, by service: InProcessService
    ) throws {
        let targets = block.text.replacing("&amp;", with: "&")
            .matches(of: #/https?:\/\/[^\/]+(\/[^)"]+)/#)
        #expect(!targets.isEmpty, "\(document): \(block.text)")
        for target in targets {
            let answer = try service.get(String(target.output.1))
            #expect(answer.status == 200, "\(document): \(answer.text)")
        }
    }

    /// `ChatprintTests` compiles and runs the same lines.
    private static func expectCompiled(_ lines: [String], in document: String) throws {
        // Contributing shows how a comment is written, with a property of the program.
        guard !document.hasSuffix("CONTRIBUTING.md") else { return }
        let file = root.appendingPathComponent("Tests/ChatprintTests/RenderingTests.swift")
        let tested = try String(contentsOf: file, encoding: .utf8).filter { !$0.isWhitespace }
        for line in lines where !line.hasPrefix(".product") {
            let isTested = tested.contains(line.filter { !$0.isWhitespace })
            #expect(line.isEmpty || isTested, "\(document): \(line)")
        }
    }

    @Test(arguments: [
        (["sh"], "render.sh"), (["python3"], "render.py"), (["node"], "render.mjs"),
        (["go", "run"], "render.go"), (["swift"], "render.swift"),
    ])
    func examplesPostAConversationAndSaveAPicture(program: [String], name: String) throws {
        guard hasProgram(program[0]) else { return }
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

    /// The check of evidence in `config/evidence/README.md` writes numbers as RFC 8785 requires.
    @Test func theDocumentedCheckWritesNumbersLikeECMAScript() throws {
        let file = RunningService.root.appendingPathComponent("config/evidence/README.md")
        let guide = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(guide.firstRange(of: "def canonical(v):")).lowerBound
        let end = try #require(guide[start...].firstRange(of: "\nfiles = ")).lowerBound
        let script =
            "import json, sys\nfrom decimal import Decimal\n" + guide[start..<end]
            + "\nprint(canonical(json.load(sys.stdin)))"
        let numbers =
            "[0, -0.0, 12, 4.50, 52.520008, -1e-7, 1.5e-10, 0.000001, 9007199254740993, "
            + "1e20, 123e25, true, null]"
        let result = try RunningService.run(["python3", "-c", script], input: Data(numbers.utf8))
        #expect(
            String(decoding: result.output, as: UTF8.self)
                == "[0,0,12,4.5,52.520008,-1e-7,1.5e-10,0.000001,9007199254740992,"
                + "100000000000000000000,1.23e+27,true,null]\n", "\(result.errors)")
    }
}

/// A folder with the files that examples name, and the services that they start.
private final class ExamplePlace {
    let folder: TemporaryFolder
    /// A picture for every name in a conversation.
    let picture: Data
    /// By the documented port.
    private var services: [String: RunningService]
    private var hasTalk = false

    init() throws {
        folder = try TemporaryFolder()
        let service = try RunningService()
        services = ["8080": service]
        picture = try service.post(#"["red"]"#, to: "/render.png").body
        for name in ["bin", "exports", "ca"] {
            try FileManager.default.createDirectory(
                at: folder.file(name), withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            at: folder.file("bin/chatprint"), withDestinationURL: RunningService.executable)
        // Without --fail, curl succeeds with any response.
        try write(
            "bin/curl", "#!/bin/sh\nPATH=${PATH#*:}; exec curl -fsS \"$@\"\n",
            permissions: 0o755)
        try write("talk.json", #"{"messages":["Hi!","Hello"]}"#)
        let chat = "31/05/2026, 09:40 - Ben: Hallo\n31/05/2026, 09:41 - Ana: Hi\n"
        try write("_chat.txt", chat)
        try write("exports/chat.txt", chat)
        // Exports of one talk, which are recognized by their contents.
        for name in ["Ben may.zip", "ana.zip", "a.zip"] { try write(name, chat) }
        let later = chat + "01/06/2026, 09:42 - Ben: See you\n"
        for name in ["Ben june.zip", "ben.zip", "b.zip"] { try write(name, later) }
        try folder.write(
            RunningService.file("Tests/Fixtures/Imports/agents/session.jsonl"),
            to: ".claude/projects/demo/session.jsonl")
        let made = try RunningService.run(
            ["zip", "-qm", "WhatsApp Chat - Ben.zip", "_chat.txt"], folder: folder.url)
        #expect(made.code == 0, "\(made.errors)")
    }

    private func write(_ name: String, _ text: String, permissions: Int = 0o644) throws {
        try Data(text.utf8).write(to: folder.file(name))
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: folder.place(name))
    }

    /// The first conversation of a document is the `talk.json` of its commands.
    func use(_ talk: String) throws {
        guard !hasTalk else { return }
        hasTalk = true
        try write("talk.json", talk)
    }

    private func writeKeys() throws {
        guard !folder.names.contains("key.pem") else { return }
        let authority = try TestKeys.shared.get().authority()
        for (name, source) in [("key.pem", "signer.key"), ("chain.pem", "signer.pem")] {
            try Data(authority.bytes(source)).write(to: folder.file(name))
        }
        for (name, bytes) in [
            ("root.crl", try authority.list(by: "root")),
            ("signer.ocsp", try authority.response()), ("root.pem", authority.bytes("root.crt")),
        ] { try Data(bytes).write(to: folder.file("ca/" + name)) }
        try write("stamp", "#!/bin/sh\nexec '\(authority.path("stamp"))'\n", permissions: 0o755)
        try write("words", "three words\n")
        let made = try RunningService.run(
            [
                "openssl", "pkcs12", "-export", "-inkey", "key.pem", "-in", "chain.pem", "-out",
                "key.p12", "-passout", "file:words",
            ], folder: folder.url)
        #expect(made.code == 0, "\(made.errors)")
    }

    /// Runs a block in the shell. Services start in this process, on free ports.
    func run(_ lines: [String], in document: String) throws {
        if lines.contains(where: { $0.contains("key.p") }) { try writeKeys() }
        var script = ""
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let start = words.firstIndex { !$0.contains("=") }
            guard let start, words[start...].starts(with: ["chatprint", "serve"]) else {
                script += line + "\n"
                continue
            }
            var flags = Array(words[(start + 2)...].prefix { !$0.hasPrefix("#") && $0 != "&" })
            var port = "8080"
            if let name = flags.firstIndex(of: "--port") {
                port = flags[name + 1]
                flags.removeSubrange(name...name + 1)
            }
            services[port] = try RunningService(
                flags, under: ["env"] + words[..<start], folder: folder.url)
        }
        for (port, service) in services {
            script = script.replacing("localhost:" + port, with: "127.0.0.1:\(service.port)")
                .replacing("--port " + port, with: "--port \(service.port)")
        }
        guard script.contains(where: { !$0.isWhitespace }) else { return }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let home = script.contains("~/") ? ["HOME=" + folder.url.path] : []
        let result = try RunningService.run(
            home + [
                "PATH=\(folder.place("bin")):\(path)", "bash", "-euo", "pipefail", "-c", script,
            ], folder: folder.url)
        #expect(result.code == 0, "\(document): \(script)\(result.errors)")
    }

    /// Runs a check of `talk.pdf`, if its libraries are installed.
    func check(_ script: String, in document: String) throws {
        try write("check.py", script)
        let imports = script.split(separator: "\n").filter { $0.contains("import ") }
        let isThere = try RunningService.run(
            ["python3", "-c", imports.joined(separator: "\n")], folder: folder.url)
        guard isThere.code == 0 else { return }
        let result = try RunningService.run(
            ["python3", "check.py", "talk.pdf"], folder: folder.url)
        #expect(result.code == 0, "\(document): \(result.errors)")
    }
}

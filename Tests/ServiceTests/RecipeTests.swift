import Foundation
import Testing

@testable import Service

/// Runs the programs of `config/docs/recipes.md` as printed, against a stand-in of the messengers,
/// and the signers of `config/examples`. `ExampleTests` runs the lines of the shell.
@Suite struct RecipeTests {
    private static let root = RunningService.root
    private static let recipes = Result {
        try String(
            contentsOf: root.appendingPathComponent("config/docs/recipes.md"), encoding: .utf8)
    }

    /// The first block of a language below a heading.
    private static func block(_ language: String, below heading: String) throws -> String {
        let text = try recipes.get()
        let start = try #require(text.firstRange(of: "\n## \(heading)\n")).upperBound
        let end = text[start...].firstRange(of: "\n## ")?.lowerBound ?? text.endIndex
        let section = text[start..<end]
        let first = try #require(section.firstRange(of: "\n```\(language)\n")).upperBound
        let last = try #require(section[first...].firstRange(of: "\n```")).lowerBound
        return String(section[first..<last]) + "\n"
    }

    private struct Outcome {
        let code: Int32
        /// The requests that the stand-in received.
        let requests: [String]
        let output: Data
        let errors: String
    }

    /// - Parameter path: follows the stand-in's address in `API`.
    private static func run(
        _ language: String, below heading: String, at path: String, input: String = ""
    ) throws -> Outcome {
        let service = try RunningService()
        let folder = try TemporaryFolder()
        let (program, name) =
            language == "python" ? ("python3", "recipe.py") : ("node", "recipe.mjs")
        try folder.write(block(language, below: heading), to: name)
        let messengers = root.appendingPathComponent("Tests/Fixtures/Recipes/messengers.py").path
        let result = try RunningService.run(
            ["SERVICE=" + service.address, "python3", messengers, path, program, name],
            input: Data(input.utf8), folder: folder.url)
        let requests = String(decoding: result.output, as: UTF8.self)
            .replacing(#/length=\d+/#, with: "length=N")
        return Outcome(
            code: result.code, requests: requests.split(separator: "\n").map(String.init),
            output: try Data(contentsOf: folder.file("output")), errors: result.errors)
    }

    /// By heading: the path of the interface, and the requests.
    private static let bots: [String: (path: String, requests: [String])] = [
        "a picture in a Telegram bot": (
            "", ["POST /botsecret/sendPhoto chat_id=42 photo=chat.png:image/png:png"]
        ),
        "a picture in a Discord bot": (
            "/api/v10",
            [
                #"POST /api/v10/channels/42/messages Bot secret payload_json={"content": "Our chat"} "#
                    + "files[0]=chat.png:image/png:png"
            ]
        ),
        "a picture in a Slack app": (
            "/api",
            [
                "POST /api/files.getUploadURLExternal Bearer secret filename=chat.png length=N",
                "POST /upload/1 png",
                #"POST /api/files.completeUploadExternal Bearer secret files=[{"id": "F1"}] "#
                    + "channel_id=42",
            ]
        ),
    ]

    @Test(arguments: bots.keys.sorted(), ["python", "js"])
    func botsSendAPicture(heading: String, language: String) throws {
        guard hasProgram(language == "python" ? "python3" : "node") else { return }
        let bot = try #require(Self.bots[heading])
        let outcome = try Self.run(language, below: heading, at: bot.path)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.requests == bot.requests)
    }

    @Test func requestsOfQuoteAPIBecomeStickers() throws {
        guard hasProgram("node") else { return }
        let outcome = try Self.run(
            "js", below: "what quote-api did", at: "",
            input: """
                {"type": "quote", "format": "webp", "backgroundColor": "#1b1429", "width": 512,
                 "height": 768, "scale": 2, "messages": [
                   {"entities": [{"type": "bold", "offset": 0, "length": 3}], "avatar": true,
                    "from": {"id": 1, "name": "Mike", "photo": {"url": "{API}/files/dot.png"}},
                    "text": "Hey", "replyMessage": {"name": "Ana", "text": "Hi", "chatId": 2}}]}
                """)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.requests == ["GET /files/dot.png"])
        #expect(outcome.output.starts(with: Data("RIFF".utf8)))
    }

    @Test func aChannelBecomesAPage() throws {
        guard hasProgram("node") else { return }
        let outcome = try Self.run("js", below: "what discord-html-transcripts did", at: "/api/v10")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let channel = "GET /api/v10/channels/42"
        #expect(
            outcome.requests == [
                channel + "/messages?limit=100 Bot secret",
                channel + "/messages?limit=100&before=1002 Bot secret",
                channel + "/messages?limit=100&before=1000 Bot secret",
                "GET /files/dot.png", channel + " Bot secret",
            ])
        let page = String(decoding: outcome.output, as: UTF8.self)
        for part in [
            "#general", "<strong>0</strong>", "<strong>101</strong>", "notes.txt", "@Ben",
            "Ticket closed",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(page.contains("data:image/png;base64,"))
    }

    @Test func fencesOfMkDocsBecomePictures() throws {
        let service = try RunningService()
        let folder = try TemporaryFolder()
        let hook = try Self.block("python", below: "a chat in Markdown documentation")
        try folder.write(hook, to: "chat.py")
        let talk = "Ben: Still on for Sunday?\nAna: <Yes>\n"
        let fences = ["~~~", "```"].map {
            "\($0)chat theme=whatsapp me=Ana width=390\n\(talk)\($0)\n"
        }
        let code = "```sh\nchat\n```\n"
        let made = try RunningService.run(
            [
                "SERVICE=" + service.address, "python3", "-c",
                "import chat, sys; print(chat.on_page_markdown(sys.stdin.read(), page=None), end='')",
            ], input: Data((fences[0] + code + fences[1]).utf8), folder: folder.url)
        #expect(made.code == 0, "\(made.errors)")
        let drawn = try service.curl(
            "/render.svg?from=text&theme=whatsapp&me=Ana&width=390",
            ["-H", "Content-Type: text/plain"], body: Data(talk.utf8))
        #expect(drawn.status == 200)
        let picture =
            #"<img class="chat" alt="Ben: Still on for Sunday? – Ana: &lt;Yes&gt;" "#
            + #"src="data:image/svg+xml;base64,\#(drawn.body.base64EncodedString())">"# + "\n"
        #expect(String(decoding: made.output, as: UTF8.self) == picture + code + picture)
    }

    /// A block that no test names would go stale.
    @Test func everyProgramIsRun() throws {
        let languages = try Self.recipes.get().matches(of: #/(?m)^```(\w+)$/#)
            .map { String($0.output.1) }
        let counts = Dictionary(grouping: languages) { $0 }.mapValues(\.count)
        #expect(counts.filter { $0.key != "sh" } == ["python": 4, "js": 5, "php": 1, "yaml": 1])
    }

    // MARK: - Signatures

    private static let target = "/render.png?m=Hi!&m=Caf%C3%A9&theme=whatsapp"
    private static let signature = "5ljqi6j7gvOBwuE5FuGbYVrItd6D_jyKsbcHyGOQAhg"
    private static let signed = "\(target)&expires=4102444800&sig=\(signature)"

    @Test(arguments: [
        (["sh"], "sign.sh"), (["python3"], "sign.py"), (["node"], "sign.mjs"),
        (["go", "run"], "sign.go"), (["php"], "sign.php"), (["ruby"], "sign.rb"),
        (["java"], "sign.java"), (["mono"], "sign.cs"),
    ])
    func signersAgree(program: [String], name: String) throws {
        guard hasProgram(program[0]) else { return }
        let folder = try TemporaryFolder()
        var file = Self.root.appendingPathComponent("config/examples/\(name)").path
        if name == "sign.cs" {
            guard hasProgram("mcs") else { return }
            let built = try RunningService.run(["mcs", "-out:sign.exe", file], folder: folder.url)
            #expect(built.code == 0, "\(built.errors)")
            file = "sign.exe"
        }
        let cache = ["GOCACHE=" + folder.file("go").path]
        let made = try RunningService.run(cache + program + [file], folder: folder.url)
        #expect(made.code == 0, "\(made.errors)")
        #expect(String(decoding: made.output, as: UTF8.self) == Self.signed + "\n")
        // A path without a query, and a key that is not ASCII.
        let talk = "/render.svg/WyJIaSJd"
        let other = try RunningService.run(
            cache + program + [file, talk, "a key/+é", "1999999999"], folder: folder.url)
        let expected = try #require(
            SignedAddress.signed(talk, key: "a key/+é", expires: 1_999_999_999))
        #expect(String(decoding: other.output, as: UTF8.self) == expected + "\n")
    }

    @Test func theServiceAcceptsTheTestVector() throws {
        let known = SignedAddress.signed(Self.target, key: "secret", expires: 4_102_444_800)
        #expect(known == Self.signed)
        let closed = try InProcessService(["--url-keys", "secret"])
        #expect(try closed.get(Self.signed).status == 200)
        #expect(try closed.get(Self.signed.replacing("C3", with: "C4")).status == 403)
        for document in ["config/docs/recipes.md", "config/REQUESTS.md"] {
            let text = try String(
                contentsOf: Self.root.appendingPathComponent(document), encoding: .utf8)
            #expect(text.contains(Self.target) && text.contains(Self.signature), "\(document)")
        }
        let php = try String(
            contentsOf: Self.root.appendingPathComponent("config/examples/sign.php"),
            encoding: .utf8)
        let block = try Self.block("php", below: "signed picture URLs in PHP, Java, Ruby, C# or Go")
        #expect(php.contains(block))
    }
}

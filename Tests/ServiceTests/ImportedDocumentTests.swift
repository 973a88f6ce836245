import Foundation
import Rendering
import Testing

/// Unmodified exports, rendered with one request: the document holds the messages.
@Suite struct ImportedDocumentTests {
    private static let fixtures = RunningService.root
        .appendingPathComponent("Tests/Fixtures/Imports")

    /// A line of exports.txt: the fixture, its importer, the query, and words of its messages.
    private struct Export: CustomTestStringConvertible {
        let path: String
        let importer: String
        let query: String
        let words: [String]
        var testDescription: String { path }

        init(_ line: Substring) {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            (path, importer, query) = (parts[0], parts[1], parts[2])
            words = Array(parts[3...])
        }

        /// The content of the file, or of the folder as a ZIP.
        var content: Data {
            get throws {
                let url = ImportedDocumentTests.fixtures.appendingPathComponent(path)
                let facts = try url.resourceValues(forKeys: [.isDirectoryKey])
                return try facts.isDirectory == true ? zip(url) : Data(contentsOf: url)
            }
        }
    }

    private static let exports: [Export] = {
        let file = try? RunningService.file("Tests/Fixtures/Documents/exports.txt")
        return String(decoding: file ?? Data(), as: UTF8.self).split(separator: "\n").map {
            Export($0)
        }
    }()

    /// The document holds the messages; the numbers of its tables, the conversation and the manifest
    /// agree, and a redraw is identical.
    @Test(arguments: exports)
    private func everyFormatRendersAnEvidenceDocument(export: Export) throws {
        let service = try InProcessService()
        let from = export.query.hasPrefix("from=") ? "" : "from=auto&"
        let answer = try service.render(
            export.content, to: "/render.pdf?profile=evidence&" + from + export.query)
        #expect(answer.header("chatprint-importer") == export.importer)
        let sum = try EvidenceSum(answer.body)
        let text = sum.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for word in export.words { #expect(text.contains(word), "\(word) in \(text)") }
        try sum.check()
        let verified = try service.verify(answer.body).text
        #expect(verified.contains(#""verdict":"identical""#), "\(verified)")
    }

    /// The table above has every importer, and the documentation describes them.
    @Test func everyImporterIsCoveredAndDocumented() throws {
        let guide = String(
            decoding: try RunningService.file("config/imports/README.md"), as: UTF8.self)
        let list = try InProcessService().get("/importers").json["importers"]
        let importers = try #require(list as? [[String: String]])
        #expect(importers.count >= 15)
        for importer in importers {
            let (name, title) = (importer["name"] ?? "?", importer["description"] ?? "?")
            #expect(Self.exports.contains { $0.importer == name }, "\(name)")
            #expect(guide.contains("| `\(name)` | \(title) |"), "\(name)")
        }
    }

    @Test func fullWhatsAppArchiveRendersADocument() throws {
        let folder = try TemporaryFolder()
        let chat = """
            [15.01.24, 10:00:00] Ben: \u{200E}Messages and calls are end-to-end encrypted.
            [15.01.24, 10:06:00] Ana: صباح الخير يا Ben
            \u{200E}[15.01.24, 10:07:00] Ben: \u{200E}<attached: 00000002-PHOTO-2024-01-15-10-07-00.png>
            \u{200E}[15.01.24, 10:08:00] Ana: \u{200E}<attached: 00000003-AUDIO-2024-01-15-10-08-00.opus>
            [15.01.24, 10:09:00] Ben: \u{200E}POLL:
            Where do we eat?
            \u{200E}OPTION: Thai (2 votes)
            \u{200E}OPTION: Pizza (1 vote)
            [15.01.24, 10:10:00] Ana: Pizza it is

            """
        try folder.write(chat, to: "_chat.txt")
        let photo = try RunningService.file("Tests/Fixtures/Pictures/baseline.jpg")
        try folder.write(photo, to: "00000002-PHOTO-2024-01-15-10-07-00.png")
        try folder.write("OggS", to: "00000003-AUDIO-2024-01-15-10-08-00.opus")
        let answer = try service.render(zip(folder.url), to: "/render.pdf?me=Ana")
        #expect(answer.header("chatprint-importer") == "whatsapp")
        let text = try pageText(of: answer.body)
        for word in ["Where do we eat?", "Thai", "Pizza it is", "صباح", "end-to-end"] {
            #expect(text.contains(word), "\(word) in \(text)")
        }
        #expect(try tool(["pdfimages", "-list", "FILE"], on: answer.body).text.contains("jpeg"))
    }

    /// An unsupported photo and a damaged one must not cost the rest of the chat.
    @Test(arguments: [([], 2), (["--heif", "true"], 1)] as [([String], Int)])
    func unreadablePicturesAreLabeled(flags: [String], count: Int) throws {
        let folder = try TemporaryFolder()
        func picture(_ name: String) throws -> Data {
            try RunningService.file("Tests/Fixtures/Pictures/" + name)
        }
        try folder.write(picture("photo.heic"), to: "IMG-20260531-WA0001.heic")
        try folder.write(picture("baseline.jpg").prefix(400), to: "IMG-20260531-WA0002.jpg")
        // The length is complete and the middle is damaged, which only decoding detects.
        var noise = try picture("lossless.webp")
        for index in 25..<37 { noise[index] ^= 0x5A }
        try folder.write(noise, to: "IMG-20260531-WA0003.webp")
        let chat = """
            31/05/2026, 09:40 - Ben: Look
            31/05/2026, 09:41 - Ben: IMG-20260531-WA0001.heic (file attached)
            31/05/2026, 09:42 - Ben: IMG-20260531-WA0002.jpg (file attached)
            31/05/2026, 09:43 - Ben: IMG-20260531-WA0003.webp (file attached)
            31/05/2026, 09:44 - Ana: Nice

            """
        try folder.write(chat, to: "WhatsApp Chat with Ben.txt")
        let zip = try zip(folder.url)
        let service = try InProcessService(flags)
        let answer = try service.render(zip, to: "/render.pdf?me=Ana")
        let text = try pageText(of: answer.body)
        #expect(text.contains("damaged") && text.contains("Nice"), "\(text)")
        #expect(text.components(separatedBy: "damaged").count - 1 == 2, "\(text)")
        #expect(answer.header("chatprint-warnings") == String(count + 2))
        #expect(text.contains("HEIC is disabled") == flags.isEmpty)
        let report = try service.post(zip, to: "/validate?me=Ana").text
        #expect(report.components(separatedBy: "missing-media").count - 1 == count)
        #expect(try service.post(zip, to: "/render.pdf?me=Ana&strict=true").status == 422)
    }

    @Test func timeFiltersApplyToImportsAndRenderings() throws {
        let chat = (1...9).map { "0\($0)/05/2026, 09:40 - Ben: Day \($0)\n" }.joined()
        let text = ["Content-Type: text/plain"]
        for (query, count) in [
            ("after=2026-05-03", 7), ("before=2026-05-03", 2), ("after=2026-05", 9),
            ("after=2026-05-03&before=2026-05-05", 2), ("before=2027", 9),
            ("after=2026-05-03T09:41&timezone=Europe/Berlin&date_order=dmy", 6),
        ] {
            for path in ["/import", "/render.json"] {
                let answer = try service.post(
                    Data(chat.utf8), to: "\(path)?date_order=dmy&\(query)", text)
                #expect(answer.header("chatprint-messages") == String(count), "\(path)?\(query)")
            }
        }
        for query in ["after=soon", "before=2026-13", "after=2030"] {
            #expect(try service.post(Data(chat.utf8), to: "/import?\(query)", text).status == 422)
        }
    }

    @Test func importReportDescribesTheExport() throws {
        let export = try RunningService.file("Tests/Fixtures/Imports/skype/messages.json")
        let whole = try service.render(export, to: "/import?report=true&chat=Ben%20Ito").json
        let report = try #require(whole["report"] as? [String: Any])
        #expect(report["importer"] as? String == "skype")
        #expect((report["entries"] as? [String: Int])?["read"] == 14)
        #expect((report["media"] as? [String: Int])?["missing"] == 2)
        #expect((report["fields_left_out"] as? [String: Int])?["conversationid"] == 15)
        let conversation = try #require(whole["conversation"] as? [String: Any])
        #expect((conversation["messages"] as? [Any])?.count == 14)
        // Without `report`, the response is only the conversation.
        let plain = try service.post(export, to: "/import?chat=Ben%20Ito")
        #expect(plain.text.hasPrefix("{\"") && !plain.text.contains("fields_left_out"))
        #expect(try service.post(export, to: "/import?report=perhaps").status == 422)
    }
}

/// The command lists the choices if the input has several chats or an unknown format.
@Suite struct ChatChoiceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a command says if it fails, with FILE as the name of its input.
    private func failure(_ words: String..., input: String) throws -> String {
        let file = try folder.write(input, to: "input")
        let out = words.contains("-o") || words[0] == "validate" || words[0] == "bench"
        let result = try command(
            [words[0], file] + words.dropFirst() + (out ? [] : ["-o", folder.place("out")]))
        #expect(result.code == 1)
        return result.errors.replacing(file, with: "FILE").replacing(folder.path, with: "FOLDER")
    }

    private func input(_ text: String) throws -> CommandInput {
        try CommandInput(folder.write(text, to: "input"))
    }

    private static func chat(_ id: String, _ title: String, _ texts: [(Int, String)]) -> String {
        let nodes = texts.enumerated().map { index, text in
            #""n\#(index)":{"id":"n\#(index)","parent":"n\#(index - 1)","children":[],"message":{"#
                + #""author":{"role":"user"},"create_time":\#(text.0),"content":{"content_type":"text","#
                + #""parts":["\#(text.1)"]}}}"#
        }
        return
            #"{"id":"\#(id)","title":"\#(title)","current_node":"n\#(texts.count - 1)","mapping":{"#
            + nodes.joined(separator: ",") + "}}"
    }

    private let two =
        "["
        + [
            chat("c1", "Bread", [(1_700_000_000, "How?"), (1_700_100_000, "Thanks")]),
            chat("c2", "Tea \\\"green\\\"", [(1_710_000_000, "Hot?")]),
        ].joined(separator: ",") + "]"

    @Test func chatsAreListedWithMessageCountsAndDates() throws {
        let lines = try input(two).chats()
        #expect(
            lines == [
                "Bread        2 messages  1 person  2023-11-14 to 2023-11-16",
                "Tea \"green\"   1 message  1 person  2024-03-09",
            ])
        let single = "15/01/2024, 10:00 - Ana: Hi\n15/01/2024, 10:01 - Ben: Ho\n"
        #expect(try input(single).chats()[0].contains("2 messages  2 people  2024-01-15"))
        let empty = two.dropLast() + "," + Self.chat("c3", "Nothing", []) + "]"
        let last = try #require(input(String(empty)).chats().last)
        #expect(last.contains("Nothing") && last.contains("0 messages"))
    }

    /// Of two choices, nobody knows which one is meant.
    @Test(arguments: ["chat=Bread&chat=c2", "chat=Bread&from=chatgpt&from=json"])
    func repeatedChoicesAreRejected(query: String) throws {
        #expect(try service.post(two, to: "/render.txt?chat=Bread").status == 200)
        for path in ["/render.txt", "/validate", "/import"] {
            let answer = try service.post(two, to: path + "?" + query)
            #expect(answer.status == 422 && answer.text.contains("only once"), "\(path)")
        }
    }

    @Test func theServiceListsChats() throws {
        let chats = try #require(service.post(two, to: "/chats").json["chats"] as? [[String: Any]])
        #expect(chats.map { $0["name"] as? String } == ["Bread", "Tea \"green\""])
        #expect(chats.map { $0["id"] as? String } == ["c1", "c2"])
        #expect(chats.map { $0["messages"] as? Int } == [2, 1])
        #expect((chats[0]["last"] as? String)?.hasPrefix("2023-11-16") == true)
        #expect(try service.post(two, to: "/chats?from=chatgpt").status == 200)
        #expect(try service.post(two, to: "/chats?chat=Bread").status == 422)
        #expect(try service.post("no chat", to: "/chats").status == 400)
    }

    @Test(arguments: ["render", "import", "validate", "bench"])
    func severalChatsAreListedWithTheirOption(command: String) throws {
        let errors = try failure(command, input: two)
        for words in ["Several chats", "Type: chatprint \(command) FILE ", "--chat \"Bread\""] {
            #expect(errors.contains(words), "\(words) in \(errors)")
        }
        #expect(errors.contains("2 messages  1 person  2023-11-14 to 2023-11-16"))
        #expect(!errors.contains("parameter") && !errors.contains("allowed"))
    }

    @Test func unknownChatsListTheExistingOnes() throws {
        let errors = try failure("render", "--chat", "Cake", input: two)
        for words in ["Unknown chat", "Cake", "Bread"] { #expect(errors.contains(words)) }
    }

    /// A close name is suggested instead of a list, in a line that keeps the output.
    @Test func closestChatAndFormatAreSuggested() throws {
        let chat = try failure("render", "--chat", "Braed", "-o", "a.png", input: two)
        #expect(chat.contains("did you mean \"Bread\"?"), "\(chat)")
        #expect(chat.hasSuffix("Type: chatprint render FILE -o a.png --chat \"Bread\""), "\(chat)")
        let format = try failure("import", "--from", "telegrm", input: two)
        #expect(
            format.hasSuffix("Type: chatprint import FILE -o FOLDER/out --from \"telegram\""),
            "\(format)")
        for errors in [chat, format] { #expect(errors.split(separator: "\n").count == 2) }
        let unknown = try failure("import", "--from", "carrier pigeon", input: two)
        #expect(!unknown.contains("Type: ") && unknown.contains("telegram"))
    }

    /// The recognized format is no reason to reject an export.
    @Test func recognizedExportsPassTheStrictCheck() throws {
        let chat = "31/05/2026, 09:40 - Ben: Hallo\n31/05/2026, 09:41 - Ana: Hi\n"
        #expect(try input(chat).warnings(["me": "Ana", "strict": "true"]) == "read as WhatsApp")
        let guessed = try failure("render", "--strict", input: chat)
        #expect(guessed.contains("is assumed") && !guessed.contains("read as"), "\(guessed)")
    }

    @Test func warningsNameOptions() throws {
        let chat = "01/02/2026, 09:40 - Ben: Hallo\n02/02/2026, 09:41 - Ana: Hi\n"
        for warnings in [try input(chat).warnings(), try input(chat).imported().warnings] {
            for words in ["set --date-order to", "warning: --me is assumed", "set --me to"] {
                #expect(warnings.contains(words), "\(words) in \(warnings)")
            }
        }
        let followed = try input(chat).warnings(["me": "Ana", "date_order": "dmy"])
        #expect(!followed.contains("--me"), "\(followed)")
        let strict = try failure("render", "--strict", input: chat)
        #expect(strict.contains("--date-order") && !strict.contains("`"), "\(strict)")
    }

    @Test func unrecognizedInputListsTheFormats() throws {
        let errors = try failure("render", input: "hello")
        #expect(!errors.contains("GET "))
        for words in ["Unrecognized export format", "whatsapp", "telegram", "--from"] {
            #expect(errors.contains(words), "\(words) in \(errors)")
        }
    }

    @Test func errorsNameOptionsAsTyped() throws {
        let errors = try failure("import", "--date-order", "xyz", input: "hello")
        #expect(errors.contains("--date-order is \"xyz\"") && errors.contains("dmy, mdy, ymd"))
    }
}

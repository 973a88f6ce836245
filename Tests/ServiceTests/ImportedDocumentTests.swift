import Foundation
import Testing

/// Unmodified exports, rendered with one request: the document holds the messages.
@Suite struct ImportedDocumentTests {
    private static let fixtures = RunningService.root
        .appendingPathComponent("Tests/Fixtures/Imports")

    private func words(of pdf: Data) throws -> String {
        let text = try RunningService.run(["pdftotext", "-", "-"], input: pdf).output
        return String(decoding: text, as: UTF8.self)
    }

    /// The content of a file, or of a folder as a ZIP.
    private func export(_ path: String) throws -> Data {
        let url = ImportedDocumentTests.fixtures.appendingPathComponent(path)
        let facts = try url.resourceValues(forKeys: [.isDirectoryKey])
        guard facts.isDirectory == true else { return try Data(contentsOf: url) }
        return try RunningService.run(["zip", "-q", "-r", "-", "."], folder: url).output
    }

    private static let exports: [(String, String, String, [String])] = [
        ("whatsapp/android-us.txt", "", "whatsapp", []),
        ("whatsapp/ios-media.zip", "", "whatsapp", ["Cleo Ray", "+1 555 0100"]),
        ("telegram/personal.json", "", "telegram", ["before the clock went back"]),
        ("signal/export.zip", "chat=Ben%20Ito", "signal", ["hello", "answer"]),
        ("signal/sigtop.txt", "", "signal", []),
        ("slack/workspace.zip", "chat=%23general", "slack", ["has joined the channel"]),
        ("discord/channel.json", "", "discord", ["inside the range", "forwarded words"]),
        ("imessage/Sample Contact.txt", "", "imessage", ["and after a blank line"]),
        ("imessage/export.zip", "", "imessage", ["Dinner", "In the thread"]),
        ("facebook/message_1.json", "", "facebook", ["hé"]),
        (
            "sms/sms-20240101.xml", "chat=%2B1%20(555)%200100", "sms",
            ["second line", "did not go"]
        ),
        ("chatlab/talk.json", "", "chatlab", ["Main Square"]),
        ("rsmf/mail.rsmf", "", "rsmf", ["question", "Collected for a matter"]),
        ("assistants/chatgpt-export.zip", "chat=Bread", "chatgpt", ["loaf"]),
        ("assistants/claude.json", "", "claude", ["Green or black?"]),
        ("agents/session.jsonl", "", "claudecode", ["Right way", "It is empty."]),
        ("agents/codex.jsonl", "", "codex", ["Why is the clock", "One tooth is"]),
        ("agents/gemini.json", "", "geminicli", ["Count the", "boats"]),
        ("kakaotalk/android-english.txt", "", "kakaotalk", ["Hello"]),
        ("skype/messages.json", "chat=Ben%20Ito", "skype", ["Are you there", "Main Square 1"]),
        ("googlechat/takeout.zip", "chat=Ben%20Ito", "googlechat", ["bold and code"]),
        ("hangouts/Hangouts.json", "chat=Ben%20Ito", "hangouts", ["by phone"]),
        ("googlevoice/calls.zip", "chat=Ben%20Ito", "googlevoice", ["An older burst"]),
        ("assistants/openwebui.json", "chat=Knots", "openwebui", ["bowline", "Gladly"]),
        ("assistants/librechat.json", "", "librechat", ["There is none"]),
        ("assistants/deepseek.json", "", "deepseek", ["snowing"]),
        ("assistants/grok.json", "chat=Owls", "grok", ["They hoot"]),
        ("assistants/sharegpt.json", "chat=s1", "sharegpt", ["Four"]),
        ("assistants/langchain.json", "", "langchain", ["A dot"]),
        ("assistants/gemini-api.json", "", "modelapi", ["It falls"]),
        ("assistants/gemini-activity.json", "chat=abc1", "gemini", ["Boil it"]),
        ("wechat/weflow.json", "", "wechat", ["周末"]),
        ("qq/group.txt", "", "qq", ["second line"]),
        ("qq/exporter.json", "", "qq", ["An answer"]),
        ("chatlab/lines.jsonl", "", "chatlab", ["By lines"]),
        ("teams/graph.json", "", "teams", ["Build is red", "A subject"]),
        ("matrix/text.txt", "", "matrix", ["Yes - indeed"]),
        ("snapchat/chat_history.json", "chat=ben.ito", "snapchat", ["Is it you"]),
        ("irc/weechat.txt", "", "irc", ["hello: all"]),
        ("rocketchat/room.json", "", "rocketchat", ["In it"]),
        ("mattermost/export.jsonl", "chat=Town%20Square", "mattermost", ["The lake"]),
        ("zulip/export.zip", "chat=%23harbour", "zulip", ["Who is in", "I am"]),
        ("twitter/archive.zip", "chat=Ben%20Ito", "twitter", ["Are you there", "Boats"]),
        ("linkedin/messages.csv", "chat=Ben%20Ito", "linkedin", ["Do you sail", "Monday"]),
        ("pidgin/logs.zip", "chat=ana@chat.example", "pidgin", ["Answer: yes", "day after"]),
        ("adium/logs.zip", "chat=ana", "adium", ["Nearly", "at lunch"]),
        ("assistants/several.json", "chat=Boats", "openai", ["Name a boat", "Heron"]),
        ("generic/local-dates.json", "", "json", ["Nearly"]),
        ("generic/table.csv", "", "csv", ["Hello, all", "two lines"]),
        ("copied/telegram.txt", "", "copied", ["Good morning!", "at 17:30, fine?"]),
        ("zoom/meeting.zip", "", "zoom", ["I can drive"]),
        ("viber/Ben Okafor.csv", "", "viber", ["Hello, you"]),
        ("mbox/hikers.mbox", "", "mbox", ["From here it is", "flour"]),
        ("slack/dump.json", "", "slack", ["Reply"]),
        ("owndata/tiktok.json", "", "tiktok", ["Is it you"]),
        ("owndata/data.json", "chat=Match%201", "tinder", ["Hi & hello"]),
        ("owndata/discord.zip", "", "discorddata", ["Hello all"]),
        ("line/english.txt", "", "line", ["Good morning", "second "]),
        ("telegram/pages.zip", "", "telegram", ["second line", "Cafe Nord"]),
        ("discord/page.zip", "", "discord", ["Answer", "plan.pdf"]),
        ("facebook/pages.zip", "", "facebook", ["Hello"]),
        ("signal/account.zip", "chat=Hikers", "signal", ["An answer", "When?"]),
        ("assistants/lines.jsonl", "", "openai", ["One?"]),
        ("assistants/openai.json", "from=openai", "openai", ["What is in it?"]),
        ("assistants/native.zip", "", "chatprint", ["Hello"]),
        ("plain/timed.txt", "", "text", ["bye"]),
        ("generic/nested.json", "", "json", ["Third", "in two parts"]),
        ("slack/slackdump.zip", "", "slack", ["Answer 7.2"]),
        ("telegram/simplified.json", "", "telegram", ["it is there"]),
        ("agents/web-session.json", "", "claudecode", ["There are three"]),
    ]

    @Test(arguments: exports)
    func everyFormatRendersADocument(
        path: String, query: String, importer: String, words: [String]
    ) throws {
        let service = try InProcessService()
        let from = query.hasPrefix("from=") ? "" : "from=auto&"
        let answer = try service.post(try export(path), to: "/render.pdf?" + from + query)
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        #expect(answer.header("chatprint-importer") == importer)
        let text = try self.words(of: answer.body)
        for word in words { #expect(text.contains(word), "\(word) in \(text)") }
        #expect(text.count > 10)
    }

    /// The numbers of the tables, the conversation and the manifest agree, and a redraw is identical.
    @Test(arguments: exports)
    func evidenceAddsUp(
        path: String, query: String, importer: String, words: [String]
    ) throws {
        let from = query.hasPrefix("from=") ? "" : "from=auto&"
        let service = try InProcessService()
        let answer = try service.post(
            try export(path), to: "/render.pdf?profile=evidence&" + from + query)
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        try EvidenceSum(answer.body).check()
        let verified = try service.post(
            answer.body, to: "/verify", ["Content-Type: application/pdf"])
        #expect(verified.text.contains(#""verdict":"identical""#), "\(verified.text)")
    }

    /// Checks that the table above has every importer.
    @Test func everyImporterIsCovered() throws {
        let answer = try InProcessService().get("/importers")
        let list = try #require(
            JSONSerialization.jsonObject(with: answer.body) as? [String: [[String: String]]])
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        for importer in list["importers"] ?? [] {
            #expect(source.contains("\"\(importer["name"] ?? "?")\","))
        }
        #expect((list["importers"] ?? []).count >= 15)
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
        try Data(chat.utf8).write(to: folder.file("_chat.txt"))
        let pictures = RunningService.root.appendingPathComponent("Tests/Fixtures/Pictures")
        try FileManager.default.copyItem(
            at: pictures.appendingPathComponent("baseline.jpg"),
            to: folder.file("00000002-PHOTO-2024-01-15-10-07-00.png"))
        try Data("OggS".utf8).write(
            to: folder.file("00000003-AUDIO-2024-01-15-10-08-00.opus"))
        let zip = folder.file("WhatsApp Chat - Ben.zip")
        _ = try RunningService.run(["zip", "-q", "-r", zip.path, "."], folder: folder.url)
        let service = try InProcessService()
        let answer = try service.post(try Data(contentsOf: zip), to: "/render.pdf?me=Ana")
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        #expect(answer.header("chatprint-importer") == "whatsapp")
        let text = try words(of: answer.body)
        for word in ["Where do we eat?", "Thai", "Pizza it is", "صباح", "end-to-end"] {
            #expect(text.contains(word), "\(word) in \(text)")
        }
        let file = folder.file("chat.pdf")
        try answer.body.write(to: file)
        let images = try RunningService.run(["pdfimages", "-list", file.path]).output
        #expect(String(decoding: images, as: UTF8.self).contains("jpeg"))
    }

    /// An unsupported photo and a damaged one must not cost the rest of the chat.
    @Test(arguments: [([], 2), (["--heif", "true"], 1)] as [([String], Int)])
    func unreadablePicturesAreLabeled(flags: [String], count: Int) throws {
        let folder = try TemporaryFolder()
        let pictures = RunningService.root.appendingPathComponent("Tests/Fixtures/Pictures")
        try Data(contentsOf: pictures.appendingPathComponent("photo.heic"))
            .write(to: folder.file("IMG-20260531-WA0001.heic"))
        try Data(contentsOf: pictures.appendingPathComponent("baseline.jpg")).prefix(400)
            .write(to: folder.file("IMG-20260531-WA0002.jpg"))
        // The length is complete and the middle is damaged, which only decoding detects.
        var noise = try Data(contentsOf: pictures.appendingPathComponent("lossless.webp"))
        for index in 25..<37 { noise[index] ^= 0x5A }
        try noise.write(to: folder.file("IMG-20260531-WA0003.webp"))
        let chat = """
            31/05/2026, 09:40 - Ben: Look
            31/05/2026, 09:41 - Ben: IMG-20260531-WA0001.heic (file attached)
            31/05/2026, 09:42 - Ben: IMG-20260531-WA0002.jpg (file attached)
            31/05/2026, 09:43 - Ben: IMG-20260531-WA0003.webp (file attached)
            31/05/2026, 09:44 - Ana: Nice

            """
        try Data(chat.utf8).write(to: folder.file("WhatsApp Chat with Ben.txt"))
        let zip = try RunningService.run(["zip", "-q", "-r", "-", "."], folder: folder.url).output
        let service = try InProcessService(flags)
        let answer = try service.post(zip, to: "/render.pdf?me=Ana")
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        let text = try words(of: answer.body)
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
        let service = try InProcessService()
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
            let answer = try service.post(Data(chat.utf8), to: "/import?\(query)", text)
            #expect(answer.status == 422)
        }
    }

    @Test func importReportDescribesTheExport() throws {
        let service = try InProcessService()
        let export = try export("skype/messages.json")
        let answer = try service.post(export, to: "/import?report=true&chat=Ben%20Ito")
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        let whole = try answer.json
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

    @Test func documentationListsEveryImporter() throws {
        let readme = try String(
            contentsOf: RunningService.root.appendingPathComponent("config/imports/README.md"),
            encoding: .utf8)
        let answer = try InProcessService().get("/importers")
        let list = try #require(
            JSONSerialization.jsonObject(with: answer.body) as? [String: [[String: String]]])
        for importer in list["importers"] ?? [] {
            let name = try #require(importer["name"])
            let what = try #require(importer["description"])
            #expect(readme.contains("| `\(name)` | \(what) |"), "\(name)")
        }
    }
}

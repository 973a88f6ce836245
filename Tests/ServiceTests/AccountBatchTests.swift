import Foundation
import TestSupport
import Testing

/// `chatprint batch` over all chats of an export.
@Suite struct AccountBatchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A conversations.json of ChatGPT.
    private func account(
        _ chats: [(title: String, messages: Int)], start: Int = 1_700_000_000
    ) -> String {
        let texts = chats.enumerated().map { number, chat in
            let nodes = (0..<chat.messages).map { index in
                let role = index.isMultiple(of: 2) ? "user" : "assistant"
                let parent = index == 0 ? "null" : "\"m\(index - 1)\""
                return
                    #""m\#(index)":{"id":"m\#(index)","parent":\#(parent),"message":{"id":"m\#(index)","#
                    + #""author":{"role":"\#(role)"},"create_time":\#(start + number * 86_400 + index),"#
                    + #""content":{"content_type":"text","parts":["Text \#(index) of \#(number)"]}}}"#
            }
            let title = String(
                decoding: (try? JSONEncoder().encode(chat.title)) ?? Data(), as: UTF8.self)
            return #"{"title":\#(title),"conversation_id":"id-\#(number)","create_time":\#(start),"#
                + #""mapping":{"# + nodes.joined(separator: ",")
                + #"},"current_node":"m\#(chat.messages - 1)"}"#
        }
        return "[" + texts.joined(separator: ",") + "]"
    }

    private struct Run {
        let batch: BatchProcess
        let ending: BatchProcess.Ending
        let report: [String: Any]

        var chats: [[String: Any]] { report["files"] as? [[String: Any]] ?? [] }

        func count(_ kind: String, _ name: String) -> Int? {
            (report[kind] as? [String: Any])?[name] as? Int
        }

        /// Expects every message of every chat to be in exactly one of the counts.
        func withWholeCounts() throws -> Run {
            for kind in ["chats", "messages"] {
                let parts = ["rendered", "skipped", "left_out", "failed"].map {
                    count(kind, $0) ?? -1
                }
                #expect(parts.reduce(0, +) == count(kind, "all"), "\(kind) \(parts)")
            }
            let messages = chats.compactMap { $0["messages"] as? Int }
            #expect(messages.reduce(0, +) == count("messages", "all"))
            #expect(chats.count == count("chats", "all"))
            let files = chats.compactMap { $0["file"] as? String }
            #expect(
                Set(files).union(["index.html", "report.json"]) == Set(try batch.outputs().keys))
            #expect(Set(files.map { $0.lowercased() }).count == files.count)
            return self
        }
    }

    private func run(_ arguments: [String], format: String = "txt") throws -> Run {
        try ended(BatchProcess(arguments + ["-o", "out", "--format", format], in: folder))
    }

    private func ended(_ batch: BatchProcess) throws -> Run {
        let ending = try batch.end()
        let data = FileManager.default.contents(atPath: folder.place("out/report.json"))
        let report = try data.map { try JSONSerialization.jsonObject(with: $0) }
        return Run(batch: batch, ending: ending, report: report as? [String: Any] ?? [:])
    }

    private func write(_ chats: [(title: String, messages: Int)]) throws {
        try folder.write(account(chats), to: "conversations.json")
    }

    @Test(arguments: [
        "assistants/chatgpt-export.zip", "telegram/account.json", "signal/main.jsonl",
        "linkedin/messages.csv", "imessage/phone.db", "whatsapp/android-database.zip",
        "facebook/download.zip", "snapchat/mydata.zip", "slack/workspace.zip",
    ])
    func filesEqualThoseOfEachChat(name: String) throws {
        let source = RunningService.root.appendingPathComponent("Tests/Fixtures/Imports/" + name)
        // Some ZIPs are stored as folders.
        let file = source.hasDirectoryPath ? source.path : source.standardizedFileURL.path
        let made = try run([file, "--chats"], format: "pdf").withWholeCounts()
        #expect(made.ending.code == 0, "\(made.ending.errors)")
        let outputs = try made.batch.outputs()
        for chat in made.chats where chat["status"] as? String == "rendered" {
            let words =
                try made.chats.count == 1 ? [] : ["--chat", #require(chat["id"] as? String)]
            let alone = try RunningService.program(
                ["render", file, "-o", "alone.pdf", "--quiet"] + words, folder: folder.url)
            #expect(alone.code == 0, "\(alone.errors)")
            let path = try #require(chat["file"] as? String)
            #expect(
                outputs[path] == FileManager.default.contents(atPath: folder.place("alone.pdf")))
        }
    }

    @Test func titlesCannotLeaveTheFolder() throws {
        let titles = [
            "../x", "CON", "🎉", String(repeating: "long ", count: 60), "", "مرحبا", "Trip", "TRIP",
            "a\u{202E}b", "index", "-rf", "x\u{0}y",
        ]
        try write(titles.map { ($0, 2) })
        let made = try run(["conversations.json"]).withWholeCounts()
        #expect(made.ending.code == 0)
        let files = try made.batch.outputs().keys
        #expect(files.count == titles.count + 2)
        #expect(files.contains("2023-11-14 _x.txt") && files.contains("2023-11-21 TRIP.txt"))
        #expect(try made.batch.outputs(".").keys.allSatisfy { !$0.hasPrefix("x") })
    }

    @Test func filtersAreCounted() throws {
        try write((0..<6).map { ("Chat \($0)", $0) })
        let made = try run(
            ["conversations.json", "--after", "2023-11-17", "--min-messages", "4"]
        ).withWholeCounts()
        #expect(made.ending.code == 0)
        #expect(made.count("chats", "rendered") == 2 && made.count("messages", "rendered") == 9)
        #expect(made.count("chats", "left_out") == 4 && made.count("messages", "left_out") == 6)
        #expect(
            made.chats.map { $0["reason"] as? String } == [
                "empty", "filter", "filter", "min_messages", nil, nil,
            ])
        let people = try run(["conversations.json", "--people", "nobody, chatgpt"])
        // A chat with one message is of one person.
        #expect(people.count("chats", "rendered") == 4)
        let none = try run(["conversations.json", "--people", "nobody"])
        #expect(none.count("chats", "left_out") == 6 && none.ending.code == 0)
        #expect(none.count("messages", "left_out") == 15)
    }

    @Test func existingFilesAreSkipped() throws {
        try write((1..<5).map { ("Same", $0) })
        let before = try run(["conversations.json"]).batch.outputs()
        try FileManager.default.removeItem(atPath: folder.place("out/2023-11-15 Same.txt"))
        let again = try run(["conversations.json", "--skip-existing"]).withWholeCounts()
        #expect(again.count("chats", "rendered") == 1 && again.count("chats", "skipped") == 3)
        #expect(again.count("messages", "skipped") == 8)
        let after = try again.batch.outputs()
        for (name, data) in before where name.hasSuffix(".txt") { #expect(after[name] == data) }
    }

    @Test func aChatThatFailsIsReported() throws {
        let chat = { (id: Int, messages: String) in
            #"{"name":"Chat \#(id)","type":"personal_chat","id":\#(id),"messages":[\#(messages)]}"#
        }
        let message =
            #"{"id":1,"type":"message","date_unixtime":"1700000000","from":"Ben","#
            + #""from_id":"user1","text":"Hi"}"#
        try folder.write(
            #"{"personal_information":{"user_id":9},"chats":{"list":["#
                + [chat(1, message), chat(2, message + ",7"), chat(3, "")].joined(separator: ",")
                + "]}}", to: "result.json")
        let made = try run(["result.json"]).withWholeCounts()
        #expect(made.ending.code == 1)
        #expect(made.count("chats", "failed") == 1 && made.count("chats", "left_out") == 1)
        #expect(made.chats[1]["reason"] as? String == "invalid-export")
        #expect((made.chats[1]["detail"] as? String)?.isEmpty == false)
        #expect(made.chats[1]["messages"] is NSNull)
        #expect(made.ending.failures.count == 1)
        let page = String(decoding: try #require(made.batch.outputs()["index.html"]), as: UTF8.self)
        #expect(page.contains("Failed") && page.contains("Chat 2"))
    }

    @Test func anExportThatBreaksOffKeepsWhatIsRead() throws {
        try folder.write(
            String(account((0..<20).map { ("Chat \($0)", 2) }).dropLast(20)),
            to: "conversations.json")
        let made = try run(["conversations.json"]).withWholeCounts()
        #expect(made.ending.code != 0 && made.ending.errors.contains("conversations.json"))
        #expect(made.report["complete"] as? Bool == false)
        #expect(made.count("chats", "rendered") == 19)
    }

    @Test func resumesAfterSIGTERM() throws {
        try write((0..<1_000).map { ("Chat \($0 % 10)", 3) })
        let words = ["conversations.json", "-o", "out", "--format", "png"]
        let stopped = try BatchProcess(words, in: folder)
        stopped.signal(SIGTERM, after: 30)
        let made = try ended(stopped).withWholeCounts()
        #expect(made.ending.code == 128 + SIGTERM)
        #expect(try stopped.drafts().isEmpty)
        #expect(made.report["complete"] as? Bool == false)
        let count = try #require(made.count("chats", "rendered"))
        #expect((30..<1_000).contains(count))
        let rest = try run(["conversations.json", "--skip-existing"], format: "png")
            .withWholeCounts()
        #expect(rest.ending.code == 0 && rest.report["complete"] as? Bool == true)
        #expect(rest.count("chats", "skipped") == count)
        #expect(rest.count("chats", "rendered") == 1_000 - count)
    }

    @Test func aHundredThousandEmptyChatsAreCounted() throws {
        let empty = (0..<100_000).map {
            #"{"title":"Empty","id":"e\#($0)","mapping":{},"current_node":null}"#
        }
        let last = account([("Last", 2)]).dropFirst()
        try folder.write("[" + empty.joined(separator: ",") + "," + last, to: "conversations.json")
        let made = try run(["conversations.json"]).withWholeCounts()
        #expect(made.ending.code == 0)
        #expect(made.count("chats", "left_out") == 100_000)
        #expect(made.count("chats", "rendered") == 1)
    }

    @Test func aFolderThatIsAnAccountIsRenderedAsOne() throws {
        try folder.write(account([("One", 2), ("Two", 2)]), to: "export/conversations.json")
        try folder.write("{}", to: "export/user.json")
        let made = try run(["export"]).withWholeCounts()
        #expect(made.ending.code == 0, "\(made.ending.errors)")
        #expect(made.count("chats", "rendered") == 2)
        for (words, part) in [
            (["export", "-o", "export/out"], "outside of the export"),
            (["export", "-o", "o", "--chat", "One", "--chats"], "cannot be combined"),
            (["-", "-o", "o", "--people", "Ana"], "needs an export"),
            (["export", "-o", "o", "--min-messages", "x"], "must be a number"),
            (["conversations.json"], "--output is required"),
        ] {
            let ending = try BatchProcess(words, in: folder).end()
            #expect(ending.code == 2 && ending.errors.contains(part), "\(ending.errors)")
        }
    }

    /// The command `render` writes the same files to a ZIP.
    @Test func aZIPHasTheFilesOfABatch() throws {
        try write([("One", 2), ("Two", 0), ("One", 3)])
        let made = try run(["conversations.json"], format: "pdf")
        func render(_ words: [String]) throws -> (code: Int32, output: Data, errors: String) {
            try RunningService.program(
                ["render", "conversations.json"] + words, folder: folder.url)
        }
        let zip = try render(["--split-by", "chat", "--format", "pdf", "-o", "all.zip"])
        #expect(zip.code == 0, "\(zip.errors)")
        let unpacked = try RunningService.run(
            ["python3", "-m", "zipfile", "-e", "all.zip", "unpacked"], folder: folder.url)
        #expect(unpacked.code == 0, "\(unpacked.errors)")
        #expect(try made.batch.outputs() == made.batch.outputs("unpacked"))
        for (words, part) in [
            (["-o", "all.pdf", "--split-by", "chat"], "chats are written to a ZIP"),
            (["-o", "a.zip", "--split-by", "chat", "--chat", "Nobody"], "Nobody"),
        ] {
            let ending = try render(words)
            #expect(ending.code != 0 && ending.errors.contains(part), "\(ending.errors)")
        }
    }

    /// A conversation of Chatprint's own keeps its theme and its name.
    @Test func aSingleConversationIsAnOrdinaryJob() throws {
        try folder.write(#"{"messages":["Hi","Hello"]}"#, to: "talk.json")
        let made = try run(["talk.json"])
        #expect(made.ending.code == 0 && made.report.isEmpty)
        #expect(try made.batch.outputs().keys.sorted() == ["talk.txt"])
        try write([("One", 2), ("Two", 2)])
        let chosen = try run(["conversations.json", "--chat", "Two"])
        #expect(chosen.ending.code == 0 && chosen.report.isEmpty)
    }
}

import Basics
import Foundation
import System
import TestSupport
import Testing

@Suite struct BatchTests {
    private static let formats = ["png", "pdf", "svg"]

    private func jobs(_ count: Int) -> String {
        (0..<count).map { number in
            let format = BatchTests.formats[number % 3]
            return #"{"id":"job-\#(number)","output":"\#(number % 7)/\#(number).\#(format)","#
                + #""conversation":{"title":"Talk \#(number)","messages":["Hi \#(number)","Hello"]}}"#
        }.joined(separator: "\n")
    }

    @Test func aThousandJobsResumeAfterAKill() throws {
        let jobs = jobs(1_000)
        let whole = try BatchProcess(jobs: jobs)
        let undisturbed = try whole.end()
        #expect(undisturbed.code == 0 && undisturbed.errors.isEmpty)
        #expect(undisturbed.results.count == 1_000)
        for result in undisturbed.results.prefix(9) { try expectDescribed(result, in: whole) }
        let killed = try BatchProcess(jobs: jobs)
        killed.signal(SIGKILL, after: 300)
        _ = killed.waitForExit()
        let left = try killed.outputs()
        #expect((300..<1_000).contains(left.count))
        let wanted = try whole.outputs()
        #expect(left.allSatisfy { wanted[$0.key] == $0.value })
        let resumed = try BatchProcess(
            ["-o", "out", "--skip-existing"], jobs: jobs, in: killed.folder)
        let ending = try resumed.end()
        #expect(ending.code == 0)
        #expect(Set(ending.results.compactMap { $0["id"] as? String }).count == 1_000)
        #expect(ending.results.count { $0["skipped"] as? Bool == true } == left.count)
        #expect(try resumed.outputs() == wanted)
        #expect(try resumed.drafts().isEmpty)
    }

    @Test func removesOnlyDraftsOfDeadRuns() throws {
        let folder = try TemporaryFolder()
        let dead = ["3/3.png.part-7-1", "3/other.PDF.part-4000000-12", "4/4.pdf.part-7-1"]
        let kept = [
            "3/notes.part-7-1", "3/3.png.part-7", "3/3.png.part-7-1.txt", "9/9.png.part-7-1",
        ]
        for name in dead + kept { try folder.write("half", to: "out/" + name) }
        let live = try DraftFile(for: folder.place("out/3/live.png"))
        try live.write(Array("being written".utf8))
        let next = try BatchProcess(jobs: jobs(5), in: folder)
        #expect(try next.end().code == 0)
        let left = try next.drafts()
        #expect(left.filter { !$0.hasPrefix("3/live.png.part-") } == kept.sorted())
        #expect(left.count == kept.count + 1)
        try live.publish()
        #expect(try next.outputs()["3/live.png"] == Data("being written".utf8))
        // A file that is skipped is where its run was killed as well.
        try folder.write("half", to: "out/3/3.png.part-7-1")
        let last = try BatchProcess(["-o", "out", "--skip-existing"], jobs: jobs(5), in: folder)
        #expect(try last.end().results.allSatisfy { $0["skipped"] as? Bool == true })
        #expect(try last.drafts() == kept.sorted())
    }

    @Test func aRunKeepsTheDraftsOfALiveRun() throws {
        let slow = try BatchProcess(jobs: jobs(300))
        slow.signal(SIGSTOP, after: 50)
        let others = jobs(30).replacing("\"output\":\"", with: "\"scale\":1,\"output\":\"")
            .replacing("/", with: "/b")
        let quick = try BatchProcess(jobs: others, in: slow.folder)
        #expect(try quick.end().code == 0)
        slow.signal(SIGCONT, after: 0)
        let ending = try slow.end()
        #expect(ending.code == 0 && ending.failures.isEmpty)
        #expect(try slow.outputs().count == 330)
        #expect(try slow.drafts().isEmpty)
    }

    private func expectDescribed(_ result: [String: Any], in batch: BatchProcess) throws {
        let data = try Data(contentsOf: batch.folder.file(#require(result["path"] as? String)))
        let sum = Hexadecimal.text(of: try SHA256.digest(of: Array(data)))
        #expect(sum == result["sha256"] as? String && data.count == result["bytes"] as? Int)
        #expect(result["pages"] as? Int == 1 && result["messages"] as? Int == 2)
        #expect((result["warnings"] as? [Any])?.isEmpty == true)
    }

    @Test func badJobsDoNotStopOthers() throws {
        let bad = [
            "{", "[]", "3", #"{"id":"none"}"#, #"{"conversation":["x"]}"#,
            #"{"id":"a/b","conversation":["x"]}"#,
            #"{"id":"out","output":"../x.png","conversation":["x"]}"#,
            #"{"id":"root","output":"/x.png","conversation":["x"]}"#,
            #"{"id":"ending","output":"x.bmp","conversation":["x"]}"#,
            #"{"id":"bare","output":"x","conversation":["x"]}"#,
            #"{"id":"scale","scale":9,"conversation":["x"]}"#,
            #"{"id":"empty","conversation":{"messages":[]}}"#,
            #"{"id":"theme","theme":"nope","conversation":["x"]}"#,
            #"{"id":"input","input":"nowhere.json"}"#, #"{"id":"folder","input":"."}"#,
            #"{"id":"device","input":"/dev/zero"}"#,
            #"{"id":"both","input":"a","conversation":["x"]}"#,
            #"{"id":"list","redact":[[1]],"conversation":["x"]}"#,
            #"{"id":"taken","output":"taken.png","conversation":["x"]}"#,
            #"{"output":"b.pdf","split_by":"month","conversation":["x"]}"#,
            "{\"id\":\"latin\",\"conversation\":[\"\u{0}\"]}",
            // Two that another line writes, a picture, and a line that is too long.
            #"{"id":"same","output":"./0/0.png","conversation":["x"]}"#,
            #"{"id":"again","output":"0/./0.png","conversation":["x"]}"#,
            #"{"id":"picture","input":"b.PNG"}"#,
            #"{"id":"long","conversation":[""# + String(repeating: "x", count: 70 << 20) + "\"]}",
        ]
        let folder = try TemporaryFolder()
        try folder.write("", to: "out/taken.png/file")
        try folder.write("x", to: "b.PNG")
        let lines = bad.enumerated().map { $1 + "\n" + jobs($0 + 1).split(separator: "\n")[$0] }
        let batch = try BatchProcess(
            ["-o", "out"], jobs: lines.joined(separator: "\n\n"), in: folder)
        let ending = try batch.end()
        #expect(ending.code == 1)
        #expect(ending.failures.count == bad.count)
        #expect(try batch.outputs().count == bad.count + 1)
        for failure in ending.failures {
            let problem = try #require(failure["error"] as? [String: Any])
            #expect((problem["type"] as? String)?.hasPrefix("/problems/") == true)
            #expect(!(problem["detail"] as? String ?? "").isEmpty)
            #expect((failure["line"] as? Int ?? 0) > 0)
        }
        #expect(ending.problem("scale")?["pointer"] as? String == "/output/scale")
        #expect(ending.problem("ending")?["allowed"] as? [String] != nil)
        #expect(ending.problem("input")?["status"] as? Int == 404)
        for id in ["same", "again"] {
            let detail = ending.problem(id)?["detail"] as? String ?? ""
            #expect(detail.hasPrefix("Line 2 already writes out/"), "\(detail)")
        }
        #expect(
            ending.failures.contains {
                ($0["error"] as? [String: Any])?["setting"] as? String == "body_bytes"
            })
        #expect((ending.problem("taken")?["detail"] as? String)?.contains("is a folder") == true)
        #expect(ending.problem("b.pdf")?["pointer"] as? String == "/output")
    }

    @Test func jobsAcceptSettingsLikeAQuery() throws {
        let jobs = [
            #"{"id":1,"format":"pdf","page":{"size":"A5"},"conversation":["x"]}"#,
            #"{"id":2,"page.size":"A5","format":"pdf","conversation":["x"]}"#,
            #"{"id":3,"conversation":["x"],"page":{"size":"A3"}}"#,
            #"{"id":4,"scale":1,"filter":{"from":["a","b"]},"conversation":["#
                + #"{"from":"a","text":"1"},{"from":"b","text":"2"},{"from":"c","text":"3"}]}"#,
            #"{"id":5,"redact":[{"pattern":"sec[a-z]+"}],"format":"svg","conversation":["a secret"]}"#,
            #"{"id":7,"split_by":1,"format":"pdf","password":"key","conversation":["a secret"]}"#,
            #"{"id":6,"me":"Ana","conversation":"31/05/2026, 09:40 - Ben: Hallo\n31/05/2026, 09:41 - Ana: Hi\n"}"#,
        ]
        let batch = try BatchProcess(
            ["-o", "out", "--format", "pdf", "--set", "page.size=letter"],
            jobs: jobs.joined(separator: "\n"))
        let ending = try batch.end()
        #expect(ending.code == 0)
        func number(_ id: Int, _ key: String) -> Int? {
            ending.results.first { $0["id"] as? Int == id }?[key] as? Int
        }
        #expect(number(1, "width") == 420 && number(2, "width") == 420)
        #expect(number(3, "width") == 842 && number(6, "width") == 612)
        #expect(number(4, "messages") == 2 && number(6, "messages") == 2)
        let files = try batch.outputs()
        #expect(
            files.keys.sorted() == ["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.svg", "6.pdf", "7.zip"])
        #expect(files["1.pdf"] == files["2.pdf"])
        for name in ["5.svg", "7.zip"] {
            #expect(try #require(files[name]).firstRange(of: Data("secret".utf8)) == nil)
        }
        #expect(files["7.zip"]?.firstRange(of: Data("/Encrypt".utf8)) != nil)
    }

    /// Nothing in the folder is left out silently, except what no export contains. The pictures that
    /// its chats mention are not chats themselves.
    @Test func foldersAreRenderedEntryByEntry() throws {
        let folder = try TemporaryFolder()
        for (name, text) in [
            ("a.json", #"{"messages":["Hi"]}"#), ("a.txt", "31/05/2026, 09:40 - Ben: Hallo\n"),
            ("b.json", #"{"messages":["Hi"]}"#), ("b.json.zip", #"{"messages":["Hi"]}"#),
            ("talk.json", #"[{"from":"Ana","attachments":[{"src":{"file":"dot.png"}}]}]"#),
            ("Ben/_chat.txt", "15/01/2024, 10:00 - Ana: dot.png (file attached)\n"),
            ("broken.json", "{"), (".hidden", "x"), ("photos/b.PNG", "x"),
            ("photos/more/c.mp4", "x"), ("files/d.jpg", "x"), ("files/e.bin", "no chat"),
        ] { try folder.write(text, to: "in/" + name) }
        let dot = try #require(Data(base64Encoded: TestImage.dot))
        for name in ["in/dot.png", "in/Ben/dot.png"] { try folder.write(dot, to: name) }
        let script =
            #"mkfifo in/pipe.json && ln -s nowhere in/link.json && touch "$(printf 'in/b\377')""#
        let made = try RunningService.run(["sh", "-c", script], folder: folder.url)
        #expect(made.code == 0, "\(made.errors)")
        // The second run finds the folder of outputs.
        for _ in 0..<2 {
            let batch = try BatchProcess(["in", "-o", "./in//out", "--format", "svg"], in: folder)
            let ending = try batch.end()
            #expect(ending.code == 1 && ending.results.count == 13, "\(ending.results)")
            let media = ending.results.filter { $0["media"] as? Bool == true }
            #expect(Set(media.compactMap { $0["id"] as? String }) == ["dot.png", "photos"])
            #expect(media.allSatisfy { $0["skipped"] as? Bool == true && $0["path"] == nil })
            for (id, words) in [
                ("pipe.json", "neither a file nor a folder"), ("link.json", "does not exist"),
                ("b\u{FFFD}", "not valid UTF-8"), ("broken.json", ""), ("files", ""),
            ] {
                let detail = try #require(ending.problem(id)?["detail"] as? String, "\(id)")
                #expect(words.isEmpty || detail.contains(words), "\(id): \(detail)")
            }
            #expect(ending.failures.count == 5)
            #expect(ending.problem("broken.json")?["status"] as? Int == 400)
            // Some files are named like others without their extension.
            let files = try batch.outputs("in/out")
            #expect(
                files.keys.sorted() == [
                    "Ben.svg", "a.json.svg", "a.txt.svg", "b.json.zip.svg", "b.svg", "talk.svg",
                ])
            for name in ["Ben.svg", "talk.svg"] {
                #expect(files[name]?.firstRange(of: Data("<image".utf8)) != nil, "\(name)")
            }
        }
    }

    @Test func stopsWhenResultsAreNotRead() throws {
        let batch = try BatchProcess(jobs: jobs(2_000))
        batch.closeResults(after: 1)
        #expect(batch.waitForExit() == 74)
        #expect(batch.words.split(separator: "\n").count == 1)
        #expect(try batch.drafts().isEmpty && batch.outputs().count < 2_000)
    }

    @Test func finishesCurrentJobsOnSIGTERM() throws {
        let batch = try BatchProcess(jobs: jobs(2_000))
        batch.signal(SIGTERM, after: 50)
        #expect(try batch.end().code == 128 + SIGTERM)
        #expect(try batch.drafts().isEmpty)
    }
}

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

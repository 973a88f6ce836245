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

import Foundation
import Server
import System
import Testing

@Suite struct BatchTests {
    private static let formats = ["png", "pdf", "svg"]

    /// The given number of small jobs, in three formats.
    private func jobs(_ count: Int) -> String {
        (0..<count).map { number in
            let format = BatchTests.formats[number % 3]
            return #"{"id":"job-\#(number)","output":"\#(number % 7)/\#(number).\#(format)","#
                + #""conversation":{"title":"Talk \#(number)","messages":["Hi \#(number)","Hello"]}}"#
        }.joined(separator: "\n")
    }

    @Test func aThousandJobsResumeAfterAKill() throws {
        let jobs = jobs(1_000)
        let whole = try BatchProcess(["-o", "out"], jobs: jobs)
        defer { whole.remove() }
        let undisturbed = try whole.end()
        #expect(undisturbed.code == 0 && undisturbed.results.count == 1_000)
        let killed = try BatchProcess(["-o", "out"], jobs: jobs)
        defer { killed.remove() }
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
        let batch = try BatchProcess(["-o", "out"], jobs: "")
        defer { batch.remove() }
        _ = try batch.end()
        let dead = ["3/3.png.part-7-1", "3/other.PDF.part-4000000-12", "4/4.pdf.part-7-1"]
        let kept = [
            "3/notes.part-7-1", "3/3.png.part-7", "3/3.png.part-7-1.txt", "9/9.png.part-7-1",
        ]
        for name in dead + kept { try batch.write("half", to: "out/" + name) }
        let live = try DraftFile(for: batch.folder.path + "/out/3/live.png")
        try live.write(Array("being written".utf8))
        let next = try BatchProcess(["-o", "out"], jobs: jobs(5), in: batch.folder)
        #expect(try next.end().code == 0)
        let left = try next.drafts()
        #expect(left.filter { !$0.hasPrefix("3/live.png.part-") } == kept.sorted())
        #expect(left.count == kept.count + 1)
        try live.publish()
        #expect(try next.outputs()["3/live.png"] == Data("being written".utf8))
        // A file that is skipped is where its run was killed as well.
        try batch.write("half", to: "out/3/3.png.part-7-1")
        let last = try BatchProcess(
            ["-o", "out", "--skip-existing"], jobs: jobs(5), in: batch.folder)
        #expect(try last.end().results.allSatisfy { $0["skipped"] as? Bool == true })
        #expect(try last.drafts() == kept.sorted())
    }

    @Test func aRunKeepsTheDraftsOfALiveRun() throws {
        let slow = try BatchProcess(["-o", "out"], jobs: jobs(300))
        defer { slow.remove() }
        slow.signal(SIGSTOP, after: 50)
        let others = jobs(30).replacing("\"output\":\"", with: "\"scale\":1,\"output\":\"")
            .replacing("/", with: "/b")
        let quick = try BatchProcess(["-o", "out"], jobs: others, in: slow.folder)
        #expect(try quick.end().code == 0)
        slow.signal(SIGCONT, after: 0)
        let ending = try slow.end()
        #expect(ending.code == 0 && ending.failures.isEmpty)
        #expect(try slow.outputs().count == 330)
        #expect(try slow.drafts().isEmpty)
    }

    @Test func everyResultDescribesItsFile() throws {
        let batch = try BatchProcess(["-o", "out"], jobs: jobs(9))
        defer { batch.remove() }
        let ending = try batch.end()
        #expect(ending.code == 0 && ending.errors.isEmpty)
        for result in ending.results {
            let path = try #require(result["path"] as? String)
            let sum = try RunningService.run(["sha256sum", path], folder: batch.folder).output
            #expect(String(decoding: sum.prefix(64), as: UTF8.self) == result["sha256"] as? String)
            let data = FileManager.default.contents(
                atPath: batch.folder.appendingPathComponent(path).path)
            #expect(data?.count == result["bytes"] as? Int)
            #expect(result["pages"] as? Int == 1 && result["messages"] as? Int == 2)
            #expect((result["warnings"] as? [Any])?.isEmpty == true)
        }
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
            "{\"id\":\"latin\",\"conversation\":[\"\u{0}\"]}",
        ]
        let lines = bad.enumerated().map { $1 + "\n" + jobs($0 + 1).split(separator: "\n")[$0] }
        let batch = try BatchProcess(["-o", "out"], jobs: lines.joined(separator: "\n\n"))
        defer { batch.remove() }
        let ending = try batch.end()
        #expect(ending.code == 1)
        #expect(ending.failures.count == bad.count)
        #expect(try batch.outputs().count == bad.count)
        for failure in ending.failures {
            let problem = try #require(failure["error"] as? [String: Any])
            #expect((problem["type"] as? String)?.hasPrefix("/problems/") == true)
            #expect(!(problem["detail"] as? String ?? "").isEmpty)
            #expect((failure["line"] as? Int ?? 0) > 0)
        }
        #expect(ending.problem("scale")?["pointer"] as? String == "/output/scale")
        #expect(ending.problem("ending")?["allowed"] as? [String] != nil)
        #expect(ending.problem("input")?["status"] as? Int == 404)
    }

    @Test func jobsAcceptSettingsLikeAQuery() throws {
        let jobs = [
            #"{"id":1,"format":"pdf","page":{"size":"A5"},"conversation":["x"]}"#,
            #"{"id":2,"page.size":"A5","format":"pdf","conversation":["x"]}"#,
            #"{"id":3,"conversation":["x"],"page":{"size":"A3"}}"#,
            #"{"id":4,"scale":1,"filter":{"from":["a","b"]},"conversation":["#
                + #"{"from":"a","text":"1"},{"from":"b","text":"2"},{"from":"c","text":"3"}]}"#,
            #"{"id":5,"redact":[{"pattern":"sec[a-z]+"}],"format":"svg","conversation":["a secret"]}"#,
            #"{"id":6,"me":"Ana","conversation":"31/05/2026, 09:40 - Ben: Hallo\n31/05/2026, 09:41 - Ana: Hi\n"}"#,
        ]
        let batch = try BatchProcess(
            ["-o", "out", "--format", "pdf", "--set", "page.size=letter"],
            jobs: jobs.joined(separator: "\n"))
        defer { batch.remove() }
        let ending = try batch.end()
        #expect(ending.code == 0)
        func number(_ id: Int, _ key: String) -> Int? {
            ending.results.first { $0["id"] as? Int == id }?[key] as? Int
        }
        #expect(number(1, "width") == 420 && number(2, "width") == 420)
        #expect(number(3, "width") == 842 && number(6, "width") == 612)
        #expect(number(4, "messages") == 2 && number(6, "messages") == 2)
        let files = try batch.outputs()
        #expect(files.keys.sorted() == ["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.svg", "6.pdf"])
        #expect(files["1.pdf"] == files["2.pdf"])
        let redacted = try #require(files["5.svg"])
        #expect(!String(decoding: redacted, as: UTF8.self).contains("secret"))
    }

    @Test func foldersAreRenderedFileByFile() throws {
        let batch = try BatchProcess(["in", "-o", "out"], jobs: "")
        defer { batch.remove() }
        // The folder does not exist yet.
        #expect(try batch.end().code == 74)
        try batch.write(#"{"messages":["Hi"]}"#, to: "in/a.json")
        try batch.write("31/05/2026, 09:40 - Ben: Hallo\n", to: "in/a.txt")
        try batch.write("{", to: "in/broken.json")
        try batch.write("x", to: "in/.hidden")
        let whole = try BatchProcess(["in", "-o", "out", "--format", "pdf"], in: batch.folder)
        let ending = try whole.end()
        #expect(ending.code == 1 && ending.results.count == 3)
        #expect(ending.problem("broken.json")?["status"] as? Int == 400)
        #expect(try whole.outputs().keys.sorted() == ["a.json.pdf", "a.txt.pdf"])
        #expect(try BatchProcess(["in"], in: batch.folder).end().code == 2)
        #expect(try BatchProcess(["in", "-o", "in"], in: batch.folder).end().code == 2)
    }

    /// The pictures that the chats of a folder mention are not chats themselves.
    @Test func mediaOfAFolderAreSkipped() throws {
        let batch = try BatchProcess(["in", "-o", "out"], jobs: "")
        defer { batch.remove() }
        _ = try batch.end()
        try batch.write("31/05/2026, 09:40 - Ben: Hallo\n", to: "in/a.txt")
        for name in ["IMG-20260531-WA0001.jpg", "photos/b.PNG", "photos/more/c.mp4"] {
            try batch.write("x", to: "in/" + name)
        }
        try batch.write("x", to: "in/files/d.jpg")
        try batch.write("no chat", to: "in/files/e.bin")
        let folder = try BatchProcess(["in", "-o", "out"], in: batch.folder)
        let ending = try folder.end()
        let media = ending.results.filter { $0["media"] as? Bool == true }
        #expect(
            Set(media.compactMap { $0["id"] as? String })
                == ["IMG-20260531-WA0001.jpg", "photos"])
        #expect(media.allSatisfy { $0["skipped"] as? Bool == true && $0["path"] == nil })
        #expect(ending.failures.compactMap { $0["id"] as? String } == ["files"])
        #expect(try folder.outputs().keys.sorted() == ["a.png"])
        // A picture that a job names is an error.
        let named = try BatchProcess(
            ["-o", "out"], jobs: #"{"id":"p","input":"in/photos/b.PNG"}"#, in: batch.folder)
        #expect(try named.end().failures.count == 1)
    }

    /// Nothing in the folder is left out silently, except what no export contains.
    @Test func everyEntryOfAFolderHasAResult() throws {
        let batch = try BatchProcess(["in", "-o", "in/out"], jobs: "")
        defer { batch.remove() }
        _ = try batch.end()
        for name in ["a.json", "a.json.zip", "b.json"] {
            try batch.write(#"{"messages":["Hi"]}"#, to: "in/" + name)
        }
        let script =
            #"mkfifo in/pipe.json && ln -s nowhere in/link.json && touch "$(printf 'in/b\377')""#
        let made = try RunningService.run(["sh", "-c", script], folder: batch.folder)
        #expect(made.code == 0, "\(made.errors)")
        // The second run finds the folder of outputs.
        for _ in 0..<2 {
            let again = try BatchProcess(["in", "-o", "./in//out"], in: batch.folder)
            let ending = try again.end()
            #expect(ending.code == 1 && ending.results.count == 6, "\(ending.results)")
            for (id, words) in [
                ("pipe.json", "neither a file nor a folder"), ("link.json", "does not exist"),
                ("b\u{FFFD}", "not valid UTF-8"),
            ] {
                let detail = ending.problem(id)?["detail"] as? String ?? ""
                #expect(detail.contains(words), "\(id): \(detail)")
            }
            // One file is named like another without its extension.
            #expect(
                try again.outputs("in/out").keys.sorted() == [
                    "a.json.zip.png", "a.png", "b.png",
                ])
        }
    }

    @Test func jobsDoNotOverwriteEachOther() throws {
        let jobs = [
            #"{"id":"a1","conversation":["first"]}"#, #"{"id":"a1","conversation":["second"]}"#,
            #"{"id":"b","output":"./a1.png","conversation":["third"]}"#,
            #"{"id":"c","output":"a2.png","conversation":["fourth"]}"#,
        ]
        let batch = try BatchProcess(["-o", "out"], jobs: jobs.joined(separator: "\n"))
        defer { batch.remove() }
        let ending = try batch.end()
        #expect(ending.code == 1 && ending.failures.count == 2)
        for failure in ending.failures {
            let problem = failure["error"] as? [String: Any]
            #expect(problem?["type"] as? String == "/problems/invalid-job")
            #expect(
                (problem?["detail"] as? String)?.hasPrefix("Line 1 already writes out/") == true)
        }
        #expect(Set(ending.failures.map { $0["line"] as? Int }) == [2, 3])
        let alone = try RunningService.run(
            [RunningService.executable.path, "render", "-"], input: Data(#"["first"]"#.utf8))
        #expect(try batch.outputs()["a1.png"] == alone.output)
    }

    @Test func stopsWhenResultsAreNotRead() throws {
        let batch = try BatchProcess(["-o", "out"], jobs: jobs(2_000))
        defer { batch.remove() }
        batch.closeResults(after: 1)
        #expect(batch.waitForExit() == 74)
        #expect(batch.words.split(separator: "\n").count == 1)
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: batch.folder.appendingPathComponent("out").path)
        #expect(!files.contains { $0.contains(".part-") })
        #expect(files.count < 2_000)
    }

    @Test func finishesCurrentJobsOnSIGTERM() throws {
        let batch = try BatchProcess(["-o", "out"], jobs: jobs(2_000))
        defer { batch.remove() }
        batch.signal(SIGTERM, after: 50)
        let ending = try batch.end()
        #expect(ending.code == 128 + SIGTERM)
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: batch.folder.appendingPathComponent("out").path)
        #expect(!files.contains { $0.contains(".part-") })
    }

    @Test func overlongLinesAreReported() throws {
        let long = #"{"id":"long","conversation":[""# + String(repeating: "x", count: 70 << 20)
        let batch = try BatchProcess(["-o", "out"], jobs: long + "\"]}\n" + jobs(1))
        defer { batch.remove() }
        let ending = try batch.end()
        #expect(ending.results.count == 2 && ending.failures.count == 1)
        let problem = ending.failures.first?["error"] as? [String: Any]
        #expect(problem?["setting"] as? String == "body_bytes")
    }
}

import Foundation
import Testing

@Suite struct DivisionTests {
    private struct Index: Decodable {
        struct File: Decodable {
            let name: String
            let first: String
            let last: String
            let messages: Int
            let pages: Int
        }

        let messages: Int
        let timezone: String
        let files: [File]
    }

    /// Seven hours apart, over several months.
    private func talk(_ count: Int) -> String {
        let start = 1_780_000_000
        let messages = (1...count).map {
            #"{"id":"m\#($0)","from":"\#($0 % 3 == 0 ? "ben" : "ana")","at":\#(start + $0 * 25_200),"#
                + #""text":"word\#($0)","status":"read"}"#
        }
        return #"{"title":"A <b> & C","me":"ana","timezone":"Europe/Berlin","messages":["#
            + messages.joined(separator: ",") + "]}"
    }

    private func index(_ files: [String: Data]) throws -> Index {
        try JSONDecoder().decode(Index.self, from: try #require(files["index.json"]))
    }

    @Test func splitByMonthMakesADocumentPerMonth() throws {
        let answer = try service.render(
            talk(300), to: "/render.pdf?split_by=month&show.numbers=true",
            ["Accept: application/zip"])
        #expect(answer.header("content-type") == "application/zip")
        #expect(answer.header("content-disposition")?.contains("chat.zip") == true)
        #expect(answer.header("chatprint-messages") == "300")
        let files = try UnpackedZIP(answer.body).files
        let index = try index(files)
        #expect(index.files.map(\.name) == (5...8).map { "2026-0\($0).pdf" })
        #expect(index.files.map(\.messages).reduce(0, +) == 300 && index.messages == 300)
        #expect(String(index.files.map(\.pages).reduce(0, +)) == answer.header("chatprint-pages"))
        #expect(index.files[1].first.hasPrefix("2026-06-01T"))
        #expect(index.files[1].first.hasSuffix("+02:00"))
        var number = 0
        for file in index.files {
            let words = try tool(["pdftotext", "FILE", "-"], on: #require(files[file.name])).text
            #expect(words.contains("word\(number + 1)\n") && words.contains("#\(number + 1)"))
            #expect(words.contains("word\(number + file.messages)\n"))
            #expect(!words.contains("word\(number)\n"))
            number += file.messages
        }
        let page = String(decoding: try #require(files["index.html"]), as: UTF8.self)
        #expect(page.contains("A &lt;b&gt; &amp; C") && page.contains(#"href="2026-05.pdf""#))
        #expect(files.count == index.files.count + 2)
    }

    @Test(arguments: ["/render.png", "/render.svg", "/render.zip", "/render.json"])
    func everyFormatCanBeSplit(path: String) throws {
        let answer = try service.render(talk(50), to: path + "?split_by=20")
        let ending = path == "/render.zip" ? "png" : String(path.dropFirst(8))
        let names = ["0001-0020", "0021-0040", "0041-0050"].map { $0 + "." + ending }
        let files = try UnpackedZIP(answer.body).files
        #expect(try index(files).files.map(\.name) == names)
        for name in names { #expect(!(files[name] ?? Data()).isEmpty) }
    }

    @Test func numberOfWorkersChangesNoByte() throws {
        let one = try InProcessService(["--workers", "1"])
        let many = try InProcessService(["--workers", "3"])
        for path in [
            "/render.pdf?split_by=day", "/render.png?split_by=month", "/render", "/render.pdf",
            "/render.svg",
        ] {
            let first = try one.render(talk(100), to: path)
            for _ in 0..<2 { #expect(try many.post(talk(100), to: path).body == first.body) }
        }
    }

    @Test func partsLookLikeTheWhole() throws {
        // The last message of a part is not the last of the conversation, so it shows no receipt.
        let answer = try service.post(talk(4), to: "/render.svg?split_by=2&show.dates=false")
        let files = try UnpackedZIP(answer.body).files
        let first = String(decoding: try #require(files["0001-0002.svg"]), as: UTF8.self)
        let last = String(decoding: try #require(files["0003-0004.svg"]), as: UTF8.self)
        #expect(!first.contains("Read") && last.contains("Read"))
    }

    @Test(arguments: [("asc", [1, 1, 1]), ("desc", [2, 1, 0])])
    func omittedMessagesAreReportedInOnePart(order: String, gaps: [Int]) throws {
        // Messages 3, 6 and 9 are omitted.
        let path = "/render.txt?split_by=3&gaps=true&filter.from=ana&order=\(order)"
        let files = try UnpackedZIP(service.post(talk(10), to: path).body).files
        let texts = try index(files).files.map {
            String(decoding: try #require(files[$0.name]), as: UTF8.self)
        }
        #expect(texts.map { $0.ranges(of: "left out").count } == gaps)
    }

    @Test(arguments: [
        ("--pages", "3", "/render.pdf?split_by=day", "output-too-large", "pages"),
        ("--pages", "3", "/render.svg?split_by=5", "output-too-large", "pages"),
        (
            "--output-pixels", "900000", "/render.png?split_by=10", "output-too-large",
            "output_pixels"
        ),
        ("--pages", "30", "/render.png?split_by=10&max_height=100&overflow=error", "too-tall", nil),
        ("--pages", "30", "/render.pdf?split_by=fortnight", "invalid-conversation", nil),
    ])
    func limitsCoverAllParts(
        flag: String, value: String, path: String, slug: String, setting: String?
    ) throws {
        let service = try InProcessService([flag, value])
        let problem = try service.post(talk(20), to: path).json
        #expect(problem["status"] as? Int == 422)
        #expect(problem["type"] as? String == "/problems/" + slug)
        #expect(problem["setting"] as? String == setting)
    }

    @Test func commandWritesPartsToAZIP() throws {
        let folder = try TemporaryFolder()
        let talk = try folder.write(self.talk(40), to: "talk.json")
        let words = ["render", talk, "--split-by", "month", "--format", "pdf", "-o"]
        #expect(try command(words + [folder.place("a.pdf")]).code == 2)
        let known = try InProcessService().post(self.talk(40), to: "/render.pdf?split_by=month")
        #expect(try command(words + [folder.place("a.zip")]).code == 0)
        #expect(try Data(contentsOf: folder.file("a.zip")) == known.body)
    }
}

import Foundation
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

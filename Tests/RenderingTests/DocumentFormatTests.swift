import Basics
import Foundation
import Model
import Scene
import System
import TestSupport
import Testing
import Themes

@testable import Rendering

@Suite struct HTMLFormatTests {
    private func page(_ json: String, theme: String = "imessage") throws -> String {
        String(
            decoding: try RenderedRequest.render(json, as: .html, theme: theme).bytes,
            as: UTF8.self)
    }

    @Test(arguments: ["imessage", "whatsapp", "telegram", "print", "slack", "classic-sms", "susi"])
    func pageContainsTheWholeConversation(look: String) throws {
        let page = try page(
            #"""
            {"title": "Family", "me": "ana", "locale": "en-GB", "messages": [
             {"from": "ben", "at": "2026-05-31T09:40:00+02:00", "text": "One\ntwo"},
             {"from": "ana", "format": "markdown", "text": "**three**\n\n1. four", "reactions": ["👍"],
              "edited": {"history": ["older"]}},
             {"kind": "system", "from": "ben", "text": "Ben left"},
             {"from": "ben", "attachments": [{"kind": "image", "alt": "A dog", "src": {"data": "\#(TestImage.dot)"}}]}]}
            """#, theme: look)
        for part in [
            "<html lang=\"en-GB\" dir=\"ltr\">", "<title>Family</title>",
            "<p dir=\"auto\">One\ntwo</p>",
            "<strong>three</strong>", "<ol start=\"1\"><li>", "👍", "older", "Ben left",
            "datetime=\"2026-05-31T09:40:00+02:00\"", "alt=\"A dog\" src=\"data:image/png;base64,",
            "<h1", ">ben</p>", ">ana</p>",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(page.split(separator: "<li class=\"m").count == 4)
    }

    @Test func picturesDoNotReplaceTheWordsBesideThem() throws {
        let page = try page(
            #"""
            {"messages": [{"from": "a", "attachments": [{"kind": "card", "name": "GitHub",
              "text": "Opened by Ana", "buttons": [{"text": "Review", "url": "https://x.example"}],
              "src": {"data": "\#(TestImage.dot)"}}]},
             {"from": "a", "text": "שלום", "dir": "rtl"},
             {"kind": "system", "format": "markdown", "text": "[Ana](https://y.example) joined"}],
             "output": {"grayscale": true}}
            """#)
        #expect(page.contains("GitHub · Opened by Ana") && page.contains("https://x.example"))
        #expect(page.contains("<p dir=\"rtl\">שלום</p>"))
        #expect(page.contains("href=\"https://y.example\""))
        #expect(page.contains("html{filter:grayscale(1)}"))
    }

    @Test func requestedWidthAndBackgroundApply() throws {
        func style(_ output: String) throws -> String {
            try page(#"{"messages": ["Hi"], "output": {\#(output)}}"#, theme: "whatsapp")
        }
        let html = try style(##""width": 640, "background": "#ffb703""##)
        #expect(html.contains("max-width:640px") && html.contains("html{background:#ffb703}"))
        #expect(html.contains("background:#ffb703;color:"))
        #expect(try style(#""background": "transparent""#).contains("html{background:transparent}"))
    }

    @Test func picturesOfPeopleWithoutMessagesAreNotIncluded() throws {
        let talk =
            #"{"participants": [{"id": "a", "name": "A"}, {"id": "b", "name": "B", "#
            + #""avatar": "data:image/png;base64,\#(TestImage.dot)"}], "messages": [{"from": "a", "text": "x"}]}"#
        #expect(!(try page(talk)).contains("data:image/png"))
    }

    @Test(arguments: ["", #""output": {"profile": "evidence"}, "#])
    func onlyEvidenceShowsSpoilersWithoutAClick(output: String) throws {
        let page = try page(
            #"""
            {\#(output)"messages": [{"text": "He did it",
             "entities": [{"type": "spoiler", "offset": 3, "length": 3}]}]}
            """#)
        #expect(page.contains("<span class=\"sp\"") == output.isEmpty)
        #expect(page.contains("<span class=\"sv\"") == !output.isEmpty)
    }

    @Test func textOfMessagesIsNeverMarkup() throws {
        let evil = #"\"><script>alert(1)</script><style>*{}</style><img src=x onerror=y>'&lt;"#
        let page = try page(
            #"""
            {"title": "\#(evil)", "subtitle": "\#(evil)",
             "participants": [{"id": "a", "name": "\#(evil)", "handle": "\#(evil)"}],
             "messages": [{"from": "a", "id": "\#(evil)", "text": "\#(evil)",
              "entities": [{"type": "link", "offset": 0, "length": 3, "url": "javascript:alert(1)"},
               {"type": "link", "offset": 4, "length": 3, "url": "https://a.example/\#(evil)"}],
              "attachments": [{"kind": "file", "name": "\#(evil)"}],
              "poll": {"question": "\#(evil)", "options": ["\#(evil)"]}},
             {"from": "a", "format": "markdown", "text": "```\#(evil)\n\#(evil)\n```"}]}
            """#)
        #expect(
            !page.contains("<script") && !page.contains("<img") && !page.contains("javascript:"))
        #expect(page.split(separator: "<style").count == 2)
        let tags = page.matches(of: #/<(\/?[a-z0-9]+)/#).map { String($0.output.1) }
        let known = [
            "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "ol", "ul", "li",
            "p", "div", "span", "a", "time", "pre", "code", "header", "figure", "figcaption",
        ]
        #expect(tags.allSatisfy { known.contains($0.replacing("/", with: "")) })
    }

    /// The policy allows the style by its digest and nothing else.
    @Test func policyAllowsOnlyThePagesOwnStyle() throws {
        let page = try page(#"{"messages": ["a"]}"#)
        let style = try #require(page.firstMatch(of: #/<style>([^<]*)<\/style>/#)).output.1
        let digest = Base64.text(of: try SHA256.digest(of: Array(style.utf8)))
        #expect(
            page.contains("default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'"))
        #expect(page.contains("style-src 'sha256-\(digest)'"))
        #expect(!page.contains(" style="))
    }

    @Test func namesInAThemeCannotEndACSSRule() throws {
        let made = try RenderedRequest.render(#"{"messages": ["a"]}"#, as: .html) { theme in
            theme.text.body.families = [#"x";}</style><script>*{"#]
        }
        let page = String(decoding: made.bytes, as: UTF8.self)
        #expect(page.contains("\"xstylescript\"") && !page.contains("<script"))
    }

    /// A picture shared by many messages is embedded once.
    @Test func repeatedPicturesAreEmbeddedOnce() throws {
        let emoji = (0..<50).map { _ in
            #"{"from": "a", "text": ":x:", "entities": [{"type": "custom_emoji", "offset": 0, "length": 3, "name": "x"}]}"#
        }
        let page = try page(
            #"{"emoji": [{"name": "x", "src": {"data": "\#(TestImage.dot)"}}], "messages": [\#(emoji.joined(separator: ","))]}"#
        )
        #expect(page.split(separator: "data:image/png").count <= 2)
        #expect(page.split(separator: "class=\"e ").count == 51)
    }
}

@Suite struct TextDocumentFormatTests {
    private static let formats: [Output.Format] = [.txt, .md, .csv, .mbox]

    private static func talk(_ count: Int, _ more: String = "") -> String {
        let messages = (0..<count).map { #"{"from": "\#($0 % 2)", "text": "Message \#($0)"}"# }
        return #"{\#(more)"messages": [\#(messages.joined(separator: ","))]}"#
    }

    private static let photo = #"""
        {"messages": [{"from": "a", "attachments": [{"kind": "image", "name": "a.png", "src": {"data":
        "\#(TestImage.dot)"}}]}]
        """#

    @Test(arguments: formats)
    func textFormatsContainEveryMessage(format: Output.Format) throws {
        let made = try RenderedRequest.render(Self.talk(3_000), as: format)
        let text = String(decoding: made.bytes, as: UTF8.self)
        #expect(text.split(separator: "Message ").count == 3_001)
        #expect(made.report?.messages == 3_000 && made.report?.width == 0)
        #expect(made.report?.warningCount == 0)
    }

    @Test(arguments: formats)
    func partsAreInAZIP(format: Output.Format) throws {
        let made = try RenderedRequest.render(
            Self.talk(9, #""output": {"split_by": "3"}, "#), as: format)
        #expect(made.report?.format == .zip && made.report?.pages == 3)
        // The name of each part occurs before it and in the directory of the archive.
        let names = String(decoding: made.bytes, as: UTF8.self).split(
            separator: "." + format.rawValue)
        #expect(names.count == 7)
    }

    @Test(arguments: formats)
    func omittedContentGetsAWarning(format: Output.Format) throws {
        let made = try RenderedRequest.render(Self.photo + "}", as: format)
        #expect(made.report?.warnings.map(\.kind) == [.unsupported])
        #expect(String(decoding: made.bytes, as: UTF8.self).contains("a.png"))
        #expect {
            try RenderedRequest.render(Self.photo + #", "options": {"strict": true}}"#, as: format)
        } throws: { error in
            guard case .strict(let warning) = error as? RenderFault else { return false }
            return warning.detail.contains("not included")
        }
    }
}

@Suite struct FolderListingsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    private func write(_ name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(name.utf8).write(to: file)
    }

    /// Listing the folder again for each of its files would take quadratic time.
    @Test func filesOfAFolderShareItsList() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a.txt", "b.txt"] { try write(name) }
        let listings = FolderListings()
        func files(beside name: String) throws -> Upload {
            try Upload(path: folder.appending(path: name).path, listings: listings)
        }
        #expect(try files(beside: "a.txt").files.names == ["b.txt"])
        try write("c.txt")
        let later = try files(beside: "b.txt").files
        #expect(later.names == ["a.txt"])
        #expect(later["c.txt"] == Array("c.txt".utf8))
    }

    @Test func aFolderThatCannotBeListedIsAFailure() throws {
        try write("a.txt")
        let files = try Upload(path: folder.appending(path: "a.txt").path).files
        #expect(!files.hasFailed)
        try FileManager.default.removeItem(at: folder)
        #expect(files.names.isEmpty)
        #expect(files.hasFailed)
    }

    /// A backup of a phone has hundreds of thousands of files in 256 folders.
    @Test func theFoldersOfABackupAreNotListed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Manifest.db", "Manifest.plist"] { try write("device/\(name)") }
        try write("device/3d/3d0d")
        for path in [folder.path, folder.path + "/device"] {
            let files = try Upload(path: path).files
            let prefix = path == folder.path ? "device/" : ""
            #expect(files.names == [prefix + "Manifest.db", prefix + "Manifest.plist"])
            #expect(files[prefix + "3d/3d0d"] == Array("device/3d/3d0d".utf8))
        }
    }
}

@Suite struct ChatFileNamesTests {
    private let day = Moment(milliseconds: 1_777_629_600_000, offset: 7_200)

    private func names(_ titles: [String], dated: Bool = true) -> [String] {
        var names = ChatFileNames(reserved: AccountReport.fileNames)
        return titles.map { names.next($0, dated ? day : nil, ending: ".pdf") }
    }

    @Test func nameIsDateAndTitle() {
        #expect(names(["Trip"]) == ["2026-05-01 Trip.pdf"])
        #expect(names(["Trip"], dated: false) == ["Trip.pdf"])
    }

    @Test(arguments: [
        ("../x", "_x"), ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j"), ("", "Chat"),
        ("...", "Chat"),
        (" . ", "Chat"), (".hidden", "hidden"), ("end. .", "end"), ("two\n\t  lines", "two lines"),
        ("nul\u{0}byte\u{7F}", "nulbyte"), ("🎉 Party 👩‍👩‍👧", "🎉 Party 👩‍👩‍👧"), ("مرحبا", "مرحبا"),
        ("evil\u{202E}fdp.exe", "evilfdp.exe"), ("\u{200F}שלום", "שלום"), ("\u{FEFF}", "Chat"),
        ("e\u{301}te\u{301}", "été"), ("\u{E000}", "_"), ("100 %", "100 %"),
    ])
    func titlesAreSafe(title: String, safe: String) {
        #expect(names([title]) == ["2026-05-01 \(safe).pdf"])
    }

    @Test func devicesOfWindowsAreNoNames() {
        #expect(
            names(["CON", "nul", "com1", "LPT¹", "aux.txt", "console"], dated: false) == [
                "_CON.pdf", "_nul.pdf", "_com1.pdf", "_LPT¹.pdf", "_aux.txt.pdf", "console.pdf",
            ])
        #expect(names(["CON"]) == ["2026-05-01 CON.pdf"])
    }

    @Test func longTitlesAreCutBetweenCharacters() {
        let marks = "e" + String(repeating: "\u{301}", count: 100_000)
        for title in [
            String(repeating: "a", count: 300), String(repeating: "👩‍👩‍👧", count: 300), marks + marks,
        ] {
            let name = names([title])[0]
            #expect(name.utf8.count <= 200 && name.utf8.count > 60, "\(name.utf8.count)")
            #expect(name.hasSuffix(".pdf"))
        }
        #expect(names([String(repeating: "👩‍👩‍👧", count: 300)])[0].dropLast(4).last == "👩‍👩‍👧")
    }

    @Test func equalNamesAreNumberedWithoutCase() {
        #expect(
            names(["Trip", "trip", "TRIP (2)", "Trip", "straße", "STRASSE", "e\u{301}", "\u{E9}"])
                == [
                    "2026-05-01 Trip.pdf", "2026-05-01 trip (2).pdf", "2026-05-01 TRIP (2) (2).pdf",
                    "2026-05-01 Trip (3).pdf", "2026-05-01 straße.pdf",
                    "2026-05-01 STRASSE (2).pdf", "2026-05-01 é.pdf", "2026-05-01 é (2).pdf",
                ])
        var own = ChatFileNames(reserved: AccountReport.fileNames)
        #expect(own.next("Index", nil, ending: ".html") == "Index (2).html")
    }

    @Test func manyEqualTitlesTakeLinearTime() {
        let time = ContinuousClock().measure {
            let all = names(Array(repeating: "New chat", count: 20_000))
            #expect(all[19_999] == "2026-05-01 New chat (20000).pdf")
        }
        #expect(time < .seconds(60))
    }
}

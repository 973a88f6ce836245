import Basics
import Foundation
import Model
import Scene
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
            "p",
            "div", "span", "a", "time", "pre", "code", "header", "figure", "figcaption",
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

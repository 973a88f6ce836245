import Basics
import Foundation
import Testing

@testable import Service

/// Assembled from their files.
@Suite struct WebPageTests {
    private let files = ["a.css": "p {}\n", "a.js": "let a\n", "b.js": "let b\n"]

    private func page(_ index: String) throws -> String {
        String(decoding: try WebPage(index: index) { files[$0] }.bytes, as: UTF8.self)
    }

    @Test func referencedFilesAreInlined() throws {
        let index = """
            <link rel="stylesheet" href="a.css">
            <p>Hi</p>
            <script src="a.js"></script>
            <script src="b.js"></script>
            </body>

            """
        #expect(
            try page(index) == """
                <style>
                p {}
                </style>
                <p>Hi</p>
                <script>
                let a

                let b
                </script>
                </body>

                """)
        #expect(try page("no file\n") == "no file\n")
    }

    @Test func markdownBecomesMarkup() throws {
        let files = ["a.md": "# How do I…\n\n## a *chat*, for court\n\n```sh\nls <x>\n```\n"]
        let page = try WebPage(index: "<!-- a.md -->\n<!-- note -->") { files[$0] }
        #expect(
            String(decoding: page.bytes, as: UTF8.self) == """
                <h2 id="how-do-i">How do I…</h2>
                <h3 id="a-chat-for-court">a <em>chat</em>, for court</h3>
                <pre dir="ltr" tabindex="0"><code data-language="sh">ls &lt;x&gt;</code></pre>

                <!-- note -->
                """)
    }

    @Test func missingFilesAreNamed() {
        #expect(throws: WebPage.Fault.missing("c.js")) {
            try page(#"<script src="c.js"></script>"#)
        }
    }

    /// Commands in the plain-text help work as they are.
    @Test func helpNamesTheHostThatWasAsked() throws {
        let answer = try InProcessService().get("/")
        #expect(answer.text.contains(#"]}' localhost/render -o chat.png"#))
        #expect(answer.text.contains(#"]}' localhost/render.pdf -o chat.pdf"#))
        #expect(answer.header("content-type") == "text/plain; charset=utf-8")
    }

    /// Everything in a page's folder is sent, with the files it shares, and no reference remains.
    @Test(arguments: [
        ("/", "page", ["../page/base.css"]),
        ("/docs", "docs", ["../page/base.css", "../page/examples.js", "../page/json.js"]),
    ])
    func pagesAreSelfContained(path: String, name: String, shared: [String]) throws {
        let folder = RunningService.root.appendingPathComponent("config/\(name)")
        let answer = try InProcessService().get(path, ["Accept: text/html"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count > 10)
        for name in names + shared where name != "index.html" && name != "languages" {
            // Markdown is converted; ReferenceTests find its headings.
            guard !name.hasSuffix(".md") else { continue }
            let part = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            // Translations replace placeholders.
            for text in part.split(separator: try Regex("\\{\\{[a-z_]+\\}\\}")) {
                #expect(answer.text.contains(text), "\(name)")
            }
        }
        #expect(!answer.text.contains("src=\"") && !answer.text.contains("rel=\"stylesheet\""))
        #expect(answer.text.hasSuffix("</script>\n</body>\n</html>\n"))
        let policy = try #require(answer.header("content-security-policy"))
        #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("http"))
    }

    /// Prepared once: an ETag for each encoding, and 304 to a client with a current copy.
    @Test(arguments: ["/", "/docs", "/openapi.json", "/schema.json", "/themes"])
    func staticResponsesAreCompressedAndTagged(path: String) throws {
        let html = "Accept: text/html, application/json"
        let plain = try service.get(path, [html])
        let packed = try service.get(path, [html, "Accept-Encoding: br, gzip;q=0.8"])
        #expect(plain.header("content-encoding") == nil)
        #expect(packed.header("content-encoding") == "gzip")
        #expect(packed.body.count < plain.body.count / 2 && plain.header("vary") != nil)
        let whole = try Inflater.inflate(
            Array(packed.body), .gzip, limit: 10_000_000, budget: .unlimited)
        #expect(Data(whole) == plain.body)
        for (answer, fields) in [(plain, []), (packed, ["Accept-Encoding: gzip"])] {
            let tag = try #require(answer.header("etag"))
            let again = try service.get(path, [html, "If-None-Match: \(tag)"] + fields)
            #expect(again.status == 304 && again.body.isEmpty && again.header("etag") == tag)
        }
        #expect(plain.header("etag") != packed.header("etag"))
        #expect(try service.get(path, [html, "Accept-Encoding: gzip;q=0"]).body == plain.body)
    }
}

@Suite struct PageLanguageTests {
    private static let folder = RunningService.root.appendingPathComponent("config/page")

    @Test(
        arguments: [
            ("/", nil, "en", "ltr", "Undo"), ("/", "fi", "en", "ltr", "Undo"),
            ("/", "de-AT,de;q=0.9,en;q=0.8", "de", "ltr", "Rückgängig"),
            ("/", "en;q=0.3, ar;q=0.9", "ar", "rtl", "تراجع"),
            ("/", "iw", "he", "rtl", "ביטול"), ("/", "zh-TW", "zh-Hant", "ltr", "還原"),
            ("/?lang=ja", "de", "ja", "ltr", "元に戻す"), ("/?lang=x", "de", "de", "ltr", "Rückgängig"),
        ] as [(String, String?, String, String, String)])
    func pageLanguageFollowsTheBrowser(
        path: String, accept: String?, tag: String, direction: String, undo: String
    ) throws {
        let fields = ["Accept: text/html"] + (accept.map { ["Accept-Language: " + $0] } ?? [])
        let answer = try InProcessService().get(path, fields)
        #expect(answer.text.contains(#"<html lang="\#(tag)" dir="\#(direction)">"#))
        #expect(answer.text.contains(#"aria-label="\#(undo)""#))
        #expect(answer.header("content-language") == tag)
        #expect(answer.header("vary") == "Accept, Accept-Language, Accept-Encoding")
    }

    @Test func eachLanguageHasItsOwnETag() throws {
        func get(_ language: String, _ more: String...) throws -> Answer {
            try service.get("/", ["Accept: text/html", "Accept-Language: " + language] + more)
        }
        let tag = try #require(get("de").header("etag"))
        #expect(!tag.hasPrefix("W/"))
        #expect(try get("fr").header("etag") != tag)
        #expect(try get("de", "If-None-Match: \(tag)").status == 304)
        let other = try get("fr", "If-None-Match: \(tag)")
        #expect(other.status == 200 && other.text.contains(#"lang="fr""#))
    }

    @Test func everyPlaceholderIsReplaced() throws {
        let files = Self.folder.appendingPathComponent("languages")
        let names = try FileManager.default.contentsOfDirectory(atPath: files.path)
        #expect(names.count >= 18)
        for name in names {
            let tag = String(name.dropLast(5))
            let answer = try service.get("/?lang=" + tag, ["Accept: text/html"])
            #expect(answer.header("content-language") == tag)
            #expect(!answer.text.contains("{{") && !answer.text.contains("}}<"), "\(tag)")
        }
    }

    /// Proper names, which are the same in all languages.
    private static let names: Set<String> = [
        "Chatprint", "JSON", "PNG", "WebP", "JPEG", "PDF", "SVG", "GIF", "MP4", "WebM", "A4", "A5",
        "Letter", "Legal",
    ]

    /// Every text in the markup is a placeholder, a name or free of letters.
    @Test func markupContainsNoUntranslatedWords() throws {
        var markup = try String(
            contentsOf: Self.folder.appendingPathComponent("index.html"), encoding: .utf8)
        markup.replace(try Regex("(?s)<svg.*?</svg>|<code.*?</code>|<!doctype html>"), with: "")
        let texts =
            markup.matches(of: #/>([^<>]+)</#).map(\.output.1)
            + markup.matches(of: #/(?:title|placeholder|aria-label|alt|content)="([^"]*)"/#).map(
                \.output.1)
        #expect(texts.count > 70)
        let settings: Set<Substring> = ["width=device-width, initial-scale=1", "light dark"]
        for text in texts where !settings.contains(text) {
            let words = text.replacing(/\{\{[a-z_]+\}\}/, with: "").split {
                !$0.isLetter && !$0.isNumber
            }
            #expect(
                words.allSatisfy { Self.names.contains(String($0)) || !$0.contains(/[A-Za-z]{2}/) },
                "\(text)")
        }
    }

    /// Scripts take their texts from `word`: no literal reads like a sentence or a label, and
    /// arguments that become text are never literals.
    @Test(arguments: [
        "composer", "details", "download", "editor", "elements", "excerpt", "files", "findings",
        "json", "looks", "mode", "page", "preview", "start", "state", "words",
    ])
    func scriptsContainNoUntranslatedWords(name: String) throws {
        let script = try String(
            contentsOf: Self.folder.appendingPathComponent(name + ".js"), encoding: .utf8
        ).replacing(try Regex("(?m)^ *(?://|/?\\*).*$"), with: "")
        let literals = script.matches(of: #/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/#).map {
            String($0.output.1 ?? $0.output.2 ?? "").replacing(/\$\{[^}]*\}/, with: "")
        }
        for literal in literals where !Self.isCode(literal) {
            Issue.record("\(name).js: \(literal)")
        }
        // Only symbols may be literals where an element takes a label or a text.
        let labels = script.matches(
            of: #/(?:'aria-label'|title|placeholder|textContent|alt)(?:, | ?[:=] ?)['`]([^'`]*)/#)
        for label in labels where label.output.1.contains(/[A-Za-z]/) {
            Issue.record("\(name).js: \(label.output.0)")
        }
        #expect(!script.contains(try Regex("say\\(['`]")), "\(name).js")
    }

    /// Values that the scripts use and no person reads.
    private static let code: Set<String> = [
        "use strict", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Escape",
        "Enter", "Control+Enter", "Files", "Invalid JSON", "DELETE", "POST",
        "Chatprint-Importer", "Chatprint-Messages", "Chatprint-Warnings", "Chatprint-",
        "Content-Disposition", "Content-Type", "Server-Timing", "Messages", "Pages", "Warnings",
        "Width",
        "Height", "Accept", "Prefer", "Bearer ", "-HAuthorization: Bearer ", "iMessage", "SMS",
        "WhatsApp", "LINE", "KakaoTalk", "WeChat",
        "IRC", "Bézier", "Classic SMS", "Ben", "Ana", "Ida", "Bo", "Lunch?", "Gladly 🙂", "A4",
        "tool small", "button main", "field-sizing",
    ]

    /// Whether a literal is an identifier of the program rather than text: no capital letter and no
    /// two words.
    private static func isCode(_ literal: String) -> Bool {
        if code.contains(literal) || literal.contains(/[<>{}\/=#]/) { return true }
        // SVG paths and class names.
        if literal.contains(/^M\d/) { return true }
        return !literal.contains(/\b\p{Lu}\p{Ll}/) && !literal.contains(/\p{L}{2,} \p{L}{2,} \p{L}/)
    }
}

/// The theme of a conversation that names none, or `auto`.
@Suite struct AutomaticLookTests {
    /// An SVG: it states the position of every element.
    private func drawn(
        _ body: String, _ query: String, type: String = "application/json"
    ) throws -> Data {
        try service.render(body, to: "/render.svg?" + query, ["Content-Type: \(type)"]).body
    }

    private func own(_ service: String, theme: String? = nil) -> String {
        let theme = theme.map { #","theme":\#($0)"# } ?? ""
        return """
            {"service":"\(service)","me":"ana"\(theme),
             "messages":[{"from":"ben","text":"Hi"},{"from":"ana","text":"Hello"}]}
            """
    }

    /// A shipped theme lists several fonts; some machines have only the later ones.
    @Test func aModeDoesNotMakeAThemeCustom() throws {
        for look in ["whatsapp", "print", "assistant"] {
            // Paper has no dark mode.
            let mode = look == "print" ? "light" : "dark"
            let answer = try service.render(
                own("irc"), to: "/render.png?theme=\(look)&mode=\(mode)",
                ["Content-Type: application/json"])
            #expect(answer.header("Chatprint-Warnings") == "0")
        }
        let own =
            #"{"messages":["Hi"],"theme":{"extends":"print","text":{"body":{"families":["Nobody"]}}}}"#
        let answer = try service.post(own, to: "/render.png", ["Content-Type: application/json"])
        #expect(answer.header("Chatprint-Warnings") == "1")
    }

    @Test(arguments: [
        (
            "--- Log opened Mon May 01 10:00:00 2023\n10:01 < ana> hello there\n10:02 <@ben> hi\n",
            "irc"
        ), ("Ana: Hi\nBen: Hello\nAna: How are you?\n", "imessage"),
    ])
    func exportsUseTheThemeOfTheirAppOrTheDefault(chat: String, theme: String) throws {
        let plain = try drawn(chat, "me=ana", type: "text/plain")
        #expect(try plain == drawn(chat, "me=ana&theme=\(theme)", type: "text/plain"))
        #expect(try plain == drawn(chat, "me=ana&theme=auto", type: "text/plain"))
        #expect(try plain != drawn(chat, "me=ana&theme=signal", type: "text/plain"))
        let dark = try drawn(chat, "me=ana&mode=dark", type: "text/plain")
        #expect(try dark == drawn(chat, "me=ana&theme=\(theme)&mode=dark", type: "text/plain"))
    }

    @Test(arguments: ["slack", "discord", "irc", "line"])
    func conversationsUseTheThemeOfTheirServiceOnlyWithAuto(app: String) throws {
        let plain = try drawn(own(app), "")
        #expect(try plain == drawn(own(app), "theme=imessage"))
        let asked = try drawn(own(app), "theme=auto")
        #expect(try asked == drawn(own(app), "theme=" + app))
        #expect(try asked == drawn(own(app, theme: #""auto""#), ""))
        #expect(asked != plain)
        let dark = #"{"extends":"auto","mode":"dark"}"#
        #expect(try drawn(own(app, theme: dark), "") == drawn(own(app), "theme=\(app)&mode=dark"))
    }

    @Test(arguments: ["whatsapp", "telegram", "sms", "assistant", "messenger", "signal"])
    func bubbleThemesOfServicesApplyByDefault(app: String) throws {
        let plain = try drawn(own(app), "")
        #expect(try plain == drawn(own(app), "theme=" + app))
        #expect(try plain == drawn(own(app), "theme=auto"))
    }
}

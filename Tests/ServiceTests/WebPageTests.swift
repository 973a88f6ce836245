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

import Foundation
import Testing

@testable import Service

/// The page at `/`, put together from its files.
@Suite struct WebPageTests {
    private let files = ["a.css": "p {}\n", "a.js": "let a\n", "b.js": "let b\n"]

    private func page(_ index: String) throws -> String {
        String(decoding: try WebPage(index: index) { files[$0] }.bytes, as: UTF8.self)
    }

    @Test func filesStandWhereTheyWereNamed() throws {
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

    @Test func aFileThatIsNotThereIsNamed() {
        #expect(throws: WebPage.Fault.missing("c.js")) {
            try page(#"<script src="c.js"></script>"#)
        }
    }

    /// All that `config/page` holds is sent, and nothing that would be asked for is left.
    @Test func theServicesPageIsWhole() throws {
        let folder = RunningService.root.appendingPathComponent("config/page")
        let text = try InProcessService().get("/", ["Accept: text/html"]).text
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count > 10)
        for name in names where name != "index.html" {
            let part = try String(
                contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            #expect(text.contains(part), "\(name)")
        }
        #expect(!text.contains("src=\"") && !text.contains("rel=\"stylesheet\""))
        #expect(text.hasSuffix("</script>\n</body>\n</html>\n"))
    }
}

import Foundation
import HTTP
import Testing

@testable import Service

/// The reference for language models and offline reading.
@Suite struct ReferenceTests {
    private func lines(_ path: String) throws -> [String] {
        let answer = try service.get(path)
        #expect(answer.status == 200)
        return answer.text.split(separator: "\n").map(String.init)
    }

    @Test func referenceNamesEveryRoute() throws {
        let lines = try lines("/docs.md")
        for row in Route.table where !row.path.hasPrefix("/render.{format}/") {
            for operation in row.operations {
                let heading = "### \(operation.method.name) \(row.path)"
                #expect(lines.contains(heading), "\(heading)")
            }
        }
    }

    @Test func referenceNamesFieldsFormatsThemesAndExports() throws {
        let text = try service.get("/docs.md").text
        for name in [
            "- `messages`", "### messageObject", "- `page.size`", "- `whatsapp`:", "- `pdf`:",
            "- `telegram`:", "- `court`:",
        ] {
            #expect(text.contains(name), "\(name)")
        }
        #expect(text.utf8.count < 200_000)
    }

    @Test func indexLinksToTheReferenceAndItsRecipes() throws {
        let index = try service.get("/llms.txt")
        #expect(index.header("content-type") == "text/plain; charset=utf-8")
        #expect(index.text.hasPrefix("# Chatprint\n\n> "))
        let anchors = index.text.matches(of: #/\]\(\/docs\.md#([^)]+)\)/#).map {
            String($0.output.1)
        }
        #expect(!anchors.isEmpty)
        let page = try service.get("/docs").text
        for anchor in anchors { #expect(page.contains("id=\"\(anchor)\""), "\(anchor)") }
        for match in index.text.matches(of: #/\]\((\/[^)#]+)\)/#) {
            #expect(try service.get(String(match.output.1)).status == 200)
        }
    }
}

import Basics
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

/// The `type` of problem documents points to these pages.
@Suite struct ProblemTypeTests {
    @Test func everyTypeHasAPageWithItsTitleCausesAndRemedy() throws {
        for type in ProblemType.allCases {
            let answer = try service.get(type.path)
            #expect(answer.status == 200)
            for part in [type.description.title, type.description.causes, type.description.remedy] {
                #expect(answer.text.contains(part), "\(type.rawValue)")
            }
        }
    }

    @Test func listHasEveryType() throws {
        let list = try InProcessService().get("/problems").text
        for type in ProblemType.allCases {
            #expect(list.contains("\(type.rawValue) (\(type.description.status))"))
        }
    }

    @Test func browsersGetHTML() throws {
        let page = try service.get("/problems/not-found", ["Accept: text/html,*/*;q=0.8"])
        #expect(page.text.hasPrefix("<!doctype html>"))
        #expect(page.text.contains("<code>GET /</code>"))
    }

    @Test func unknownTypesAreNotFound() throws {
        let answer = try InProcessService().get("/problems/nonsense")
        #expect(answer.status == 404)
        #expect(answer.text.contains(#""type":"/problems/not-found""#))
    }

    /// A title names the problem; causes and remedy are complete sentences.
    @Test func descriptionsFollowTheRules() {
        for type in ProblemType.allCases {
            let words = type.description
            #expect(!words.title.hasSuffix("."), "\(type.rawValue)")
            #expect(words.causes.hasSuffix(".") && words.remedy.hasSuffix("."), "\(type.rawValue)")
            #expect((400...599).contains(words.status), "\(type.rawValue)")
            #expect(words.title != type.rawValue, "the catalogue lacks \(type.rawValue)")
        }
    }
}

/// With every way to state the address of the service.
@Suite struct HealthTests {
    private func health(
        _ flags: [String] = [], _ environment: [String] = []
    ) throws -> (code: Int32, output: Data, errors: String) {
        try RunningService.run(
            ["env", "-u", "CHATPRINT_PORT", "-u", "CHATPRINT_HOST"] + environment
                + [RunningService.executable.path, "health"] + flags)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("localhost", "localhost"),
    ])
    func findsTheServiceByFlagsTheEnvironmentAndAFile(listening: String, host: String) throws {
        let service = try RunningService(["--host", listening])
        let port = String(service.port)
        #expect(try command(["health", "--host", host, "--port", port]).code == 0)
        let environment = ["CHATPRINT_HOST=\(host)", "CHATPRINT_PORT=\(port)"]
        #expect(try health([], environment).code == 0)
        // Flags win over the environment, as with `serve`, whose other flags are accepted too.
        #expect(try health(["--workers", "1", "--port", "1"], environment).code == 1)
        let folder = try TemporaryFolder()
        try folder.write("", to: "themes/none")
        try folder.write("{\"port\": \(port), \"host\": \"\(host)\"}", to: "chatprint.json")
        let config = "CHATPRINT_CONFIG=\(folder.path)"
        #expect(try command(["health", "--config", folder.path]).code == 0)
        #expect(try health([], [config]).code == 0)
        #expect(try health([], [config, "CHATPRINT_PORT=1"]).code == 1)
    }
}

import Foundation
import HTTP
import Model
import Testing

@testable import Service

@Suite struct RouteTests {
    private let hello = #"{"messages":["Hi!","Hello","How are you?"]}"#

    @Test(arguments: [
        ("/render", "image/png"), ("/render.png", "image/png"),
        ("/render.pdf", "application/pdf"), ("/render.svg", "image/svg+xml"),
        ("/render.webp", "image/webp"), ("/render.jpeg", "image/jpeg"),
        ("/render.jpg", "image/jpeg"), ("/render?format=webp&quality=60", "image/webp"),
        ("/render.json", "application/json"), ("/render.zip", "application/zip"),
        ("/render.txt", "text/plain; charset=utf-8"), ("/render.mbox", "application/mbox"),
        ("/render.rsmf", "application/zip"), ("/render.bag", "application/zip"),
        ("/render.production", "application/zip"), ("/render?format=rsmf", "application/zip"),
        ("/render.md", "text/markdown; charset=utf-8"),
        ("/render.html", "text/html; charset=utf-8"),
        ("/render?format=csv", "text/csv; charset=utf-8; header=present"),
        ("/render?format=pdf", "application/pdf"), ("/render.png?format=pdf", "image/png"),
    ])
    func rendersEveryFormat(path: String, type: String) throws {
        let answer = try service.render(hello, to: path)
        #expect(answer.header("content-type") == type)
        #expect(answer.header("chatprint-messages") == "3")
        #expect(answer.header("content-length") == String(answer.body.count))
        #expect(!answer.body.isEmpty)
    }

    @Test(arguments: [
        ("application/pdf", 200, "application/pdf"),
        ("image/png;q=0.5, application/pdf", 200, "application/pdf"),
        ("*/*", 200, "image/png"), ("image/*", 200, "image/png"),
        ("image/webp, image/png;q=0.9", 200, "image/webp"),
        ("image/webp;q=0.8, image/png;q=0.9", 200, "image/png"), ("image/jpeg", 200, "image/jpeg"),
        ("text/csv", 200, "text/csv; charset=utf-8; header=present"),
        ("text/markdown, text/plain;q=0.9", 200, "text/markdown; charset=utf-8"),
        ("application/mbox", 200, "application/mbox"),
        ("image/bmp", 406, "application/problem+json"),
    ])
    func negotiatesTheFormat(accept: String, status: Int, type: String) throws {
        let answer = try service.post(hello, to: "/render", ["Accept: \(accept)"])
        #expect(answer.status == status && answer.header("content-type") == type)
    }

    @Test(arguments: [
        ("GET", "/", 200), ("GET", "/themes", 200), ("GET", "/themes/whatsapp?mode=dark", 200),
        ("GET", "/themes/nope", 404), ("GET", "/formats", 200), ("GET", "/importers", 200),
        ("GET", "/openapi.json", 200), ("GET", "/schema.json", 200), ("GET", "/docs", 200),
        ("GET", "/healthz", 200),
        ("GET", "/readyz", 200), ("GET", "/version", 200), ("GET", "/metrics", 200),
        ("GET", "/nothing", 404), ("GET", "/render", 405), ("DELETE", "/render", 405),
        ("POST", "/themes", 405), ("OPTIONS", "/render", 204), ("GET", "/../etc/passwd", 404),
        ("GET", "/themes/..%2f..%2fetc%2fpasswd", 404), ("TRACE", "/render", 405),
    ])
    func answersEveryRoute(method: String, path: String, status: Int) throws {
        let answer = try service.send(method, path)
        #expect(answer.status == status)
        if status == 405 || status == 204 { #expect(answer.header("allow") != nil) }
        if status >= 400 {
            #expect(answer.header("content-type") == "application/problem+json")
        }
    }

    @Test(arguments: Route.fixedPaths.filter { $0.count > 4 })
    func misspelledPathsGetASuggestion(path: String) throws {
        let problem = try service.get(String(path.dropLast(2) + path.suffix(1))).json
        #expect(problem["status"] as? Int == 404 && problem["did_you_mean"] as? String == path)
    }

    @Test(arguments: [
        "/", "/docs", "/themes", "/formats", "/healthz", "/openapi.json", "/render.png?m=Hi",
    ])
    func headSendsTheHeadersOfGetWithoutTheBody(path: String) throws {
        let get = try service.get(path)
        let head = try service.send("HEAD", path)
        #expect(head.status == get.status && head.body.isEmpty)
        for name in ["content-length", "content-type", "etag", "chatprint-height"] {
            #expect(head.header(name) == get.header(name), "\(name)")
        }
    }

    @Test(
        arguments: [
            ("", 400, "json-syntax", nil), ("{", 400, "json-syntax", nil),
            (#"{"messages":["a",]}"#, 400, "json-syntax", nil),
            (#"{"messages":[]}"#, 422, "invalid-conversation", "/messages"),
            (#"{"messages":[1]}"#, 422, "invalid-conversation", "/messages/0"),
            (#"{"messages":["a"],"theme":"nope"}"#, 422, "unknown-theme", "/theme"),
            (
                #"{"messages":["a"],"theme":{"bubble":{"sent":{"fill":"red"}}}}"#, 422,
                "invalid-theme",
                "/theme/bubble/sent/fill"
            ),
            (
                #"{"messages":["a"],"output":{"scale":9}}"#, 422, "invalid-conversation",
                "/output/scale"
            ),
            (
                #"{"messages":[{"attachments":[{"kind":"image","src":{"data":"!!"}}]}]}"#, 422,
                "image-base64", "/messages/0/attachments/0/src/data"
            ),
            (
                #"{"messages":[{"attachments":[{"kind":"image","src":{"data":"PHN2Zz4="}}]}]}"#,
                422,
                "image-type", "/messages/0/attachments/0/src/data"
            ),
        ] as [(String, Int, String, String?)])
    func problemsStateFaultAndPosition(
        body: String, status: Int, slug: String, pointer: String?
    ) throws {
        let answer = try service.post(body, to: "/render", ["X-Request-Id: abc-1"])
        #expect(answer.status == status)
        let problem = try answer.json
        #expect(problem["type"] as? String == "/problems/" + slug)
        #expect(problem["status"] as? Int == status)
        #expect(problem["request_id"] as? String == "abc-1")
        #expect(problem["pointer"] as? String == pointer)
        #expect(!(problem["detail"] as? String ?? "").isEmpty)
    }

    /// A document opened in a browser must run no script, wherever it is served.
    @Test(arguments: ["svg", "html"])
    func browserDocumentsHaveAContentSecurityPolicy(format: String) throws {
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
        func has(_ answer: Answer) -> Bool {
            answer.header("content-security-policy") == policy
        }
        let service = try InProcessService(["--job-bytes", "1MiB", "--cache-bytes", "16MiB"])
        let path = "/render.\(format)"
        for _ in 0..<2 { #expect(try has(service.post(hello, to: path))) }
        let get = try service.get(path + "?m=Hi")
        #expect(try has(get) && has(service.send("HEAD", path + "?m=Hi")))
        // RFC 9110 §15.4.5: the response stored by the client keeps its policy.
        let tag = try #require(get.header("etag"))
        let same = try service.get(path + "?m=Hi", ["If-None-Match: " + tag])
        #expect(same.status == 304 && same.header("content-security-policy") == nil)
        let job = try service.post(hello, to: path, ["Prefer: respond-async"])
        let location = try #require(job.header("location"))
        _ = try service.get(location, ["Accept: text/event-stream"])
        #expect(try has(service.get(location + "/result")))
        for other in ["png", "zip", "json", "pdf", "txt"] {
            let answer = try service.post(hello, to: "/render." + other)
            #expect(answer.status == 200 && answer.header("content-security-policy") == nil)
        }
    }

    @Test(arguments: ["abc", "", "20.5", "0", "10000", "99999999999999999999"])
    func rejectsInvalidYears(year: String) throws {
        for body in [hello, "31/05, 09:00 - Ben: Hallo\n"] {
            let answer = try service.post(body, to: "/render?year=\(year)")
            #expect(answer.status == 422 && answer.text.contains(#"The parameter \"year\""#))
        }
    }

    @Test func invalidJSONBodiesStateTheColumn() throws {
        for (body, column) in [("  hello", 3), ("\"a", 1), ("<html>", 1)] {
            let answer = try service.post(body, to: "/render", ["Content-Type: application/json"])
            #expect(answer.status == 400 && answer.text.contains("/problems/json-syntax"))
            #expect(answer.text.contains(#""column":\#(column)"#))
        }
        // Any other type lets the first bytes decide.
        let text = try service.post("hello", to: "/render", ["Content-Type: text/plain"])
        #expect(text.status == 200 || text.text.contains("/problems/unrecognized"))
    }

    @Test func inflatesGzipBodies() throws {
        func gzip(_ text: some StringProtocol) throws -> Data {
            try RunningService.run(["gzip", "-c"], input: Data(text.utf8)).output
        }
        func post(_ body: Data, _ codings: String...) throws -> Answer {
            try service.post(body, to: "/render", codings.map { "Content-Encoding: " + $0 })
        }
        let packed = try gzip(hello)
        let answer = try post(packed, "gzip")
        #expect(answer.status == 200)
        // A file of several members, as from `cat a.gz b.gz`, is read to its end.
        let members = try [gzip(hello.prefix(20)), gzip(hello.dropFirst(20))]
        #expect(try post(members[0] + members[1], "gzip").body == answer.body)
        let rests = [Data("junk".utf8), members[1].prefix(9)]
        for broken in [packed.prefix(20)] + rests.map({ packed + $0 }) {
            #expect(try post(broken, "gzip").status == 400)
        }
        let unknown = try post(packed, "br")
        #expect(unknown.status == 415 && unknown.header("accept-encoding") == "gzip, deflate")
        // The second coding would be ignored.
        #expect(try post(packed, "gzip", "br").status == 415)
    }

    @Test func formsNeedAConversation() throws {
        #expect(try service.post(form: [("nothing", Data("x".utf8))], to: "/render").status == 400)
    }
}

@Suite struct OpenAPITests {
    /// The status codes of routes that can answer with several.
    private let statuses = [
        "/themes/{name}": ["200", "400", "401", "404", "406", "422", "429"],
        "/themes": ["200", "304", "401", "406", "429"], "/healthz": ["200"],
        "/readyz": ["200", "503"],
        "/jobs/{id}/result": ["200", "400", "401", "404", "406", "409", "429", "default"],
        "/problems/{type}": ["200", "400", "401", "404", "406", "429"],
    ]

    private var documented: [String: [String: [String: Any]]] {
        get throws {
            try #require(
                service.get("/openapi.json").json["paths"] as? [String: [String: [String: Any]]])
        }
    }

    @Test func onlyFormatsThatTakeAParameterListIt() throws {
        let paths = try documented
        func names(_ format: String) throws -> [String] {
            let post = try #require(paths["/render.\(format)"]?["post"])
            let listed = try #require(post["parameters"] as? [[String: Any]])
            return listed.compactMap { $0["name"] as? String }
        }
        for (format, hasSign, hasCanvas) in [
            ("pdf", true, true), ("bag", true, true), ("production", false, false),
            ("html", false, false), ("png", false, true),
        ] {
            #expect(try names(format).contains("sign") == hasSign, "\(format)")
            #expect(try names(format).contains("canvas") == hasCanvas, "\(format)")
        }
    }

    /// `errors=picture` draws problems, so their responses may be pictures.
    @Test func problemsMayBePictures() throws {
        let paths = try documented
        func types(_ path: String, _ method: String, _ status: String) throws -> Set<String> {
            let operation = try #require(paths[path]?[method])
            let responses = try #require(operation["responses"] as? [String: [String: Any]])
            return Set((responses[status]?["content"] as? [String: Any] ?? [:]).keys)
        }
        for status in ["400", "403", "422", "503"] {
            #expect(
                try types("/render.png", "get", status)
                    == ["application/problem+json", "image/png"])
        }
        #expect(try types("/render.txt", "get", "422").isEmpty)
        #expect(try types("/render.png", "post", "422").isEmpty)
        let all = try types("/render.{format}/{conversation}", "get", "404")
        #expect(all.isSuperset(of: ["image/png", "image/svg+xml"]))
    }

    @Test func documentedRoutesExist() throws {
        let service = try InProcessService()
        let paths = try documented
        for (path, statuses) in statuses {
            let listed = try #require(paths[path]?["get"]?["responses"] as? [String: Any])
            #expect(listed.keys.sorted() == statuses)
        }
        for (path, methods) in paths {
            let path = path.replacing("{name}", with: "imessage").replacing("{format}", with: "png")
                .replacing("{conversation}", with: "WyJIaSJd").replacing("{id}", with: "a")
                .replacing("{type}", with: "empty")
            let allowed = try service.send("OPTIONS", path).header("allow") ?? ""
            for method in methods.keys { #expect(allowed.contains(method.uppercased())) }
            for other in ["GET", "POST", "DELETE"] where methods[other.lowercased()] == nil {
                #expect(try service.send(other, path).status == 405, "\(other) \(path)")
            }
        }
        // The path of a format becomes one for each format.
        #expect(paths.count == Route.table.count - 1 + Output.Format.allCases.count)
    }

    @Test func everyRouteIsDocumented() throws {
        let paths = try documented
        for row in Route.table {
            let names =
                row.path == "/render.{format}"
                ? Output.Format.allCases.map { "/render." + $0.rawValue } : [row.path]
            let methods = Set(row.operations.map { $0.method.name.lowercased() })
            for name in names {
                #expect(paths[name].map { Set($0.keys) } == methods, "\(name)")
            }
        }
    }

    /// The operation of a format accepts what the format can hold, and answers with its media type.
    @Test func operationsOfFormatsFollowTheirTraits() throws {
        let paths = try documented
        for format in Output.Format.allCases {
            let post = try #require(paths["/render." + format.rawValue]?["post"])
            let parameters = post["parameters"] as? [[String: Any]] ?? []
            let names = Set(parameters.compactMap { $0["name"] as? String })
            #expect(names.count == parameters.count, "\(format)")
            #expect(names.contains("theme") == format.has(.look), "\(format)")
            #expect(names.contains("scale") == format.has(.measured), "\(format)")
            #expect(names.contains("quality") == format.has(.quality), "\(format)")
            #expect(names.contains("split_by") == format.has(.divisible), "\(format)")
            #expect(names.contains("custodian") == format.has(.custodian), "\(format)")
            #expect(names.contains("archival") == format.has(.document), "\(format)")
            let responses = post["responses"] as? [String: [String: Any]]
            #expect(names.contains("Prefer") && responses?["202"] != nil, "\(format)")
            let type = format.traits.mediaType
            let content = responses?["200"]?["content"] as? [String: Any] ?? [:]
            #expect(content["\(type.type)/\(type.subtype)"] != nil, "\(format)")
        }
    }

    @Test func everyReferenceResolves() throws {
        let document = try service.get("/openapi.json").json
        var references: Set<String> = []
        func collect(_ value: Any) {
            if let object = value as? [String: Any] {
                (object["$ref"] as? String).map { _ = references.insert($0) }
                object.values.forEach(collect)
            } else if let array = value as? [Any] {
                array.forEach(collect)
            }
        }
        collect(document)
        #expect(references.count > 20)
        for reference in references where reference.hasPrefix("#/") {
            var place: Any? = document
            for part in reference.dropFirst(2).split(separator: "/") {
                place = (place as? [String: Any])?[String(part)]
            }
            #expect(place != nil, "\(reference)")
        }
    }

    @Test func unknownParametersOfOperationsAreRejected() {
        let file = #"{"paths":{"/verify":{"post":{"parameters":["nope"],"responses":{}}}}}"#
        #expect(throws: OpenAPIDocument.Fault.unknownParameter("nope", path: "/verify")) {
            try OpenAPIDocument(Array(file.utf8))
        }
        #expect(throws: OpenAPIDocument.Fault.notAnObject) { try OpenAPIDocument(Array("[]".utf8)) }
    }

    /// The page at `/docs` shows these descriptions and examples.
    @Test func everyParameterHasADescriptionAndAnExample() throws {
        let all = try documented.values.flatMap(\.values).flatMap {
            $0["parameters"] as? [[String: Any]] ?? []
        }
        #expect(all.count > 400)
        for parameter in all {
            let name = parameter["name"] ?? ""
            let schema = try #require(parameter["schema"] as? [String: Any])
            #expect(parameter["description"] != nil, "\(name) is not described")
            let says = Set(parameter.keys).union(schema.keys)
            let isPlain = schema["type"] as? String == "boolean"
            let examples: Set = ["example", "examples", "default", "enum"]
            #expect(isPlain || !says.isDisjoint(with: examples), "\(name) has no example")
        }
    }
}

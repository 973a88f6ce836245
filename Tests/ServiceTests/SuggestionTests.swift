import Foundation
import Testing

/// Errors about misspelled names suggest the closest known name.
@Suite struct SuggestionTests {
    private func problem(
        _ body: String, _ path: String = "/render"
    ) throws -> [String: Any] {
        let answer = try InProcessService().post(body, to: path)
        #expect(answer.status >= 400)
        return try answer.json
    }

    @Test(arguments: [
        (#"{"mesages":["Hi"]}"#, "/render", "messages"),
        (#"{"messages":["Hi"],"titel":"x"}"#, "/render?strict=true", "title"),
        (#"{"messages":[{"txt":"Hi","text":"Hi"}]}"#, "/render?strict=true", "text"),
        (#"[{"text":"Hi","reply-to":{"id":"a"}}]"#, "/render?strict=true", "reply_to"),
        (#"{"messages":["Hi"],"output":{"formt":"pdf"}}"#, "/render?strict=true", "format"),
        (#"{"messages":["Hi"],"output":{"format":"pgn"}}"#, "/render", "png"),
        (#"{"messages":["Hi"],"theme":"whatsap"}"#, "/render", "whatsapp"),
        (
            #"{"messages":["Hi"],"theme":{"extends":"imessage","bubbel":{}}}"#,
            "/render", "bubble"
        ),
        (##"{"messages":["Hi"],"theme":{"bubble":{"sent":{"fil":"#00f"}}}}"##, "/render", "fill"),
        (#"{"messages":["Hi"]}"#, "/render?theme.bubble.sent.fil=%2300f", "fill"),
        (#"{"messages":["Hi"]}"#, "/render?strict=true&thme=whatsapp", "theme"),
        (#"{"messages":["Hi"]}"#, "/render?strict=true&page.siz=A4", "page.size"),
        (#"{"messages":["Hi"]}"#, "/render?from=watsapp", "whatsapp"),
        (#"{"messages":["Hi"]}"#, "/rendr", "/render"),
        (#"{"messages":["Hi"]}"#, "/render.pgn", "png"),
        (#"{"messages":["Hi"]}"#, "/rendr.png", "/render.png"),
        (#"{"messages":["Hi"]}"#, "/Rendr.pgn", "/render.png"),
        (#"{"messages":["Hi"]}"#, "/rendr.docx", "/render"),
        (#"{"messages":["Hi"]}"#, "/render.png/", "/render.png"),
        (#"{"messages":["Hi"]}"#, "/validat.json", "/validate"),
        (#"{"messages":["Hi"]}"#, "/themes.json", "/themes"),
        (#"{"messages":["Hi"]}"#, "/openapi.jsn", "/openapi.json"),
        (#"{"messages":["Hi"]}"#, "/problems/to-tall", "/problems/too-tall"),
        (
            #"{"messages":["Hi"],"options":{"show":{"time":"each"}}}"#, "/render?strict=true",
            "times"
        ),
    ])
    func closestNameIsSuggested(body: String, path: String, name: String) throws {
        let problem = try problem(body, path)
        #expect(problem["did_you_mean"] as? String == name)
        let detail = problem["detail"] as? String ?? ""
        #expect(detail.contains("did you mean \"\(name)\"?"), "\(detail)")
    }

    @Test(arguments: [
        (#"{"x":1}"#, "/render"), (#"{"messages":["Hi"],"theme":"zzzzzzz"}"#, "/render"),
        (#"{"messages":["Hi"]}"#, "/somewhere/else"), (#"{"messages":["Hi"]}"#, "/render.bmp"),
        (#"{"messages":["Hi"],"unheard_of":1}"#, "/render?strict=true"),
        (#"{"messages":["Hi"]}"#, "/index.html"), (#"{"messages":["Hi"]}"#, "/.env"),
    ])
    func distantNamesGetNoSuggestion(body: String, path: String) throws {
        let problem = try problem(body, path)
        #expect(problem["did_you_mean"] == nil)
        #expect(!(problem["detail"] as? String ?? "").contains("did you mean"))
    }

    /// The path is known, but belongs to another port.
    @Test func metricsOfAnotherPortAreNotSuggested() throws {
        let answer = try InProcessService(["--metrics-port", "1"]).get("/metrics")
        #expect(answer.status == 404 && !answer.text.contains("did you mean"))
    }

    @Test func warningsSuggestNames() throws {
        let answer = try InProcessService().post(
            #"{"messages":["Hi"],"subtitel":"x"}"#, to: "/validate")
        #expect(answer.text.contains(#""did_you_mean":"subtitle""#))
    }

    @Test(arguments: [
        (["rendr"], 2, "did you mean render?"), (["render", "--formt", "png"], 2, "--format?"),
        (["serve", "--prot", "1"], 2, "did you mean --port?"),
        (["themes", "--show", "whatsap"], 2, "did you mean whatsapp?"),
        (["help", "rendre"], 2, "did you mean render?"),
        (["render", "-", "--theme", "whatsap"], 1, "did you mean \"whatsapp\"?"),
        (["completions", "bsh"], 2, "did you mean bash?"),
        (["settings", "--jsn"], 2, "unknown option --jsn"),
        (["version", "now"], 2, "version takes no arguments"),
    ])
    func commandSuggestsNames(arguments: [String], code: Int32, words: String) throws {
        let result = try RunningService.run(
            [RunningService.executable.path] + arguments, input: Data(#"["Hi"]"#.utf8))
        #expect(result.code == code)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }
}

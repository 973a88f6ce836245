import Basics
import Foundation
import Model
import Rendering
import Testing

@testable import Service

@Suite struct FrameServiceTests {
    private func talk(_ count: Int, _ more: String = "") -> String {
        let messages = (1...count).map {
            #"{"id":"m\#($0)","from":"\#($0 % 3 == 0 ? "ben" : "ana")","text":"Message \#($0)"}"#
        }
        return #"{"me":"ana"\#(more),"messages":[\#(messages.joined(separator: ","))]}"#
    }

    @Test(arguments: [
        ("png", "Software\0Chatprint"), ("png", "Description\0Framed by Chatprint"),
        ("jpeg", "Framed by Chatprint as a phone's screen; not a screenshot"),
        ("webp", #"CreatorTool="Chatprint""#), ("webp", "Framed by Chatprint"),
        ("svg", "<desc>Framed by Chatprint"), ("pdf", "Framed by Chatprint"),
    ])
    func framedPicturesNameChatprint(format: String, words: String) throws {
        let path = "/render.\(format)?theme=whatsapp&archival=true&frame=screen"
        #expect(try service.render(talk(3), to: path).body.range(of: Data(words.utf8)) != nil)
        let plain = try service.post(talk(3), to: "/render.\(format)?theme=whatsapp")
        #expect(plain.body.range(of: Data(words.utf8)) == nil)
    }

    @Test func webPWithMetadataIsWellFormed() throws {
        let bytes = Array(try service.post(talk(3), to: "/render.webp?frame=device&scale=1").body)
        func length(at place: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        #expect(length(at: 4) == bytes.count - 8 && bytes[12..<16].elementsEqual("VP8X".utf8))
        // The flags for XMP and alpha.
        #expect(bytes[20] == 0x14)
        var (place, names): (Int, [String]) = (12, [])
        while place + 8 <= bytes.count {
            names.append(String(decoding: bytes[place..<place + 4], as: UTF8.self))
            place += 8 + length(at: place + 4) + length(at: place + 4) % 2
        }
        #expect(place == bytes.count && names == ["VP8X", "VP8L", "XMP "])
    }

    @Test func framesHaveTheRequestedSize() throws {
        let tall = try service.post(talk(40), to: "/render.png?frame=screen")
        #expect(tall.pictureSize.first == 780 && tall.pictureSize[1] > 2_000)
        let fixed = try service.post(talk(40), to: "/render.png?frame=screen&frame.height=700")
        #expect(fixed.pictureSize == [780, 1_400])
        let story = try service.post(talk(40), to: "/render.png?frame=screen&canvas=story")
        #expect(story.pictureSize == [1_080, 1_920])
        let phone = try service.post(talk(40), to: "/render.png?frame=device&canvas=og")
        #expect(phone.pictureSize == [1_200, 630])
        let pages = try service.post(talk(60), to: "/render.pdf?frame=device")
        #expect(Int(pages.header("chatprint-pages") ?? "") ?? 0 > 1)
        let error = try service.post(
            talk(60), to: "/render.png?frame=screen&frame.height=700&overflow=error")
        #expect(try error.status == 422 && error.json["type"] as? String == "/problems/too-tall")
    }

    @Test(arguments: [
        ("/render.html?frame=screen", "html", "/output/frame"),
        ("/render.txt?frame=device", "txt", "/output/frame"),
        ("/render.bag?frame=screen", "bag", "/output/frame"),
        ("/render.pdf?frame=screen&profile=evidence", "evidence", "/output/frame"),
        ("/render.pdf?profile=evidence&highlight=m2", "evidence", "/options"),
        ("/render.txt?canvas=og", "txt", "/output/canvas"),
        ("/render.html?canvas=og", "html", "/output/canvas"),
        ("/render.csv?canvas=og", "csv", "/output/canvas"),
        ("/render.md?canvas=og", "md", "/output/canvas"),
        ("/render.mbox?canvas=og", "mbox", "/output/canvas"),
        ("/render.rsmf?canvas=og", "rsmf", "/output/canvas"),
        ("/render.pdf?canvas=og&profile=evidence", "evidence", "/output/canvas"),
        ("/render.txt?canvas=og&split_by=2", "txt", "/output/canvas"),
    ])
    func formatsWithoutFramesOrCanvasesRejectThem(path: String, word: String, pointer: String)
        throws
    {
        let problem = try service.post(talk(3), to: path).json
        #expect(problem["status"] as? Int == 422 && problem["pointer"] as? String == pointer)
        #expect((problem["detail"] as? String ?? "").contains(word))
    }

    @Test func unknownMessagesAreReportedWithExistingIds() throws {
        let body = talk(3, #","options":{"notes":[{"message":"m9","text":"x"}]}"#)
        let answer = try service.post(body, to: "/render.png")
        let problem = try answer.json
        #expect(answer.status == 422)
        #expect(answer.text.contains("/options/notes/0/message") && answer.text.contains("m1"))
        #expect(problem["type"] as? String == "/problems/invalid-conversation")
    }

    @Test(arguments: ["svg", "html", "txt", "md"])
    func notesAndGapsAreInEveryFormat(format: String) throws {
        let options =
            #","options":{"gaps":true,"filter":{"exclude":{"text":"Message 2"}},"notes":[{"message":"m3","text":"Look at this"}]}"#
        let answer = try service.render(talk(4, options), to: "/render.\(format)")
        #expect(answer.text.contains("Look at this"))
        #expect(answer.text.contains("1 message left out"))
        #expect(try !service.post(talk(4), to: "/render.\(format)").text.contains("left out"))
    }

    @Test func markSettingOverridesTheRequest() throws {
        let body = talk(2, #","options":{"mark":"Ours"}"#)
        let own = try service.post(body, to: "/render.svg")
        #expect(own.text.contains("Ours"))
        let forced = try InProcessService(["--mark", "Rendered by Chatprint"])
        let answer = try forced.post(body, to: "/render.svg")
        #expect(answer.text.contains("Rendered by Chatprint") && !answer.text.contains("Ours"))
        #expect(own.header("etag") != answer.header("etag") || own.header("etag") == nil)
        let page = try forced.post(body, to: "/render.html")
        #expect(page.text.contains("<p class=\"mk\" dir=\"auto\">Rendered by Chatprint</p>"))
    }

    @Test func documentsCanHoldComments() throws {
        let options =
            #","options":{"notes":[{"message":"m2","text":"Seen by counsel","as":"comment"}]}"#
        let answer = try service.render(talk(3, options), to: "/render.pdf?archival=false")
        let plain = try service.post(talk(3), to: "/render.pdf?archival=false")
        #expect(answer.body.count > plain.body.count)
        _ = try service.render(talk(3, options), to: "/render.png")
    }
}

@Suite struct CanvasServiceTests {
    private func talk(_ count: Int, _ output: String = "") -> String {
        let messages = (1...count).map {
            #"{"from":"\#($0 % 3 == 0 ? "ben" : "ana")","text":"Message number \#($0), of some words"}"#
        }
        return
            #"{"me":"ana","output":{\#(output)},"messages":[\#(messages.joined(separator: ","))]}"#
    }

    @Test func getRendersALinkPreview() throws {
        let get = try service.get("/render.png?m=Hi!&m=Hello&canvas=og")
        #expect(get.status == 200 && get.pictureSize == [1200, 630])
        let post = try service.post(
            #"{"messages":["Hi!","Hello"],"output":{"canvas":"og"}}"#, to: "/render.png")
        #expect(post.body == get.body)
        // Every parameter that changes the picture changes the ETag.
        let paths = [
            "", "&canvas.shadow=1", "&canvas.padding=9", "&canvas.background=%23ff0000",
            "&canvas.corner_radius=3",
        ]
        let tags = try paths.map { path in
            try #require(
                try service.get("/render.png?m=Hi!&m=Hello&canvas=og" + path).header("etag"))
        }
        #expect(Set(tags).count == paths.count)
    }

    @Test func misspelledCanvasGetsASuggestion() throws {
        let problem = try service.post(talk(1), to: "/render.png?canvas=squar").json
        #expect(problem["status"] as? Int == 422 && problem["did_you_mean"] as? String == "square")
        let other = try service.get("/render.png?m=Hi&strict=1&canvas=og&canvas.shadwo=1")
        #expect(other.text.contains(#""did_you_mean":"canvas.shadow""#))
    }
}

/// The libraries of videos are opened in a sandboxed render process.
@Suite struct VideoServiceTests {
    @Test(arguments: [("mp4", 4, "ftyp"), ("webm", 24, "webm")])
    func sandboxedProcessWritesVideos(format: String, place: Int, words: String) throws {
        let service = try RunningService(["--sandbox", "required"])
        let path = "/render.\(format)?m=Hi!&m=Hello&scale=1&motion.fps=4&motion.pace=300"
        let answer = try service.ask(path)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "video/\(format)")
        #expect(Array(answer.body)[place...].starts(with: words.utf8))
        #expect(try service.ask(path).body == answer.body)
    }

    @Test func withoutItsLibraryAVideoIsA501ThatNamesThePackage() throws {
        let problem = RenderFault.missingLibrary(.mp4, package: "libx264-164").explanation
        #expect(problem.httpStatus == 501 && problem.type == .missingLibrary)
        #expect(problem.detail.contains("libx264-164"))
    }
}

/// The program finds all fonts of the machine, the tests only those of the required packages.
@Suite struct MachineFontTests {
    /// Weights and slants that other packages provide for the same families, and scripts that no
    /// theme names.
    private static let talk = #"""
        {"title":"नमस्ते مرحبا","timezone":"UTC","messages":[
         {"from":"Ana مرحبا","text":"**bold नमस्ते مرحبا 你好** *italic Γειά* `code ж é` x", "format":"markdown"},
         {"from":"Ben שלום","text":"```\nlet a = \"ж → 你\"\n```","format":"markdown","at":0},
         {"from":"Ana مرحبا","text":"𐌷𐌰𐌹 ᚠᚢᚦ 𓂋𓏤 ᬒᬁ ⲛⲟϥ ꦱꦸ ᜀᜊ ⠓⠑ ᚁᚂ 𝒜 → ★ ☂ ♞ ✔︎ ⌘ ☎︎ ❤︎ 😀"}]}
        """#

    @Test(arguments: ["imessage", "whatsapp", "irc", "print"])
    func otherInstalledFontsChangeNoPicture(theme: String) throws {
        let drawn = try RunningService.program(
            ["render", "-", "--format", "png", "--theme", theme], input: Self.talk)
        #expect(drawn.code == 0, "\(drawn.errors)")
        let known = try service.render(Self.talk, to: "/render.png?theme=\(theme)")
        #expect(known.body == drawn.output)
    }
}

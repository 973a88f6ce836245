import Foundation
import Testing

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
        ("svg", "<desc>Framed by Chatprint"),
        ("pdf", "Framed by Chatprint"),
    ])
    func framedPicturesNameChatprint(format: String, words: String) throws {
        let path = "/render.\(format)?theme=whatsapp&archival=true&frame=screen"
        let framed = try service.render(talk(3), to: path)
        #expect(framed.body.range(of: Data(words.utf8)) != nil)
        let plain = try service.post(talk(3), to: "/render.\(format)?theme=whatsapp")
        #expect(plain.body.range(of: Data(words.utf8)) == nil)
    }

    @Test func webPWithMetadataIsWellFormed() throws {
        let bytes = Array(
            try service.post(talk(3), to: "/render.webp?frame=device&scale=1").body)
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
        #expect(
            try error.status == 422 && error.json["type"] as? String == "/problems/too-tall")
    }

    @Test(arguments: [
        ("/render.html?frame=screen", "html", "/output/frame"),
        ("/render.txt?frame=device", "txt", "/output/frame"),
        ("/render.bag?frame=screen", "bag", "/output/frame"),
        ("/render.pdf?frame=screen&profile=evidence", "evidence", "/output/frame"),
        ("/render.pdf?profile=evidence&highlight=m2", "evidence", "/options"),
    ])
    func documentsWithoutFramesRejectThem(path: String, word: String, pointer: String) throws {
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
        let plain = try service.post(talk(4), to: "/render.\(format)")
        #expect(!plain.text.contains("left out"))
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

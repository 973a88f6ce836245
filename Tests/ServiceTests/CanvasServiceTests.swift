import Foundation
import Testing

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

    @Test(arguments: [
        ("/render.txt?canvas=og", "txt"), ("/render.html?canvas=og", "html"),
        ("/render.csv?canvas=og", "csv"), ("/render.md?canvas=og", "md"),
        ("/render.mbox?canvas=og", "mbox"), ("/render.rsmf?canvas=og", "rsmf"),
        ("/render.pdf?canvas=og&profile=evidence", "evidence"),
        ("/render.txt?canvas=og&split_by=2", "txt"),
    ])
    func formatsWithoutCanvasesRejectThem(path: String, word: String) throws {
        let problem = try service.post(talk(3), to: path).json
        #expect(problem["status"] as? Int == 422)
        #expect(problem["pointer"] as? String == "/output/canvas")
        #expect((problem["detail"] as? String ?? "").contains(word))
    }

    @Test func misspelledCanvasGetsASuggestion() throws {
        let problem = try service.post(talk(1), to: "/render.png?canvas=squar").json
        #expect(problem["status"] as? Int == 422 && problem["did_you_mean"] as? String == "square")
        let other = try service.get("/render.png?m=Hi&strict=1&canvas=og&canvas.shadwo=1")
        #expect(other.text.contains(#""did_you_mean":"canvas.shadow""#))
    }
}

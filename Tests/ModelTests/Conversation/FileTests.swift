import Model
import Testing

@Suite struct FileTests {
    private func read(_ json: String, files: [String: [UInt8]] = [:]) throws -> Message {
        let request = try decode("[{\"attachments\":[\(json)]}]", files: files)
        return try #require(request.conversation.messages.first)
    }

    private static let film: [UInt8] = [0, 0, 0, 24] + Array("ftypisom".utf8)

    private static let beginnings: [(bytes: [UInt8], kind: String)] = [
        (film, "video"), (Array("OggS....".utf8), "audio"),
        (Array("RIFF....WAVE".utf8), "audio"), (Array("%PDF-1.7".utf8), "file"),
        (Array("ID3.".utf8), "audio"), (Array("hello, world".utf8), "file"),
        ([0x1A, 0x45, 0xDF, 0xA3], "video"), ([0x89, 0x50, 0x4E, 0x47], "image"),
    ]

    @Test(arguments: beginnings)
    func firstBytesDetermineTheKind(bytes: [UInt8], kind: String) throws {
        let found = try read(#"{"src":"dir/a.bin"}"#, files: ["dir/a.bin": bytes]).attachments[0]
        #expect(found.kind.rawValue == kind)
        #expect((found.media == nil) == (kind != "image"))
        guard kind != "image" else { return }
        #expect(found.file == 0 && found.size == bytes.count && found.name == "a.bin")
    }

    @Test(arguments: ["video", "voice", "audio", "file", "video_note", "contact"])
    func bytesOfAnyKindAreAccepted(kind: String) throws {
        let json = #"{"kind":"\#(kind)","name":"x","size":7,"src":{"data":"AAEC"}}"#
        let found = try read(json).attachments[0]
        #expect(found.kind.rawValue == kind && found.media == nil && found.file == 0)
        #expect(found.name == "x" && found.size == 7)
    }

    @Test func videosCanHaveAPoster() throws {
        let found = try read(
            #"{"kind":"video","poster":{"file":"p.png"},"src":{"file":"f.mp4"}}"#,
            files: ["p.png": [0x89, 0x50, 0x4E, 0x47], "f.mp4": FileTests.film]
        ).attachments[0]
        #expect(found.kind == .video && found.media == 0 && found.file == 1)
    }

    @Test func filesMislabeledAsImagesGetAWarning() throws {
        let request = try decode(
            #"[{"attachments":[{"kind":"image","src":{"file":"f"}}]}]"#,
            files: ["f": FileTests.film])
        #expect(request.warnings.map(\.kind) == [.ignoredValue])
        #expect(request.conversation.messages[0].attachments[0].kind == .video)
    }

    @Test(arguments: [#""spoiler":true"#, #""view_once":true"#, #""expires":60"#])
    func unsupportedHidingMarksGetAWarning(member: String) throws {
        let request = try decode("[{\"attachments\":[{\(member)}]}]")
        #expect(request.warnings.map(\.kind) == [.unsupported])
        #expect(try decode(#"[{"attachments":[{"spoiler":false}]}]"#).warnings.isEmpty)
    }

    @Test func filesRoundTripThroughJSON() throws {
        let first = try decode(
            #"[{"attachments":[{"kind":"video","poster":{"file":"p"},"src":{"file":"f"}}]}]"#,
            files: ["p": [0x89, 0x50, 0x4E, 0x47], "f": FileTests.film]
        ).conversation
        let again = try ConversationDecoder.decode(first.json()).conversation
        let found = try #require(again.messages.first?.attachments.first)
        #expect(again.media[try #require(found.file)].bytes == FileTests.film)
        #expect(again.media[try #require(found.media)].bytes == [0x89, 0x50, 0x4E, 0x47])
    }
}

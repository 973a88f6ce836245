import Model
import Testing

@Suite struct WarningTests {
    @Test(arguments: [
        (#"{"messages":["a"],"modle":1}"#, Warning.Kind.unknownField, "/modle"),
        (#"[{"text":"a","colour":{"x":[1]}}]"#, .unknownField, "/0/colour"),
        (#"[{"text":"a","text":"b"}]"#, .duplicateKey, "/0/text"),
        (#"{"title":"a","title":"b","messages":["a"]}"#, .duplicateKey, "/title"),
        (#"{"output":{"scale":2,"scale":3},"messages":["a"]}"#, .duplicateKey, "/output/scale"),
        (#"[{"kind":"hologram","text":"a"}]"#, .unknownKind, "/0/kind"),
        (#"[{"attachments":[{"kind":"hologram"}]}]"#, .unknownKind, "/0/attachments/0/kind"),
        (
            #"[{"attachments":[{"kind":"image","src":{"url":"https://x.com/a.png"}}]}]"#,
            .remoteMedia, "/0/attachments/0/src/url"
        ),
        (
            #"[{"attachments":[{"kind":"image","src":{"file":"a.png"}}]}]"#, .missingMedia,
            "/0/attachments/0/src/file"
        ),
        (
            #"[{"attachments":[{"kind":"image","src":{"data":""}}]}]"#, .missingMedia,
            "/0/attachments/0/src/data"
        ),
        (
            #"[{"attachments":[{"kind":"image","src":"data:image/png;base64,"}]}]"#, .missingMedia,
            "/0/attachments/0/src"
        ),
        (#"[{"attachments":[{"kind":"image","src":""}]}]"#, .missingMedia, "/0/attachments/0/src"),
        (#"[{"attachments":[{"kind":"image","src":{}}]}]"#, .missingMedia, "/0/attachments/0/src"),
        (
            #"{"participants":["ana"],"messages":[{"from":"bne","text":"a"}]}"#, .unknownSender,
            "/messages/0"
        ),
        (#"{"me":"ana","messages":[{"from":"Ana","text":"a"}]}"#, .unknownSender, "/me"),
        (#"{"me":"Teresa","messages":[{"from":"Theresa","text":"a"}]}"#, .unknownSender, "/me"),
        (#"{"output":{"dpi":3},"messages":["a"]}"#, .unknownField, "/output/dpi"),
        (
            #"{"output":{"engine":"cairo","archival":"4f"},"messages":["a"]}"#, .ignoredValue,
            "/output/archival"
        ),
        (#"[{"text":"a","content":"b"}]"#, .ignoredValue, "/0/content"),
        (
            #"[{"text":"a\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301"}]"#,
            .ignoredValue, "/0"
        ),
        (
            #"["a",{"at":"2026-05-31T09:40Z","text":"a"},{"at":"2026-05-31T09:40+02:00","text":"a"}]"#,
            .ignoredValue, "/2/at"
        ),
        (
            #"[{"text":"abc","entities":[{"type":"wobble","offset":0,"length":1}]}]"#,
            .ignoredValue, "/0/entities/0"
        ),
    ])
    func nothingIsDroppedSilently(json: String, kind: Warning.Kind, pointer: String) throws {
        let request = try decode(json)
        #expect(request.warnings.map(\.kind) == [kind])
        #expect(request.warnings.map(\.pointer) == [pointer])
        #expect(request.warningCount == 1)
    }

    @Test(arguments: ["", #","archival":false"#])
    func cairoNeedsNoWarningIfNoStandardIsRequested(archival: String) throws {
        let request = try decode(#"{"output":{"engine":"cairo"\#(archival)},"messages":["a"]}"#)
        #expect(request.warnings.isEmpty)
    }

    @Test func sentencesNameThePlace() {
        #expect(
            Warning(.unknownField, at: "/messages/0/x", "unknown").sentence
                == "/messages/0/x: unknown")
        #expect(Warning(.filter, at: "", "none").sentence == "none")
    }

    @Test func timeZonesSilenceTheWarningAboutOffsets() throws {
        let message = #"{"at":"2026-05-31T09:40+02:00","text":"a"}"#
        #expect(try decode(#"{"timezone":"UTC","messages":[\#(message)]}"#).warnings.isEmpty)
    }

    @Test(arguments: ["Ann", "Theresa", "me"])
    func somebodyWhoWroteNothingMayBeMe(name: String) throws {
        let request = try decode(#"{"me":"\#(name)","messages":[{"from":"Ana","text":"a"}]}"#)
        #expect(request.warnings.isEmpty)
    }

    @Test func warningsAreLimitedAndCounted() throws {
        let many = (0..<500).map { _ in #"{"text":"a","x":1}"# }.joined(separator: ",")
        let request = try decode("[\(many)]")
        #expect(request.warnings.count == 100)
        #expect(request.warningCount == 500)
    }

    @Test func strictTurnsWarningsIntoAnError() throws {
        #expect {
            try decode(#"{"options":{"strict":true},"messages":["a"],"x":1}"#)
        } throws: { error in
            guard case .strict(let warnings, count: 1) = error as? ConversationError else {
                return false
            }
            return warnings.map(\.pointer) == ["/x"]
        }
        _ = try decode(#"{"options":{"strict":true},"messages":["a"]}"#)
    }

    @Test(arguments: [("date", "time", "date"), ("time", "at", "at"), ("at", "date", "at")])
    func oneOfTwoNamesCounts(first: String, second: String, winner: String) throws {
        let json = """
            [{"text": "a", "\(first)": "1970-01-01T00:00:01Z", "\(second)": "1970-01-01T00:00:02Z"}]
            """
        let request = try decode(json)
        #expect(
            request.warnings.map(\.detail) == [
                "\(first) and \(second) mean the same; \(winner) takes precedence"
            ])
        #expect(
            request.conversation.messages[0].at?.milliseconds == (winner == first ? 1_000 : 2_000))
    }

    @Test func timesOfDayBesideADateAreRejected() {
        #expect(throws: ConversationError.self) {
            try decode(#"[{"text": "a", "date": "2024-01-01", "time": "10:31"}]"#)
        }
    }

    @Test func lastOfTwoListsCounts() throws {
        let request = try decode(
            #"{"participants":["x"],"participants":["a"],"messages":[{"attachments":[{}],"attachments":[{},{}]}]}"#
        )
        #expect(request.conversation.messages[0].attachments.count == 2)
        #expect(request.conversation.participants.map(\.id) == ["a"])
        #expect(request.warnings.map(\.kind) == [.duplicateKey, .duplicateKey])
    }

    @Test func placeholdersNameMissingMedia() throws {
        let messages = try decode(
            #"[{"attachments":[{"kind":"image","src":{"url":"https://x.com/a.png"}},{"kind":"hologram","src":{"file":"b.holo"}}]}]"#
        ).conversation.messages
        let attachments = messages[0].attachments
        #expect(attachments.map(\.name) == ["https://x.com/a.png", "b.holo"])
        #expect(attachments.map(\.missing) == ["not fetched", "not included"])
        #expect(attachments.map(\.unknownKind) == [nil, "hologram"])
    }

    /// More unknown fields than are listed: a misspelled password is found after them as well.
    @Test func misspelledPasswordIsRejectedAfterManyUnknownFields() throws {
        let fields = (0..<150).map { #""zq\#($0)":1"# }.joined(separator: ",")
        let request = try decode(#"{"messages":["x"],\#(fields),"output":{"zq":1}}"#)
        #expect(request.warningCount == 151 && request.warnings.count == 100)
        #expect(throws: ConversationError.self) {
            try decode(#"{"messages":["x"],\#(fields),"output":{"pasword":"k"}}"#)
        }
    }
}

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

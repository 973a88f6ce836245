import Foundation
import Testing

/// Voice messages, videos, documents and contacts.
@Suite struct ExportFileTests {
    private let folder: TemporaryFolder
    private static let video = Data([0, 0, 0, 16]) + Data("ftypisom".utf8) + Data(count: 4_000)

    /// An Opus file of 17 seconds.
    private static let voice: Data = {
        func little(_ value: Int, _ count: Int) -> Data {
            Data((0..<count).map { UInt8(value >> (8 * $0) & 255) })
        }
        func page(_ samples: Int, _ packet: Data) -> Data {
            Data("OggS".utf8) + Data([0, 0]) + little(samples, 8) + Data(count: 12)
                + Data([1, UInt8(packet.count)]) + packet
        }
        let head = Data("OpusHead".utf8) + Data([1, 1]) + little(312, 2) + little(48_000, 4)
        return page(0, head + Data([0, 0, 0])) + page(48_000 * 17 + 312, Data([1, 2, 3]))
    }()

    init() throws {
        folder = try TemporaryFolder()
        let chat = """
            30/05/2026, 09:41 - Ben: Hi Ana
            30/05/2026, 09:42 - Ana: PTT-20260530-WA0001.opus (file attached)
            30/05/2026, 09:43 - Ben: VID-20260530-WA0002.mp4 (file attached)
            30/05/2026, 09:44 - Ana: Lease.pdf (file attached)
            30/05/2026, 09:45 - Ben: Max.vcf (file attached)
            30/05/2026, 09:46 - Ana: IMG-20260530-WA0003.jpg (file attached)
            30/05/2026, 09:47 - Ben: PTT-20260530-WA0009.opus (file attached)
            30/05/2026, 09:48 - Ana: Thanks

            """
        let files: [String: Data] = [
            "WhatsApp Chat with Ben.txt": Data(chat.utf8),
            "PTT-20260530-WA0001.opus": Self.voice, "VID-20260530-WA0002.mp4": Self.video,
            "Lease.pdf": Data("%PDF-1.4\n%%EOF\n".utf8),
            "Max.vcf": Data("BEGIN:VCARD\nVERSION:3.0\nFN:Max Roth\nEND:VCARD\n".utf8),
            "IMG-20260530-WA0003.jpg": try RunningService.file(
                "Tests/Fixtures/Pictures/baseline.jpg"),
        ]
        for (name, bytes) in files { try folder.write(bytes, to: name) }
    }

    private func rendered(_ path: String, _ flags: [String] = []) throws -> Answer {
        try InProcessService(flags).render(zip(folder.url), to: path)
    }

    @Test func textNamesThemWithoutCallingThemMissing() throws {
        let text = try rendered("/render.txt?me=Ana").text
        #expect(text.contains("Voice message: PTT-20260530-WA0001.opus · 0:17 · "), "\(text)")
        #expect(text.components(separatedBy: "(not in the export)").count == 2, "\(text)")
        #expect(!text.contains("Not available"))
    }

    @Test func evidenceIncludesThem() throws {
        let answer = try rendered("/render.pdf?profile=evidence&me=Ana")
        let sum = try EvidenceSum(answer.body)
        try sum.check()
        #expect(sum.number("\nAttachments") == 6)
        #expect(sum.number("– Files not in this document") == 1)
        #expect(sum.files.count { $0.hasPrefix("media-") } == 5)
        #expect(sum.attachments.count { $0["sha256"] != nil } == 4)
        #expect(try service.verify(answer.body).text.contains(#""verdict":"identical""#))
    }

    /// A file beyond a limit is identified by size and digest, and named in a warning.
    @Test(arguments: ["profile=evidence", "attach=true"])
    func largeFilesAreNamed(query: String) throws {
        let answer = try rendered("/render.pdf?\(query)", ["--media-bytes", "3000"])
        let warnings = answer.headers("chatprint-warning").joined()
        #expect(warnings.contains("VID-20260530-WA0002.mp4 (larger than"), "\(warnings)")
        guard query.contains("evidence") else { return }
        let sum = try EvidenceSum(answer.body)
        try sum.check()
        #expect(sum.text.contains("Bytes: \(Self.video.count)\n"))
        #expect(sum.text.contains("SHA-256:"))
        let video = try #require(sum.attachments.first { $0["kind"] as? String == "video" })
        #expect(video["size"] as? Int == Self.video.count)
        #expect((video["sha256"] as? String)?.count == 64)
    }

    @Test func redactedDocumentsIncludeNone() throws {
        let answer = try rendered("/render.pdf?profile=evidence&redact.pattern=Lease")
        let sum = try EvidenceSum(answer.body)
        #expect(sum.files == ["conversation.json", "manifest.json"])
        #expect(sum.attachments.allSatisfy { $0["sha256"] == nil })
        #expect(!sum.text.contains("Lease"))
        let attached = try rendered("/render.pdf?attach=true&redact.message=2")
        let list = try tool(["pdfdetach", "-list", "FILE"], on: attached.body).text
        #expect(list.hasPrefix("1 embedded"), "\(list)")
    }

    @Test func packagesIncludeThem() throws {
        let bag = try UnpackedZIP(rendered("/render.bag").body)
        #expect(bag.files.values.contains(Self.voice) && bag.files.values.contains(Self.video))
        let production = try UnpackedZIP(rendered("/render.production").body)
        #expect(production.names.count { $0.hasPrefix("NATIVES/") } == 5)
        #expect(production.files.values.contains(Self.voice))
    }

    /// An import can be edited and rendered again with the same files.
    @Test func importsRoundTrip() throws {
        let json = try rendered("/import?me=Ana")
        let document = try InProcessService().post(json.text, to: "/render.pdf?profile=evidence")
        let sum = try EvidenceSum(document.body)
        try sum.check()
        #expect(sum.files.count { $0.hasPrefix("media-") } == 5)
    }
}

@Suite struct JoinedExportTests {
    private static let may = """
        01/05/2026, 09:00 - Ana: Tent?
        01/05/2026, 09:01 - Ben: Yes
        02/05/2026, 10:00 - Ana: Sunday then

        """
    private static let june = """
        01/05/2026, 09:01 - Ben: Yes
        02/05/2026, 10:00 - Ana: Sunday, then
        13/06/2026, 11:00 - Ben: On my way

        """

    private func form(_ exports: String...) -> [(String, Data)] {
        exports.map { ("export", Data($0.utf8)) }
    }

    @Test func exportsOfOneTalkBecomeOneConversation() throws {
        let answer = try service.post(form: form(Self.may, Self.june), to: "/import?join=true")
        let messages = try #require(try answer.json["messages"] as? [[String: Any]])
        #expect(
            messages.map { $0["text"] as? String } == ["Tent?", "Yes", "Sunday then", "On my way"])
        #expect(
            messages.map { $0["sources"] as? [String] } == [["a"], ["a", "b"], ["a", "b"], ["b"]])
        let differences = try #require(messages[2]["differences"] as? [[String: Any]])
        #expect(differences.map { $0["text"] as? String } == ["Sunday, then"])
    }

    /// The second export does not contain Ana.
    @Test func oneExportThatKnowsMeIsEnough() throws {
        let other = "01/05/2026, 09:01 - Ben: Yes\n03/05/2026, 11:00 - Ben: On my way\n"
        for exports in [[Self.may, other], [other, Self.may]] {
            let answer = try service.post(
                form: form(exports[0], exports[1]), to: "/import?join=true&me=Ana")
            #expect(try answer.json["me"] as? String == "Ana")
            let warnings = answer.headers("chatprint-warning").joined()
            #expect(!warnings.contains("no participant"), "\(warnings)")
        }
    }

    @Test func unrelatedExportsAreRefused() throws {
        let other = "01/05/2026, 09:00 - Cleo: Rye?\n01/05/2026, 09:01 - Dan: Spelt\n"
        let answer = try service.post(form: form(Self.may, other), to: "/render.pdf?join=true")
        #expect(answer.status == 422)
        #expect(try answer.json["type"] as? String == "/problems/unrelated")
    }

    @Test func severalExportsNeedTheParameter() throws {
        let answer = try service.post(form: form(Self.may, Self.june), to: "/render.pdf")
        #expect(answer.status == 422 && answer.text.contains("join"))
    }

    @Test func chatsOfOneTalkAreShown() throws {
        let folder = try TemporaryFolder()
        let (may, june) = (
            try folder.write(Self.may, to: "may.txt"), try folder.write(Self.june, to: "june.txt")
        )
        let listed = try RunningService.program(["chats", may, june])
        let text = String(decoding: listed.output, as: UTF8.self).replacing(folder.path, with: "F")
        #expect(
            text.hasSuffix(
                """
                F/june.txt:
                  june.txt  3 messages  2 people  2026-05-01 to 2026-06-13
                Unsure whether the same talk: may.txt in F/may.txt, june.txt in F/june.txt \
                (same people: Ana, Ben; times overlap)

                """), "\(text)")
        let printed = try RunningService.program(["chats", may, june, "--json"])
        let answer = try service.post(form: form(Self.may, Self.june), to: "/chats")
        for json in [Array(printed.output), Array(answer.body)] {
            let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
            #expect((object?["chats"] as? [[String: Any]])?.count == 2)
            let talk = try #require((object?["same_talks"] as? [[String: Any]])?.first)
            #expect(talk["chats"] as? [Int] == [0, 1] && talk["sure"] is Bool)
            #expect(talk["people"] as? [String] == ["Ana", "Ben"])
            #expect(talk["times"] as? String == "overlapping")
        }
    }
}

@Suite struct LargeExportTests {
    /// 40 messages, one a day from January 1; every third replies to the one before it.
    private static let telegram: String = {
        let messages = (1...40).map { number in
            let day = String(
                format: "%02d-%02dT10:00:00", (number - 1) / 28 + 1, (number - 1) % 28 + 1)
            let reply = number % 3 == 0 ? #","reply_to_message_id":\#(number - 1)"# : ""
            let photo = number < 20 ? #","photo":"photos/\#(number).jpg""# : ""
            return
                #"{"id":\#(number),"type":"message","date":"2026-\#(day)","from":"P\#(number % 2)","#
                + #""from_id":"user\#(number % 2)","text":"word \#(number)"\#(reply)\#(photo)}"#
        }
        return
            #"{"name":"Trip","type":"personal_chat","id":7,"messages":[\#(messages.joined(separator: ","))]}"#
    }()

    private func texts(_ answer: Answer) throws -> [String] {
        let messages = try #require(
            try answer.json["messages"] as? [[String: Any]], "\(answer.text)")
        return messages.compactMap { $0["text"] as? String }
    }

    @Test(arguments: [
        "after=2026-02-08", "before=2026-01-05&after=2026-01-02", "filter.limit=5",
        "filter.text=word%2011",
    ])
    func onlyFilteredMessagesCountAgainstTheLimit(query: String) throws {
        let service = try InProcessService(["--messages", "5"])
        let answer = try service.render(Self.telegram, to: "/import?" + query)
        #expect((1...5).contains(try texts(answer).count))
    }

    @Test(arguments: ["", "after=2026-02-01", "filter.limit=6"])
    func exceedingTheLimitNamesItsSetting(query: String) throws {
        let service = try InProcessService(["--messages", "5"])
        let answer = try service.post(Self.telegram, to: "/import?" + query)
        #expect(answer.status == 422)
        #expect(try answer.json["setting"] as? String == "messages")
        #expect(try answer.json["limit"] as? Int == 5)
    }

    /// Numbers and quoted replies are those of the whole chat.
    @Test func filteredMessagesCanBeQuotedAndCounted() throws {
        let service = try InProcessService(["--messages", "12"])
        let answer = try service.post(Self.telegram, to: "/import?after=2026-02-02")
        let all = try texts(answer)
        #expect(all.first == "word 30" && all.count == 11)
        #expect(answer.text.contains("word 29"))
        let page = try service.post(
            Self.telegram, to: "/render?format=txt&after=2026-02-02&show.numbers=true")
        #expect(page.text.contains("30"), "\(page.text)")
    }

    /// Photos of filtered messages are neither read nor reported as missing.
    @Test func mediaOfFilteredMessagesIsNotRead() throws {
        let all = try service.post(Self.telegram, to: "/import?report=true")
        #expect(all.text.contains(#""missing":19"#))
        #expect(all.text.contains("19 attachments missing from the export"))
        let part = try service.post(Self.telegram, to: "/import?report=true&after=2026-02-01")
        #expect(part.text.contains(#""missing":0"#), "\(part.text.prefix(600))")
        #expect(part.text.contains(#""outside":28"#))
        #expect(!part.text.contains("missing from the export"))
    }

    @Test func documentBytesLimitsExports() throws {
        let service = try InProcessService(["--document-bytes", "1024"])
        let answer = try service.post(Self.telegram, to: "/import?from=telegram")
        #expect(answer.status == 422)
        #expect(try answer.json["setting"] as? String == "document_bytes")
    }
}

/// Encrypted exports over HTTP, with their password or key as a part of the form.
@Suite struct EncryptedExportTests {
    private func send(
        _ path: String, _ password: String?, to route: String
    ) throws -> Answer {
        let parts = password.map { [(name: "source_password", content: Data($0.utf8))] } ?? []
        let file = try RunningService.file("Tests/Fixtures/Imports/" + path)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return try InProcessService().post(form: parts, files: [("file", name, file)], to: route)
    }

    private static let digits =
        "00010203 04050607 08090A0B 0C0D0E0F 10111213 14151617 18191A1B 1C1D1E1F"

    @Test func aPartOfTheFormOpensABackup() throws {
        let path = "whatsapp/crypt15.zip/Databases/msgstore.db.crypt15"
        let route = "/render.png?chat=4915550100@s.whatsapp.net"
        let answer = try send(path, Self.digits, to: route)
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        #expect(answer.header("chatprint-importer") == "whatsapp")
        let without = try send(path, nil, to: route)
        #expect(without.status == 400 && without.text.contains("is encrypted"))
        let wrong = try send(path, "FF" + Self.digits.dropFirst(2), to: route)
        #expect(wrong.status == 400 && wrong.text.contains("does not open"))
        #expect(!wrong.text.contains("FF010203"))
    }

    @Test func aPartOfTheFormOpensAnArchive() throws {
        let route = "/render.png?chat=News"
        let answer = try send("threema/threema-backup.zip", "harbour lights 7", to: route)
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        #expect(answer.header("chatprint-importer") == "threema")
        let wrong = try send("threema/threema-backup.zip", "harbour lights 8", to: route)
        #expect(wrong.status == 400 && wrong.text.contains("does not open"))
    }
}

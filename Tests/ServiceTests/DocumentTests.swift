import Foundation
import TestSupport
import Testing

/// Checked with qpdf and Poppler.
@Suite struct DocumentTests {
    private let talk =
        #"{"messages":[{"from":"ben","text":"Call 5551234567"},{"from":"ana","text":"Hello 😀"}],"#
        + #""options":{"redact":[{"pattern":"\\d{7,}"}]}}"#

    @Test func documentsAreArchivalByDefault() throws {
        let archival = try service.post(talk, to: "/render.pdf").body
        #expect(try tool(["qpdf", "--check", "FILE"], on: archival).code == 0)
        let packet = try tool(["pdfinfo", "-meta", "FILE"], on: archival).text
        #expect(packet.contains("<pdfaid:part>3</pdfaid:part>"))
        #expect(packet.contains("<pdfuaid:part>1</pdfuaid:part>"))
        let plain = try service.post(talk, to: "/render.pdf?archival=false").body
        #expect(try tool(["qpdf", "--check", "FILE"], on: plain).code == 0)
        #expect(try !tool(["pdfinfo", "-meta", "FILE"], on: plain).text.contains("pdfaid"))
        #expect(try service.post(talk, to: "/render.pdf?output.archival=false").body == plain)
    }

    @Test func metadataIsSetAndRedacted() throws {
        let query = "author=Ruiz%20%26%20Lind&subject=On%20Ben%20Ito&keywords=lake,%20Ben%20Ito,"
        let output = try tool(
            ["pdfinfo", "FILE"], on: service.post(talk, to: "/render.pdf?" + query).body
        ).text
        #expect(output.contains("Author:          Ruiz & Lind\n"))
        #expect(output.contains("Subject:         On Ben Ito\n"))
        #expect(output.contains("Keywords:        lake, Ben Ito\n"))
        let list = #"{"messages": ["Hi"], "output": {"keywords": ["a, b", null, "c"]}}"#
        let listed = try tool(["pdfinfo", "FILE"], on: service.post(list, to: "/render.pdf").body)
        #expect(listed.text.contains("Keywords:        a, b, c\n"))
        let hidden = try service.post(talk, to: "/render.pdf?\(query)&redact.pattern=Ben%20Ito")
            .body
        for form in [["pdfinfo", "FILE"], ["pdfinfo", "-meta", "FILE"]] {
            let text = try tool(form, on: hidden).text
            #expect(text.contains("Ruiz") && !text.contains("Ito"))
        }
    }

    /// On every page, by both engines; a watermark that names redacted content is redacted too.
    @Test(arguments: ["", "&engine=cairo"]) func watermarkIsOnEveryPage(engine: String) throws {
        let lines = Array(repeating: "\"Hi\"", count: 60).joined(separator: ",")
        func text(_ query: String) throws -> String {
            let answer = try service.render(
                "{\"messages\": [\(lines)]}", to: "/render.pdf?page.size=a5&\(query)\(engine)")
            #expect(try tool(["qpdf", "--check", "FILE"], on: answer.body).code == 0)
            return try pageText(of: answer.body)
        }
        let marked = try text("page.watermark=DRAFT&page.watermark.angle=0")
        let pages = marked.split(separator: "\u{C}").filter { $0.contains("Hi") }
        #expect(pages.count > 1)
        #expect(pages.allSatisfy { $0.contains("DRAFT") })
        #expect(try !text("page.watermark=DRAFT%20of%20Lind&redact.pattern=Lind").contains("Lind"))
        let refused = try service.post(
            talk, to: "/render.pdf?page.watermark=A&page.watermark.angle=91")
        #expect(refused.status == 422)
    }

    /// ISO 32000-1, table 46: the checksum shows readers whether an embedded file is complete.
    @Test func embeddedFilesHaveChecksums() throws {
        let document = try InProcessService().post(talk, to: "/render.pdf").body
        let listed = try tool(["qpdf", "--json", "--json-key=attachments", "FILE"], on: document)
            .text
        let script = "pdfdetach -save 1 -o /dev/stdout \"$1\" | md5sum | cut -c1-32"
        let sum = try tool(["sh", "-c", script, "sh", "FILE"], on: document).text
        #expect(sum.count == 33)
        #expect(listed.contains("\"checksum\": \"" + sum.dropLast() + "\""))
    }

    @Test func embeddedConversationIsRedacted() throws {
        let document = try service.post(talk, to: "/render.pdf").body
        let attached = try tool(
            ["pdfdetach", "-save", "1", "-o", "/dev/stdout", "FILE"], on: document)
        #expect(!attached.text.contains("5551234567"))
        let again = try service.post(attached.text, to: "/validate")
        #expect(again.status == 200)
        #expect(again.text.contains(#""messages":2"#))
        #expect(again.text.contains(#""warning_count":0"#))
    }

    @Test func documentsStateOnlyAGivenCreationDate() throws {
        let dated = #"{"messages":["Hi"],"output":{"page":{"footer":"made {date}"}}}"#
        let silent = try service.post(dated, to: "/render.pdf").body
        let facts = try tool(["pdfinfo", "FILE"], on: silent).text
        #expect(!facts.contains("CreationDate") && !facts.contains("ModDate"))
        #expect(
            try !tool(["pdfinfo", "-meta", "FILE"], on: silent).text.contains("xmp:CreateDate"))
        #expect(try tool(["pdftotext", "FILE", "-"], on: silent).text.contains("made not stated"))
        let pdf = try service.post(
            dated, to: "/render.pdf?created=2026-05-31T23:40:00.5%2B02:00"
        ).body
        let info = try tool(["pdfinfo", "-isodates", "FILE"], on: pdf).text
        #expect(info.contains("CreationDate:    2026-05-31T23:40:00+02"))
        #expect(try tool(["pdftotext", "FILE", "-"], on: pdf).text.contains("made 2026-05-31"))
        #expect(try service.post(dated, to: "/render.pdf?created=soon").status == 422)
    }

    @Test func endlessPagesSplitAtTheLargestPageSize() throws {
        let few = #"{"messages":["Hi","Hello","How are you?"]}"#
        let one = try service.post(few, to: "/render.pdf?page.size=endless").body
        #expect(try tool(["pdfinfo", "FILE"], on: one).text.contains(/Pages: +1\n/))
        let many =
            "{\"messages\":[" + Array(repeating: "\"Hi\"", count: 900).joined(separator: ",") + "]}"
        let long = try service.post(many, to: "/render.pdf?page.size=endless").body
        let sizes = try tool(["pdfinfo", "-l", "9", "FILE"], on: long).text
            .matches(of: /size: +\d+ x ([\d.]+)/).compactMap { Double($0.1) }
        #expect(sizes.count > 1 && sizes.allSatisfy { $0 <= 14_400 })
    }

    /// A right-to-left table has its first column on the right.
    @Test func columnsFollowTheReadingDirection() throws {
        func lefts(_ cells: [String]) throws -> [Double] {
            let table = "| \(cells[0]) | \(cells[1]) |\\n|---|---|\\n| 31 | 77 |"
            let document = try service.post(
                #"{"messages":[{"text":"\#(table)","format":"markdown"}]}"#, to: "/render.pdf"
            ).body
            let words = try tool(["pdftotext", "-bbox", "FILE", "-"], on: document).text
            return try ["31", "77"].map { word in
                let place = try Regex("xMin=\"([0-9.]+)\"[^>]*>\(word)<")
                let left = words.firstMatch(of: place)?.output[1].substring
                return try #require(left.flatMap { Double($0) })
            }
        }
        let latin = try lefts(["Name", "Age"])
        #expect(latin[0] < latin[1])
        let arabic = try lefts(["الاسم", "العمر"])
        #expect(arabic[0] > arabic[1])
    }

    @Test func timesAfterAPauseAreNotHeadings() throws {
        let talk =
            #"{"theme":"imessage","messages":[{"text":"Hi","at":"2026-05-31T09:00:00Z"},"#
            + #"{"text":"Ho","at":"2026-05-31T15:00:00Z"}]}"#
        let document = try service.post(talk, to: "/render.pdf").body
        let structure = try tool(["pdfinfo", "-struct", "FILE"], on: document).text
        // Only the day is a heading: there is no title.
        #expect(structure.matches(of: /H1|H2/).count == 1)
    }

    @Test func invalidLanguageTagsAreReported() throws {
        let talk = #"{"messages":[{"text":"Hi","lang":"not a tag"},{"text":"Ho","lang":"de_DE"}]}"#
        let document = try service.post(talk, to: "/render.pdf").body
        let json = try tool(["qpdf", "--json=2", "--json-key=qpdf", "FILE"], on: document).text
        #expect(!json.contains("u:not a tag") && json.contains("u:de-DE"))
        let strict = try service.post(talk, to: "/render.pdf?strict=true")
        #expect(strict.status == 422)
        #expect(String(decoding: strict.body, as: UTF8.self).contains("/messages/0/lang"))
    }

    @Test func pageTextAndColumnsAreParameters() throws {
        let talk =
            "{\"messages\":[" + Array(repeating: "\"Hi\"", count: 90).joined(separator: ",") + "]}"
        func pages(_ query: String) throws -> Int {
            let document = try service.post(talk, to: "/render.pdf?strict=true&" + query).body
            let facts = try tool(["pdfinfo", "FILE"], on: document).text
            return facts.firstMatch(of: /Pages: +(\d+)/).flatMap { Int($0.1) } ?? 0
        }
        #expect(try pages("page.columns=2") < pages("page.text=20"))
    }

    @Test func documentsStateWhatWasFiltered() throws {
        let talk =
            #"{"theme":"imessage","title":"Trip","messages":[{"text":"Hi","from":"Ben"},"#
            + #"{"text":"Ho","from":"Cem"},{"text":"He","from":"Ben"}]}"#
        let document = try service.post(talk, to: "/render.pdf?filter.from=Ben").body
        let text = try tool(["pdftotext", "FILE", "-"], on: document).text
        #expect(text.contains("1 message left out: from"))
        #expect(text.contains("Trip") && text.contains("Cem"))
    }
}

@Suite struct LockedDocumentTests {
    private func talk(_ output: String) -> String {
        #"{"title":"Kiln & Co","messages":["Meet at Quillhaven"],"output":{\#(output)}}"#
    }

    @Test(arguments: ["", #","archival":false"#, #","archival":"4f""#])
    func onlyThePasswordOpensTheDocument(kind: String) throws {
        let document = try service.render(
            talk(#""password":"three words (here)""# + kind), to: "/render.pdf"
        ).body
        #expect(try tool(["qpdf", "--check", "FILE"], on: document).code != 0)
        #expect(try tool(["pdftotext", "-upw", "wrong", "FILE", "-"], on: document).code != 0)
        let key = "three words (here)"
        #expect(try tool(["qpdf", "--password=\(key)", "--check", "FILE"], on: document).code == 0)
        let text = try tool(["pdftotext", "-upw", key, "FILE", "-"], on: document).text
        #expect(text.contains("Meet at Quillhaven"))
        let facts = try tool(["pdfinfo", "-upw", key, "FILE"], on: document).text
        #expect(facts.contains("algorithm:AES-256"))
        // PDF/A forbids encryption.
        let packet = try tool(["pdfinfo", "-meta", "-upw", key, "FILE"], on: document).text
        #expect(packet.contains("Kiln &amp; Co") && !packet.contains("pdfaid"))
        // No unencrypted byte shows the text, in any of the forms in which PDF writes text.
        let bytes = String(decoding: document, as: Unicode.ASCII.self)
        for word in ["Kiln", "Quillhaven", "three words", "conversation.json", "xpacket"] {
            #expect(!bytes.contains(word), "\(word)")
        }
    }

    @Test func embeddedFilesAreEncrypted() throws {
        let document = try service.post(talk(#""password":"key""#), to: "/render.pdf").body
        let listed = try tool(
            ["qpdf", "--password=key", "--show-attachment=conversation.json", "FILE"], on: document)
        #expect(listed.text.contains("Meet at Quillhaven"))
    }

    @Test func encryptionIsDeterministicPerDocument() throws {
        let one = try service.post(talk(#""password":"key""#), to: "/render.pdf").body
        #expect(try service.post(talk(#""password":"key""#), to: "/render.pdf").body == one)
        let other = try service.post(
            talk(#""password":"key""#).replacing("Quillhaven", with: "Quillhavem"),
            to: "/render.pdf"
        ).body
        // The U entry differs, so it does not reveal that one password opens both documents.
        func entry(_ document: Data) -> String? {
            String(decoding: document, as: Unicode.ASCII.self)
                .firstMatch(of: /\/U<([0-9a-f]{96})>/).map { String($0.1) }
        }
        #expect(entry(one) != nil && entry(one) != entry(other))
    }

    @Test(arguments: [
        (#""password":"key""#, "/render.png", "/output/password"),
        (#""password":"key","engine":"cairo""#, "/render.pdf", "/output/engine"),
        (#""password":"key","profile":"evidence""#, "/render.pdf", "/output/password"),
        (#""password":"""#, "/render.pdf", "/output/password"),
        (#""password":"Straße""#, "/render.pdf", "/output/password"),
        (#""password":7"#, "/render.pdf", "/output/password"),
        (#""pasword":"key""#, "/render.pdf", "/output/password"),
        (#""pass":"key""#, "/render.pdf", "/output/password"),
        ("", "/render.pdf?password=key", "/output/password"),
        ("", "/render.pdf?pasword=key", "/output/password"),
        ("", "/render.pdf?output.password=key", "/output/password"),
        ("", "/render.pdf?page.password=key", "/output/password"),
        ("", "/render.pdf?redacted=key", "/options/redact"),
    ])
    func invalidPasswordRequestsAreRejected(output: String, path: String, pointer: String) throws {
        let answer = try service.post(talk(output), to: path)
        #expect(answer.status == 422 && answer.text.contains("\"\(pointer)\""))
        #expect(!answer.text.contains("Straße") && !answer.text.contains("\"key\""))
    }

    /// The process list shows options but no file contents.
    @Test(arguments: ["key word", "key word\n", "key word\r\nmore", nil])
    func commandReadsThePasswordFromAFileOrASetting(line: String?) throws {
        let folder = try TemporaryFolder()
        let input = try folder.write(talk(""), to: "talk.json")
        let key = try folder.write(line ?? "", to: "key")
        let option = line == nil ? ["--set", "password=key word"] : ["--password-file", key]
        let output = folder.file("a.pdf")
        #expect(try command(["render", input, "-o", output.path] + option).code == 0)
        let locked = try Data(contentsOf: output)
        let text = try tool(["pdftotext", "-upw", "key word", "FILE", "-"], on: locked).text
        #expect(text.contains("Quillhaven") && locked.firstRange(of: Data("/Encrypt".utf8)) != nil)
    }

    @Test func everyPartIsEncrypted() throws {
        let answer = try service.render(
            talk(#""password":"key","format":"pdf","split_by":1"#), to: "/render")
        let bytes = String(decoding: answer.body, as: Unicode.ASCII.self)
        #expect(bytes.contains("/Encrypt") && !bytes.contains("Quillhaven"))
    }
}

@Suite struct RSMFServiceTests {
    private static let talk = #"""
        {"title": "Hikers", "timezone": "Europe/Berlin", "participants": [{"id": "ana", "name": "Ana"}, {"id": "ben", "name": "Ben"}],
         "messages": [{"id": "a", "from": "ana", "at": "2026-05-31T23:00:00+02:00", "text": "At the lake"},
          {"id": "b", "from": "ben", "at": "2026-06-01T09:00:00+02:00", "reply_to": {"id": "a"}, "attachments": [
           {"kind": "image", "name": "lake.png", "src": {"data": "\#(TestImage.pair)"}}]}]}
        """#

    private func manifest(_ mail: Data) throws -> [String: Any] {
        let script = """
            import email, io, sys, zipfile
            mail = email.message_from_binary_file(sys.stdin.buffer)
            assert not mail.defects
            parts = mail.get_payload()
            assert [part.get_content_type() for part in parts] == ["text/plain", "application/zip"]
            archive = zipfile.ZipFile(io.BytesIO(parts[1].get_payload(decode=True)))
            assert archive.testzip() is None
            sys.stdout.buffer.write(archive.read("rsmf_manifest.json"))
            """
        let result = try RunningService.run(["python3", "-c", script], input: mail)
        #expect(result.code == 0, "\(result.errors)")
        return try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    }

    private func digests(_ values: [[String: Any]]) -> [String] {
        values.compactMap { event in
            let custom = event["custom"] as? [[String: String]]
            return custom?.first { $0["name"] == "sha256" }?["value"]
        }
    }

    /// The digests match those of an evidence document, so they show that both contain the same
    /// messages.
    @Test func digestsEqualThoseOfAnEvidenceDocument() throws {
        let answer = try service.render(Self.talk, to: "/render.rsmf?filename=hut&custodian=ana")
        #expect(answer.header("chatprint-warnings") == "0")
        #expect(answer.header("content-disposition")?.contains("hut.zip") == true)
        let mails = try UnpackedZIP(answer.body)
        #expect(mails.names == ["hut-2026-05-31.rsmf", "hut-2026-06-01.rsmf"])
        let manifests = try mails.names.map { try manifest(#require(mails.files[$0])) }
        let events = manifests.flatMap { $0["events"] as? [[String: Any]] ?? [] }
        let talks = manifests.flatMap { $0["conversations"] as? [[String: Any]] ?? [] }
        #expect(talks.map { $0["custodian"] as? String } == ["ana", "ana"])
        let document = try service.post(Self.talk, to: "/render.pdf?profile=evidence").body
        let attached = try tool(
            ["pdfdetach", "-savefile", "manifest.json", "-o", "/dev/stdout", "FILE"], on: document
        ).data
        let evidence = try #require(
            JSONSerialization.jsonObject(with: attached) as? [String: Any])
        let links = evidence["messages"] as? [[String: Any]] ?? []
        #expect(links.count == 2)
        #expect(digests(events) == links.compactMap { $0["sha256"] as? String })
    }

    @Test func rsmfCannotBeSplitFurther() throws {
        let answer = try service.post(Self.talk, to: "/render.rsmf?split_by=month")
        #expect(answer.status == 422 && answer.text.contains("/output/split_by"))
    }

    @Test func rsmfOutputCanBeImported() throws {
        let mails = try service.post(Self.talk, to: "/render.rsmf").body
        let text = try service.post(mails, to: "/render.txt").text
        #expect(text.contains("At the lake") && text.contains("lake.png"))
    }
}

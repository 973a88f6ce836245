import Foundation
import Testing

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

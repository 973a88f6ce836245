import Foundation
import Testing

/// PDFs as they leave the service, looked at with other people's tools.
@Suite struct DocumentTests {
    private let talk =
        #"{"messages":[{"from":"ben","text":"Call 5551234567"},{"from":"ana","text":"Hello 😀"}],"#
        + #""options":{"redact":[{"pattern":"\\d{7,}"}]}}"#

    private func tool(_ words: [String], on document: Data) throws -> (code: Int32, text: String) {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString + ".pdf")
        try document.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = try RunningService.run(
            words.map { $0 == "FILE" ? file.path : $0 })
        return (result.code, String(decoding: result.output, as: UTF8.self))
    }

    @Test func aDocumentIsArchivalUnlessAPlainOneIsWanted() throws {
        let service = try RunningService()
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

    @Test func theConversationTravelsInsideWithoutWhatWasRedacted() throws {
        let service = try RunningService()
        let document = try service.post(talk, to: "/render.pdf").body
        let attached = try tool(
            ["pdfdetach", "-save", "1", "-o", "/dev/stdout", "FILE"], on: document)
        #expect(!attached.text.contains("5551234567"))
        let again = try service.post(attached.text, to: "/validate")
        #expect(again.status == 200)
        #expect(again.text.contains(#""messages":2"#))
        #expect(again.text.contains(#""warning_count":0"#))
    }
}

import Foundation
import Importing
import Model
import Testing

/// As different programs write it.
@Suite struct MailTests {
    private func mail(type: String, _ body: String) -> [UInt8] {
        var zip = ZipBuilder()
        zip.add(
            "rsmf_manifest.json",
            Array(
                (#"{"version":"2.0.0","participants":[{"id":"a","display":"Ana"}],"#
                    + #""conversations":[{"id":"c","participants":["a"]}],"events":["#
                    + #"{"type":"message","participant":"a","conversation":"c","body":"Hi"}]}"#)
                    .utf8))
        let archive = Data(zip.finish()).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn])
        let part =
            "Content-Type: application/zip; name=\"a;b.zip\"\r\n"
            + "Content-Transfer-Encoding: base64\r\n\r\n\(archive)\r\n"
        let head = "MIME-Version: 1.0\r\nX-RSMF-Version: 2.0\r\nContent-Type: \(type)\r\n\r\n"
        return Array((head + body.replacingOccurrences(of: "ZIP", with: part)).utf8)
    }

    @Test(arguments: [
        ("multipart/mixed; boundary=b", "--b\r\nZIP--b--\r\n"),
        // A semicolon inside quotes does not end a parameter.
        ("multipart/mixed; boundary=\"a;b\"", "--a;b\r\nZIP--a;b--\r\n"),
        // The inner boundary has the outer one as a prefix.
        (
            "multipart/mixed; boundary=b",
            "--b\r\nContent-Type: multipart/related; boundary=b1\r\n\r\n--b1\r\n\r\nwords\r\n"
                + "--b1\r\nZIP--b1--\r\n--b--\r\n"
        ), ("multipart/mixed; boundary=----=_Part_1", "------=_Part_1\r\nZIP------=_Part_1--"),
    ])
    func findsTheAttachedArchive(type: String, body: String) throws {
        let imported = try ShippedImport.read(mail(type: type, body), name: "a.rsmf")
        #expect(imported.conversation.messages.map { $0.body.first?.plainText } == ["Hi"])
    }

    private func day(_ talk: String, _ body: String, at: String, picture: [UInt8]) -> [UInt8] {
        var zip = ZipBuilder()
        zip.add("a.png", picture)
        zip.add(
            "rsmf_manifest.json",
            Array(
                (#"{"version":"2.0.0","participants":[{"id":"a","display":"Ana"},{"id":"b"}],"#
                    + #""conversations":[{"id":"\#(talk)","participants":["a","b"]}],"events":["#
                    + #"{"id":"\#(body)","type":"message","participant":"a","conversation":"\#(talk)","#
                    + #""timestamp":"\#(at)","body":"\#(body)","attachments":[{"id":"a.png"}],"#
                    + #""custom":[{"name":"parent","value":"one"}]}]}"#).utf8))
        let code = Data(zip.finish()).base64EncodedString()
        return Array(
            ("X-RSMF-Version: 2.0.0\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b"
                + "\r\n\r\n--b\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64"
                + "\r\n\r\n\(code)\r\n--b--\r\n").utf8)
    }

    private let pictures: [[UInt8]] = [[0x89, 0x50, 0x4E, 0x47, 1], [0x89, 0x50, 0x4E, 0x47, 2]]

    @Test func mailsOfOneConversationAreMerged() throws {
        var zip = ZipBuilder()
        zip.add(
            "b.rsmf", day("t", "two", at: "2026-05-02T10:00:00Z", picture: pictures[1]))
        zip.add(
            "a.rsmf", day("t", "one", at: "2026-05-01T10:00:00Z", picture: pictures[0]))
        let talk = try ShippedImport.read(zip.finish(), name: "days.zip").conversation
        #expect(talk.messages.map { $0.body.first?.plainText } == ["one", "two"])
        #expect(talk.messages[1].details.replyTo?.index == 0)
        // Files with one name in two mails are separate files.
        let media = talk.messages.map { $0.attachments[0].media }
        #expect(media.map { $0.map { talk.media[$0].bytes } } == pictures)
        // Silent participants are listed as well.
        #expect(talk.participants.map(\.id) == ["a", "b"])
    }

    @Test func severalConversationsRequireAChoice() throws {
        var zip = ZipBuilder()
        for talk in ["t", "u"] {
            zip.add(
                talk + ".rsmf",
                day(talk, "in " + talk, at: "2026-05-01T10:00:00Z", picture: pictures[0]))
        }
        #expect(throws: ImportError.self) { try ShippedImport.read(zip.finish(), name: "x.zip") }
        var options = ImportOptions()
        options.chat = "u"
        let talk = try ShippedImport.read(zip.finish(), name: "x.zip", options: options)
            .conversation
        #expect(talk.messages.map { $0.body.first?.plainText } == ["in u"])
    }

    /// The parts of a mail with an invalid boundary cannot be read, which is reported.
    @Test(arguments: ["multipart/mixed", "multipart/mixed; boundary=b"])
    func missingPartsAreReported(type: String) throws {
        let mails =
            "From ana@example.org Thu Jan  1 00:00:00 2026\nFrom: Ana <ana@example.org>\n"
            + "Date: Thu, 1 Jan 2026 00:00:00 +0000\nSubject: Hi\nContent-Type: \(type)\n\nHello\n\n"
            + "From ben@example.org Thu Jan  1 00:01:00 2026\nFrom: Ben <ben@example.org>\n"
            + "Date: Thu, 1 Jan 2026 00:01:00 +0000\nSubject: Re: Hi\n\nGood morning\n"
        let imported = try ShippedImport.read(Array(mails.utf8), name: "a.mbox")
        #expect(imported.warnings.contains { $0.detail.contains("1 mail with a part") })
    }
}

import Conversation
import Foundation
import Importing
import Markup
import Testing

/// The mail around an export of e-discovery, as different writers write it.
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
        // The inner boundary begins like the outer one.
        (
            "multipart/mixed; boundary=b",
            "--b\r\nContent-Type: multipart/related; boundary=b1\r\n\r\n--b1\r\n\r\nwords\r\n"
                + "--b1\r\nZIP--b1--\r\n--b--\r\n"
        ), ("multipart/mixed; boundary=----=_Part_1", "------=_Part_1\r\nZIP------=_Part_1--"),
    ])
    func findsTheArchive(type: String, body: String) throws {
        let imported = try ShippedImport.read(mail(type: type, body), name: "a.rsmf")
        #expect(imported.conversation.messages.map { $0.body.first?.plainText } == ["Hi"])
    }

    /// A mail whose parts cannot be told apart says nothing; that it did is not passed over.
    @Test(arguments: ["multipart/mixed", "multipart/mixed; boundary=b"])
    func missingPartsAreTold(type: String) throws {
        let mails =
            "From ana@example.org Thu Jan  1 00:00:00 2026\nFrom: Ana <ana@example.org>\n"
            + "Date: Thu, 1 Jan 2026 00:00:00 +0000\nSubject: Hi\nContent-Type: \(type)\n\nHello\n\n"
            + "From ben@example.org Thu Jan  1 00:01:00 2026\nFrom: Ben <ben@example.org>\n"
            + "Date: Thu, 1 Jan 2026 00:01:00 +0000\nSubject: Re: Hi\n\nGood morning\n"
        let imported = try ShippedImport.read(Array(mails.utf8), name: "a.mbox")
        #expect(imported.warnings.contains { $0.detail.contains("1 mail with a part") })
    }
}

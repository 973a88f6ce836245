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
}

import Foundation
import TestSupport
import Testing

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

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

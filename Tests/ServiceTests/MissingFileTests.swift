import Foundation
import Testing

/// Files that a conversation names but does not contain.
@Suite struct MissingFileTests {
    private static let dot =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    @Test func posterIsNotTheVideo() throws {
        let talk = #"""
            {"messages":[{"from":"ana","attachments":[
              {"kind":"video","name":"lake.mp4","poster":{"data":"\#(Self.dot)"}}]}]}
            """#
        let text = try InProcessService().post(talk, to: "/render.txt").text
        #expect(text.contains("lake.mp4 (Not available)"), "\(text)")
    }

    /// Importers load only pictures: a video in the export is not missing.
    @Test func videoInTheExportIsNotMissing() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let chat = """
            31.05.26, 09:40 - Ben: VID-1.mp4 (file attached)
            31.05.26, 09:41 - Ana: VID-2.mp4 (file attached)
            31.05.26, 09:42 - Ben: Both?

            """
        try Data(chat.utf8).write(to: folder.appendingPathComponent("_chat.txt"))
        try Data("video".utf8).write(to: folder.appendingPathComponent("VID-1.mp4"))
        let result = try RunningService.run(
            [RunningService.executable.path, "render", folder.path, "-f", "txt", "-o", "-"],
            folder: nil)
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(text.contains("VID-1.mp4 · 5 B\n"), "\(text)")
        #expect(text.contains("VID-2.mp4 (not in the export)\n"), "\(text)")
    }
}

import Basics
import Documents
import Foundation
import Graphics
import Model
import TestDrawing
import TestSupport
import Testing
import Themes
import Typesetting

@testable import Rendering

/// Small pictures of every kind of content in the two most different themes, compared by pixel, so
/// the whole path from text to colors is tested. With CHATPRINT_RECORD=1, they are rewritten and
/// the run fails.
@Suite struct LookPictureTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// Another version of FreeType may draw a few edges of glyphs in other shades. A missing
    /// stroke, even of a tick, differs by more, since its color is missing.
    private static let maxDifference = 40
    private static let maxDifferingPixels = 0.01

    /// Messages as JSON, by kind of content.
    private static let kinds: [String: Data] = {
        let file = folder.appendingPathComponent("kinds.json")
        let found = try? JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return (found as? [String: Any] ?? [:]).compactMapValues {
            try? JSONSerialization.data(withJSONObject: $0)
        }
    }()

    @Test func kindsExist() { #expect(LookPictureTests.kinds.count >= 20) }

    @Test(arguments: kinds.keys.sorted(), [("imessage", ThemeMode.light), ("whatsapp", .dark)])
    func everyKindMatchesItsGolden(kind: String, look: (name: String, mode: ThemeMode)) async throws
    {
        let name = "\(kind)-\(look.name)"
        let png = try await picture(of: kind, in: Looks.named(look.name, look.mode))
        let file = LookPictureTests.folder.appendingPathComponent("Goldens/\(name).png")
        if ProcessInfo.processInfo.environment["CHATPRINT_RECORD"] == "1" {
            try Data(png).write(to: file)
            Issue.record("recorded \(name)")
            return
        }
        let drawn = try TestPNG.decode(png)
        let golden = try TestPNG.decode(Array(Data(contentsOf: file)))
        try #require(drawn.size == golden.size, "\(name)")
        let difference = PixelDifference(drawn.pixels, golden.pixels)
        #expect(difference.greatest <= LookPictureTests.maxDifference, "\(name)")
        #expect(difference.shareApart <= LookPictureTests.maxDifferingPixels, "\(name)")
    }

    private func picture(of kind: String, in theme: Theme) async throws -> [UInt8] {
        let messages = try #require(LookPictureTests.kinds[kind])
        let around = #"""
            {"me": "ana", "participants": [{"id": "ana", "name": "Ana"}, {"id": "ben", "name": "Ben"}],
            "emoji": [{"name": "blob", "src": {"file": "photo.png"}}], "messages":
            """#
        var request = try ConversationDecoder.decode(
            Array(around.utf8) + Array(messages) + Array("}".utf8),
            files: ["photo.png": LookPictureTests.photo.encodedAsPNG()]
        ).prepared()
        request.output.width = 300
        request.output.scale = 1
        request.output.compression = .small
        let job = RenderJob(request, theme: theme, language: Languages.of("en"), format: .png)
        try TestFonts.use()
        let pool = try WorkerPool(size: 1, capacity: 1, fonts: FontTable())
        defer { pool.close() }
        let renderer = Renderer(pool: pool)
        return try await withCheckedThrowingContinuation { done in
            _ = pool.submit(isSmall: true) { worker in
                let sink = ByteSink()
                let result = Result { () throws(RenderFault) in
                    _ = try renderer.render(job, on: worker, to: RenderSink(sink))
                }
                done.resume(with: result.map { sink.bytes }.mapError { $0 as any Error })
            }
        }
    }

    private static let photo: Bitmap = {
        let size = PixelSize(96, 72)
        let pixels = (0..<size.height).flatMap { y in
            (0..<size.width).map { x -> UInt32 in
                let hill = 40 + (x - 30) * (x - 30) / 120
                guard y < hill else { return 0xFF2E_5A3C }
                return 0xFF00_0000 | UInt32(90 + y * 2) << 16 | UInt32(110 + y) << 8 | 180
            }
        }
        return Bitmap(size: size, pixels: pixels, isOpaque: true)
    }()
}

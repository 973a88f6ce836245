import Documents
import Foundation
import Graphics
import Layout
import Model
import Scene
import TestDrawing
import TestSupport
import Themes
import Typesetting

@testable import Rendering

/// Messages laid out in one theme, as input for two engines.
struct DrawnScene {
    let transcript: Transcript
    let pictures: PictureStore
    let typesetter: Typesetter

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Looks")

    static func allKinds() -> [Any] {
        let file = folder.appendingPathComponent("kinds.json")
        let found = try? JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let kinds = found as? [String: [Any]] ?? [:]
        return kinds.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    init(_ theme: Theme, messages: [Any] = allKinds(), width: Double = 300) throws {
        let whole: [String: Any] = [
            "me": "ana",
            "participants": [["id": "ana", "name": "Ana"], ["id": "ben", "name": "Ben"]],
            "emoji": [["name": "blob", "src": ["file": "photo.png"]]],
            "messages": messages,
        ]
        var request = try ConversationDecoder.decode(
            Array(JSONSerialization.data(withJSONObject: whole)),
            files: ["photo.png": TestPictures.noise(width: 96, height: 72).encodedAsPNG()]
        ).prepared()
        request.output.width = width
        let job = RenderJob(
            request, theme: theme, language: Languages.of("en"), format: .png)
        try TestFonts.use()
        typesetter = Typesetter(fonts: FontTable())
        pictures = try PictureStore(job, readsHEIF: false)
        let layout = Layout(
            job.conversation, theme: theme, options: job.options, width: width,
            pictures: pictures.table, language: job.language)
        transcript = Transcript(
            layout, rows: layout.rows(layout.entries.indices, with: typesetter))
    }

    var size: Size { transcript.canvas.size }

    var background: [Node] {
        transcript.background(of: transcript.canvas, visible: transcript.canvas)
    }

    var blocks: [Block] { transcript.rows.indices.map { transcript.placedRow($0).block } }
}

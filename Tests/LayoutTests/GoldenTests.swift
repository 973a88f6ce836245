import Foundation
import Layout
import Model
import Scene
import TestSupport
import Testing
import Themes

/// Compares every theme's scene with its golden, line by line. With CHATPRINT_RECORD=1, the goldens
/// are rewritten and the run fails, so that they are not recorded by accident.
@Suite struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test(arguments: [
        ("direct", Looks.catalog.names), ("group", ["imessage", "whatsapp", "telegram"]),
        ("kinds", ["imessage", "telegram", "whatsapp", "signal"]), ("assistant", ["assistant"]),
    ])
    func scenesOfAllThemesMatchTheirGoldens(conversation name: String, looks: [String]) throws {
        let file = GoldenTests.folder.appendingPathComponent("Conversations/\(name).json")
        let request = try ConversationDecoder.decode(Array(Data(contentsOf: file)))
        for look in looks {
            for mode in ThemeMode.allCases {
                let scene = scene(of: request, in: Looks.named(look, mode))
                try compare(scene, with: "\(name)-\(look)-\(mode.rawValue)")
            }
        }
    }

    private func scene(of request: RenderRequest, in theme: Theme) -> String {
        let transcript = Talk.transcript(
            request.conversation, theme: theme, options: request.options)
        let page = Page(
            size: transcript.canvas.size, background: [],
            blocks: transcript.rows.indices.map { transcript.placedRow($0).block })
        return page.description
    }

    /// The bars of an app, which are the same for every conversation.
    @Test(arguments: ["whatsapp", "imessage", "telegram", "discord"])
    func barsMatchTheirGoldens(look: String) throws {
        var frame = ScreenFrame(.screen)
        (frame.time, frame.battery, frame.carrier) = ("9:41", 80, "Net")
        for mode in ThemeMode.allCases {
            let plain = Talk.transcript(
                Talk.conversation(["<Hi"]), theme: Looks.named(look, mode), width: 390)
            let transcript = Transcript(
                plain.layout, rows: plain.rows,
                bars: ScreenBars(plain.layout, frame, with: MonospaceMeasurer()))
            let around = transcript.surroundings
            let page = Page(
                size: transcript.canvas.size, background: [], blocks: around.above + around.below)
            try compare(page.description, with: "screen-\(look)-\(mode.rawValue)")
        }
    }

    private func compare(_ scene: String, with name: String) throws {
        let file = GoldenTests.folder.appendingPathComponent("Goldens/\(name).txt")
        if ProcessInfo.processInfo.environment["CHATPRINT_RECORD"] == "1" {
            try scene.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(name)")
            return
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        guard scene != golden else { return }
        let lines = zip(scene.split(separator: "\n"), golden.split(separator: "\n"))
        let number = lines.enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? -1
        Issue.record("\(name) differs from line \(number + 1)")
    }
}

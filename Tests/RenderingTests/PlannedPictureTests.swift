import Foundation
import Graphics
import Model
import TestDrawing
import TestSupport
import Testing
import Themes

@testable import Rendering

/// Stripes that are compressed without being painted show what the painter paints.
@Suite struct PlannedPictureTests {
    /// Themes of which hardly anything is on one color: wallpapers, gradients, bubbles from pictures.
    private static let painted = [
        "bezier", "classic-sms", "instagram", "messenger", "susi", "telegram", "tinted", "whatsapp",
    ]

    private static let arabic = (0..<12).map { number in
        #"{"from":"\#(number % 3 == 0 ? "ana" : "ben")","text":"مرحبا \#(number)، هل أنت قادم؟ "#
            + #"\#(String(repeating: "نعم بالتأكيد ", count: number))","#
            + #""reactions":[{"emoji":"👍","from":["ana"]}]}"#
    }

    private static func talk() throws -> String {
        let kinds = try JSONSerialization.data(withJSONObject: DrawnScene.allKinds())
        let messages =
            String(decoding: kinds, as: UTF8.self).dropFirst().dropLast() + ","
            + arabic.joined(separator: ",")
        return #""me":"ana","participants":[{"id":"ana","name":"Ana"},{"id":"ben","name":"Ben"},"#
            + #"{"id":"cleo","name":"Cleo Ray"}],"messages":[\#(messages)]"#
    }

    private static func bitmap(_ rendered: RenderedRequest.Rendered) throws -> Bitmap {
        let facts = try PictureProbe(limits: PictureLimits(pixels: 100_000_000))
            .facts(of: rendered.bytes)
        return try PictureDecoder.decode(rendered.bytes, facts)
    }

    private func compare(
        _ look: String, _ mode: ThemeMode = .light, _ setup: String = "", output: String
    ) throws {
        let talk = try Self.talk()
        func rendered(_ more: String) throws -> RenderedRequest.Rendered {
            try RenderedRequest.render(
                "{\(setup)\"output\":{\(output)\(more)},\(talk)}", as: .png, theme: look,
                mode: mode)
        }
        let planned = try rendered("")
        // A general compressor needs all pixels.
        let painted = try rendered(#","compression":"small""#)
        let bitmaps = (try Self.bitmap(planned), try Self.bitmap(painted))
        // A failed comparison would print all pixels.
        let isSame = bitmaps.0 == bitmaps.1
        #expect(isSame, "\(look) \(mode) \(output)")
        #expect(painted.timings.rows[.planned] == nil)
        let rows = planned.timings.rows
        let all = rows.values.reduce(0, +)
        if !Self.painted.contains(look) {
            #expect(10 * (rows[.planned] ?? 0) > all, "\(look): \(rows)")
        }
        // No row twice; empty stripes are counted once.
        #expect(all <= bitmaps.0.height, "\(look): \(rows)")
    }

    @Test(arguments: Looks.catalog.names)
    func plannedRowsShowTheSame(look: String) throws {
        try compare(look, output: #""scale":2"#)
    }

    @Test(arguments: ["android", "discord", "imessage", "slack", "teams", "wechat"])
    func darkThemesShowTheSame(look: String) throws {
        try compare(look, .dark, output: #""scale":2"#)
    }

    @Test(arguments: ["discord", "imessage"], [2.5, 3])
    func otherScalesShowTheSame(look: String, scale: Double) throws {
        try compare(look, output: #""scale":\#(scale)"#)
    }

    @Test(arguments: ["imessage", "slack", "android"])
    func rightToLeftShowsTheSame(look: String) throws {
        try compare(look, .light, #""locale":"ar","#, output: #""scale":2,"width":320"#)
    }

    /// Making the codes of ideographs and of words of joined letters takes longer than painting them.
    @Test(arguments: [("漢字", true), ("한국어로", true), ("مرحبا", true), ("Hello", false)])
    func lettersThatSeldomRepeatArePainted(word: String, arePainted: Bool) throws {
        let messages = (1...12).map { number in
            let text = String(repeating: word + " ", count: 4 * number)
            return #"{"from":"ana","text":"\#(text)"}"#
        }
        let rows = try RenderedRequest.render(
            #"{"messages":[\#(messages.joined(separator: ","))],"output":{"scale":2}}"#, as: .png
        ).timings.rows
        let (planned, painted) = (rows[.planned] ?? 0, rows[.painted] ?? 0)
        #expect(arePainted ? planned * 4 < painted : painted == 0, "\(rows)")
    }
}

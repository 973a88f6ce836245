import Basics
import Dispatch
import Documents
import Foundation
import Graphics
import Model
import Synchronization
import TestDrawing
import TestSupport
import Testing
import Themes
import Typesetting

@testable import Rendering

@Suite struct RendererTests {
    /// Long enough for many parts and stripes, with the fonts of every script and a repeated
    /// picture.
    private static let talk: [UInt8] = {
        let texts = [
            "Good morning!", "שלום, מה שלומך היום?", "👩‍👩‍👧 🎉", "東京タワーへ行きましょう。",
            "A longer message that takes more than one line on any telephone, with a link: "
                + "https://example.com/a/b?c=d", "Ok",
        ]
        let words = (0..<9_600).map { 0xFF00_0000 | UInt32($0 * 37) & 0xFF_FFFF }
        let bitmap = Bitmap(size: PixelSize(120, 80), pixels: words, isOpaque: true)
        let picture = Data(bitmap.encodedAsPNG()).base64EncodedString()
        let messages = (0..<60).map { number in
            let attachment =
                number % 20 == 7
                ? #", "attachments": [{"kind": "image", "src": {"data": "\#(picture)"}}]"# : ""
            return
                #"{"from": "\#(number % 3 == 0 ? "ana" : "ben")", "text": "\#(texts[number % 6])""#
                + #", "at": "2026-05-\#(10 + number / 10)T09:\#(10 + number % 50):00Z"\#(attachment)}"#
        }
        return Array(#"{"me": "ana", "messages": [\#(messages.joined(separator: ","))]}"#.utf8)
    }()

    private func render(
        _ format: Output.Format, look: String = "imessage", workers: Int = 1,
        page: PageSetup = PageSetup(), _ change: (inout Renderer) -> Void = { _ in },
        afterwards check: (WorkerPool) -> Void = { _ in }
    ) throws -> [UInt8] {
        try TestFonts.use()
        let request = try ConversationDecoder.decode(RendererTests.talk)
        var job = RenderJob(
            request, theme: Looks.named(look), language: Languages.of("en"), format: format)
        job.output.page = page
        job.shortenClip()
        let pool = try WorkerPool(size: workers, capacity: 4, fonts: FontTable())
        defer { pool.close() }
        var renderer = Renderer(pool: pool)
        change(&renderer)
        let bytes = try RendererTests.run(job, renderer)
        check(pool)
        return bytes
    }

    private static func run(_ job: RenderJob, _ renderer: Renderer) throws -> [UInt8] {
        let outcome = Mutex<Result<[UInt8], RenderFault>>(.failure(.abandoned))
        let done = DispatchSemaphore(value: 0)
        _ = renderer.pool.submit(isSmall: false) { worker in
            let sink = ByteSink()
            do throws(RenderFault) {
                _ = try renderer.render(job, on: worker, to: RenderSink(sink))
                let bytes = sink.bytes
                outcome.withLock { $0 = .success(bytes) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        return try outcome.withLock { $0 }.get()
    }

    @Test(arguments: Output.Format.allCases)
    func numberOfWorkersChangesNoByte(format: Output.Format) throws {
        let alone = try render(format, workers: 1)
        #expect(alone.count > 4_000)
        for workers in [2, 5] {
            #expect(try render(format, workers: workers) == alone, "\(workers) workers")
        }
        // Parts of another size go to other workers.
        #expect(try render(format, workers: 3) { $0.maxRowsPerPart = 7 } == alone)
    }

    @Test(arguments: [1, 3])
    func idleWorkersKeepNoPictures(workers: Int) throws {
        _ = try render(
            .png, workers: workers, { $0.stripePixels = 20_000 },
            afterwards: { pool in
                // Once each worker has run another job, this one has ended.
                pool.onEach { _ in }
                pool.onEach { #expect(!$0.holdsPictures) }
            })
    }

    /// More pages than are placed ahead, and more objects than one stream holds.
    @Test(arguments: [2, 5])
    func numberOfWorkersChangesNoByteOfLongDocuments(workers: Int) throws {
        var page = PageSetup()
        page.size = .custom(width: 200, height: 200)
        let alone = try render(.pdf, page: page)
        #expect(alone.ranges(of: Array("/Filter/FlateDecode>>".utf8)).count > 18, "pages")
        #expect(alone.ranges(of: Array("/ObjStm".utf8)).count > 1)
        #expect(try render(.pdf, workers: workers, page: page) == alone)
    }

    @Test(arguments: ["imessage", "whatsapp", "susi"], [1, 20_000, 300_000])
    func stripeHeightChangesNoPixel(look: String, stripe: Int) throws {
        let usual = try pixels(render(.png, look: look))
        let other = try pixels(render(.png, look: look, workers: 2) { $0.stripePixels = stripe })
        // The first different pixel is more helpful than a million pixels.
        #expect(other.firstDifference(from: usual) == nil)
    }

    private func pixels(_ png: [UInt8]) throws -> Pixels {
        let bitmap = try TestPNG.decode(png)
        return Pixels(width: bitmap.width, height: bitmap.height, words: bitmap.pixels)
    }
}

@Suite struct MissingCharactersTests {
    /// Two characters that no font has, one of them twice.
    private static let odd = "\u{F1234} and \u{1FAE9}, then \u{F1234}"

    private func render(
        _ text: String, as format: Output.Format, isStrict: Bool = false, split: Bool = false
    ) throws -> RenderedRequest.Rendered {
        let json =
            #"{"me": "a", "messages": [{"from": "b", "text": "\#(text)", "#
            + #""at": "2026-05-10T09:00:00Z"}, {"from": "a", "text": "\#(text)", "#
            + #""at": "2026-05-11T09:00:00Z"}], "options": {"strict": \#(isStrict)}"#
            + (split ? #", "output": {"split_by": "day"}}"# : "}")
        return try RenderedRequest.render(json, as: format)
    }

    @Test(arguments: Output.Format.allCases.filter { $0.has(.measured) })
    func oneWarningBeforeTheFirstByteListsTheMissingCharactersWithCounts(
        format: Output.Format
    ) throws {
        // A BagIt archive also warns that it has no source, since none was received.
        let others = format == .bag ? 1 : 0
        let report = try #require(try render(Self.odd, as: format).report)
        #expect(report.warningCount == 1 + others)
        #expect(report.warnings.first?.kind == .missingLetter)
        #expect(
            report.warnings[0].detail
                == "no font has U+F1234 (4 times), \u{1FAE9} U+1FAE9 (2 times): drawn as hollow boxes"
                || report.warnings[0].detail
                    == "no font has U+F1234 (4 times), U+1FAE9 (2 times): drawn as hollow boxes"
        )
        #expect(try render("Plain words, שלום 😀", as: format).report?.warningCount == others)
    }

    @Test func partsOfASplitConversationWarnOnce() throws {
        let report = try #require(try render(Self.odd, as: .png, split: true).report)
        #expect(report.warningCount == 1 && report.warnings.count == 1)
        #expect(report.warnings[0].detail.contains("U+F1234 (4 times)"))
    }

    @Test func strictTurnsTheWarningIntoAnError() throws {
        #expect(throws: RenderFault.self) { try render(Self.odd, as: .png, isStrict: true) }
        #expect(try !render("Words", as: .png, isStrict: true).bytes.isEmpty)
    }

    @Test func svgDrawsABoxAndKeepsTheCharacterInvisible() throws {
        let svg = String(decoding: try render(Self.odd, as: .svg).bytes, as: UTF8.self)
        let line = try #require(
            svg.split(separator: "\n").first { $0.contains(">\u{F1234}</text>") })
        #expect(line.contains(" opacity=\"0\""))
        #expect(svg.contains("font-feature-settings:'calt' 0,'clig' 0"))
        let arabic = String(decoding: try render("سلام", as: .svg).bytes, as: UTF8.self)
        #expect(arabic.contains("style=\"font-feature-settings:normal\""))
    }

    @Test func layoutContainsTheWarning() throws {
        let json = String(decoding: try render(Self.odd, as: .json).bytes, as: UTF8.self)
        #expect(json.contains(#""kind":"missing-letter""#))
    }
}

/// Renders as the service does.
enum RenderedRequest {
    typealias Rendered = (bytes: [UInt8], report: RenderReport?, timings: RenderTimings)

    /// - Parameter look: changes the theme, which then counts as a custom one.
    static func render(
        _ json: String, as format: Output.Format, theme name: String = "imessage",
        mode: ThemeMode = .light, workers: Int = 2, limits: Limits = Limits(),
        look: ((inout Theme) -> Void)? = nil
    ) throws -> Rendered {
        try TestFonts.use()
        let request = try ConversationDecoder.decode(Array(json.utf8))
        let shipped = Looks.named(name, mode)
        var theme = shipped
        look?(&theme)
        var job = RenderJob(
            request, theme: theme, language: Languages.of(request.conversation.locale),
            format: format, limits: limits)
        job.hasOwnLook = look != nil
        job.ownFamilies = theme.text.families(unlike: shipped.text)
        let asked = job
        let pool = try WorkerPool(size: workers, capacity: 4, fonts: FontTable())
        defer { pool.close() }
        let renderer = Renderer(pool: pool)
        let outcome = Mutex<Result<Rendered, RenderFault>>(.failure(.abandoned))
        let done = DispatchSemaphore(value: 0)
        _ = pool.submit(isSmall: false) { worker in
            let bytes = ByteSink()
            let sink = RenderSink(bytes)
            do throws(RenderFault) {
                let timings = try renderer.render(asked, on: worker, to: sink)
                let rendered = (bytes.bytes, sink.report, timings)
                outcome.withLock { $0 = .success(rendered) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        return try outcome.withLock { $0 }.get()
    }
}

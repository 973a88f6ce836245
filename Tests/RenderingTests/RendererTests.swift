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

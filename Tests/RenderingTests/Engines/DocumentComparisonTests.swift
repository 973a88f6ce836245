import Basics
import Documents
import Fonts
import Foundation
import Graphics
import Scene
import TestDrawing
import TestSupport
import Testing
import Themes
import Typesetting

@testable import Rendering

/// The documents of both engines show the same page when rendered by Poppler.
@Suite struct DocumentComparisonTests {
    /// Glyphs have the same outlines, which Poppler positions on quarters of a pixel: a
    /// position that differs in its last digit may fall on another quarter. Photos are sampled
    /// with another filter.
    private static let maxLetterMean = 6.0
    private static let maxPictureMean = 12.0
    private static let maxShapeMean = 0.05

    @Test(arguments: Looks.catalog.names)
    func bothEnginesWriteTheSamePage(look: String) throws {
        let difference = try Self.difference(DrawnScene(Looks.named(look)))
        #expect(difference.shapes.mean <= Self.maxShapeMean)
        #expect(difference.letters.mean <= Self.maxLetterMean)
        #expect(difference.pictures.mean <= Self.maxPictureMean)
    }

    /// - Parameter scale: the pixels and document points for one point of the scene.
    static func difference(
        _ scene: DrawnScene, scale: Double = 1
    ) throws -> EngineDifference {
        let page = Page(size: scene.size, background: scene.background, blocks: scene.blocks)

        var writer = PDFWriter(
            PDFSetup(title: "Family", language: "en", created: nil, producer: "Chatprint"),
            with: try #require(DocumentCaches(fonts: FontCache())),
            fonts: scene.typesetter.fonts,
            pictures: scene.pictures)
        try writer.add(page, scale: scale)
        let sink = ByteSink()
        try sink.write(writer.takeBytes())
        try writer.finish(into: sink)

        var theirs: [UInt8] = []
        try CairoLock.hold {
            var cairo = try CairoDocument(
                .pdf, size: page.size, fonts: scene.typesetter.fonts, pictures: scene.pictures)
            cairo.describe(title: "Comparison", created: nil)
            try cairo.add(page, scale: scale)
            try cairo.finish()
            theirs = cairo.takeBytes()
        }

        let map = InkMap(
            of: page.blocks.flatMap(\.nodes), page.size, scale: scale,
            fonts: scene.typesetter.fonts)
        let (left, right) = (try Self.shown(sink.bytes), try Self.shown(theirs))
        try #require(left.size == right.size && left.width == map.width)
        var difference = EngineDifference()
        difference.add(
            left.pixels.span, right.pixels.span, rows: 0..<min(map.height, left.height),
            strides: (left.width, right.width), map)
        return difference
    }

    static func shown(_ document: [UInt8], page number: Int = 1) throws -> Bitmap {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appendingPathComponent("page.pdf")
        try Data(document).write(to: page)
        let poppler = Process()
        poppler.executableURL = URL(fileURLWithPath: "/usr/bin/pdftoppm")
        poppler.arguments = [
            "-r", "72", "-f", "\(number)", "-singlefile", page.path,
            folder.appendingPathComponent("page").path,
        ]
        try poppler.run()
        poppler.waitUntilExit()
        try #require(poppler.terminationStatus == 0)
        let file = try Data(contentsOf: folder.appendingPathComponent("page.ppm"))
        return try #require(TestPictures.decode(ppm: Array(file)))
    }
}

import Fonts
import Graphics
import Scene
import TestDrawing
import TestSupport
import Testing
import Typesetting

/// Both engines distinguish upright, italic, bold and bold italic words of one font, whichever is
/// drawn first.
extension EngineComparisonTests {
    /// The limit for letters four times as large, rendered by Poppler: 0.9 was measured, and 4.5 to
    /// 20 if one document slants a word that the other does not.
    private static let maxMeanOfSlantedLetters = 1.0
    /// The limit for letters that are also emboldened: cairo's documents embolden them before
    /// slanting, its pixels and the other engine after it. 11.1 was measured, and 13.6 to 20 if
    /// slants differ.
    private static let maxMeanOfThickenedLetters = 12.0
    /// In points. FreeType stores outlines of this size in 64ths, in which it slants and emboldens
    /// them.
    private static let maxShift = 0.1

    private static func eachScene(
        of script: SlantedScript,
        _ compare: (_ scene: DrawnScene, _ isThickened: Bool) throws -> Void
    ) throws {
        for weight in [400, 700] {
            for startsSlanted in [true, false] {
                let scene = try script.scene(weight: weight, startsSlanted: startsSlanted)
                let isThickened = weight == 700 && !script.hasBold
                try compare(scene, isThickened)
                let fonts = scene.typesetter.fonts
                let files = (0..<fonts.count).map { fonts.file(FontID(UInt16($0))) }
                let slanted = files.filter(\.isSyntheticItalic)
                #expect(!slanted.isEmpty)
                #expect(slanted.contains(where: \.isSyntheticBold) == isThickened)
            }
        }
    }

    @Test(arguments: SlantedScript.all)
    func bothEnginesDrawTheSameSlants(script: SlantedScript) throws {
        try Self.eachScene(of: script) { scene, _ in
            try CairoLock.hold { try compareDrawings(of: scene, in: "imessage") }
        }
    }

    @Test(arguments: SlantedScript.all)
    func bothEnginesWriteTheSameSlantsInPDF(script: SlantedScript) throws {
        try Self.eachScene(of: script) { scene, isThickened in
            let difference = try DocumentComparisonTests.difference(scene, scale: 4)
            let maxMean =
                isThickened ? Self.maxMeanOfThickenedLetters : Self.maxMeanOfSlantedLetters
            #expect(difference.letters.mean <= maxMean)
        }
    }

    @Test(arguments: SlantedScript.all)
    func cairoWritesTheSameSlantsInSVGs(script: SlantedScript) throws {
        try Self.eachScene(of: script) { scene, _ in
            var svg = ""
            try CairoLock.hold {
                var document = try CairoDocument(
                    .svg, size: scene.size, fonts: scene.typesetter.fonts, pictures: scene.pictures)
                try document.add(
                    Page(size: scene.size, background: scene.background, blocks: scene.blocks))
                try document.finish()
                svg = String(decoding: document.takeBytes(), as: UTF8.self)
            }
            let written = try DrawnLetters.written(in: svg)
            let expected = try DrawnLetters.expected(in: scene)
            try #require(written.count == expected.count)
            for (written, expected) in zip(written, expected) {
                #expect(abs(written.minX - expected.minX) < Self.maxShift)
                #expect(abs(written.maxX - expected.maxX) < Self.maxShift)
                #expect(abs(written.minY - expected.minY) < Self.maxShift)
                #expect(abs(written.maxY - expected.maxY) < Self.maxShift)
            }
        }
    }
}

/// The bounding boxes of a drawing's glyphs in drawing order, except those without ink.
private enum DrawnLetters {
    static func expected(in scene: DrawnScene) throws -> [Rect] {
        let cache = try FontCache()
        let fonts = scene.typesetter.fonts
        let nodes = scene.background + scene.blocks.flatMap(\.nodes)
        return try texts(in: nodes).flatMap { text, point in
            try text.lines.flatMap { line in
                try text.runs(of: line).flatMap { run in
                    try text.glyphs(of: run).compactMap { glyph -> Rect? in
                        let outline = try cache.outline(of: glyph.id, in: fonts.file(run.font))
                        guard let path = outline?.path, !path.elements.isEmpty else { return nil }
                        let origin = Point(
                            point.x + line.left + run.left + Double(glyph.x),
                            point.y + line.baseline + Double(glyph.y))
                        let scale = run.size / 1000
                        return path.map {
                            Point(origin.x + $0.x * scale, origin.y + $0.y * scale)
                        }.bounds
                    }
                }
            }
        }
    }

    private static func texts(in nodes: [Node]) -> [(ShapedText, Point)] {
        nodes.flatMap(\.all).compactMap { node in
            switch node {
            case .text(let text, let point), .lettering(let text, let point): (text, point)
            default: nil
            }
        }
    }

    /// Cairo writes each glyph once as a path, and then each use of it.
    static func written(in svg: String) throws -> [Rect] {
        var letters: [Substring: Path] = [:]
        for match in svg.matches(of: /id="(glyph[^"]*)">\s*<path [^>]*d="([^"]*)"/) {
            let numbers = match.2.split(separator: " ").compactMap { Double($0) }
            letters[match.1] = Path(
                stride(from: 0, to: numbers.count - 1, by: 2).map {
                    .line(Point(numbers[$0], numbers[$0 + 1]))
                })
        }
        return try svg.matches(
            of: /<use xlink:href="#(glyph[^"]*)" x="([^"]*)" y="([^"]*)"/
        ).compactMap { match in
            let path = try #require(letters[match.1])
            let origin = try Point(#require(Double(match.2)), #require(Double(match.3)))
            return path.elements.isEmpty ? nil : path.bounds.offset(origin.x, origin.y)
        }
    }
}

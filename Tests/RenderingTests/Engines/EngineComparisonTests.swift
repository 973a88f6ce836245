import Documents
import Fonts
import Foundation
import Graphics
import Layout
import Model
import Scene
import TestDrawing
import TestSupport
import Testing
import Themes
import Typesetting

@testable import Rendering

/// The painter and cairo draw the same scene: a difference is a bug in one of them.
///
/// Serialized: cairo draws one scene at a time, and a test that waited for it would block a thread
/// that others could use.
@Suite(.serialized) struct EngineComparisonTests {
    /// The layers of a soft shadow and the ornaments of the wallpaper are translucent, and each
    /// engine rounds each of them once: four of them may differ by four. Other colors differ by
    /// at most one for each translucent layer (mentions, discs of icons and cards lie on others), and
    /// by one more where a painting of double size is reduced.
    private static func most(_ look: String, scale: Double) -> Int {
        switch look {
        case "whatsapp", "telegram": 4
        case "slack": 3
        case "discord", "instagram", "messenger": 2
        default: scale < 2 ? 2 : 1
        }
    }

    /// Pictures and emoji are interpolated with different filters: cairo averages over fewer
    /// pixels, so single pixels at edges differ much, and all pixels together differ little.
    private static let maxPictureMean = 12.0

    @Test(arguments: Looks.catalog.names, [ThemeMode.light, .dark])
    func bothEnginesDrawTheSame(look: String, mode: ThemeMode) throws {
        try CairoLock.hold {
            try compareDrawings(of: DrawnScene(Looks.named(look, mode)), in: look)
        }
    }

    func compareDrawings(of scene: DrawnScene, in look: String) throws {
        for scale in [1.0, 2, 3] {
            let difference = try compare(scene, scale: scale)
            let most = Self.most(look, scale: scale)
            #expect(difference.shapes.most <= most, "at \(difference.shapes.place), \(scale)×")
            // Glyphs are the same masks at the same whole pixels.
            #expect(difference.letters.most <= most, "at \(difference.letters.place), \(scale)×")
            #expect(difference.pictures.mean <= Self.maxPictureMean, "\(scale)×")
        }
    }

    private func compare(_ scene: DrawnScene, scale: Double) throws -> EngineDifference {
        let nodes = scene.blocks.flatMap(\.nodes)
        let map = InkMap(of: nodes, scene.size, scale: scale, fonts: scene.typesetter.fonts)
        let painter = try Painter(
            on: PaintingResources(), fonts: scene.typesetter.fonts, pictures: scene.pictures)
        let cairo = CairoPicture(
            width: map.width, scale: scale, fonts: scene.typesetter.fonts,
            pictures: scene.pictures)
        var difference = EngineDifference()
        for start in stride(from: 0, to: map.height, by: 1_000) {
            let rows = start..<min(map.height, start + 1_000)
            let drawn = try cairo.paint(rows: rows, backdrop: .white, scene.background + nodes)
            try painter.paint(
                Viewport(width: map.width, rows: rows, scale: scale), backdrop: .white,
                background: scene.background, blocks: scene.blocks
            ) { surface in
                surface.withPixels { ours in
                    drawn.withPixels { cairos in
                        difference.add(
                            ours, cairos, rows: rows,
                            strides: (surface.stride / 4, drawn.stride / 4), map)
                    }
                }
            }
        }
        return difference
    }
}

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

/// A word in a script whose font has no italic, so its glyphs are slanted.
struct SlantedScript: CustomTestStringConvertible {
    let testDescription: String
    /// A word whose glyphs do not overlap: cairo adds the coverage of overlapping glyphs, the
    /// painter blends one over the other.
    let word: String
    /// Without a bold font, the glyphs are emboldened as well.
    var hasBold = true
    var families: [String]?

    private init(
        _ name: String, _ word: String, hasBold: Bool = true, families: [String]? = nil
    ) {
        testDescription = name
        self.word = word
        self.hasBold = hasBold
        self.families = families
    }

    static let all = [
        SlantedScript("Han", "你好"), SlantedScript("Kana", "ひらがな"),
        SlantedScript("Hangul", "안녕"), SlantedScript("Hebrew", "שלום"),
        SlantedScript("Arabic", "مرحبا"), SlantedScript("Devanagari", "नमस्ते"),
        SlantedScript("Bengali", "নমস্কার"), SlantedScript("Gurmukhi", "ਸਤਿ"),
        SlantedScript("Gujarati", "નમસ્તે"), SlantedScript("Oriya", "କ"),
        SlantedScript("Tamil", "வணக்கம்"), SlantedScript("Telugu", "నమస్కారం"),
        SlantedScript("Kannada", "ನಮಸ್ಕಾರ"), SlantedScript("Malayalam", "നമസ്കാരം"),
        SlantedScript("Sinhala", "ආයුබෝවන්"), SlantedScript("Thai", "สวัสดี"),
        SlantedScript("Lao", "ສະບາຍດີ"), SlantedScript("Tibetan", "བཀྲ་ཤིས"),
        SlantedScript("Myanmar", "မင်္ဂလာပါ"), SlantedScript("Khmer", "សួស្តី"),
        SlantedScript("Georgian", "გამარჯობა"), SlantedScript("Armenian", "Բարեւ"),
        SlantedScript("Ethiopic", "ሰላም"), SlantedScript("Thaana", "ދިވެހި"),
        SlantedScript("Adlam", "𞤀𞤁𞤂"), SlantedScript("Canadian", "ᐃᓄᒃ"),
        SlantedScript("Javanese", "ꦲꦏꦱ"), SlantedScript("Cherokee", "ᎠᎡ"),
        SlantedScript("Syriac", "ܫܠܡܐ", hasBold: false),
        SlantedScript("NKo", "ߒߞߏ", hasBold: false),
        SlantedScript("Mongolian", "ᠮ", hasBold: false),
        SlantedScript("Tifinagh", "ⵜⵉⴼⵉ", hasBold: false),
        SlantedScript("Yi", "ꀍꀎ", hasBold: false), SlantedScript("Vai", "ꕙꔤ", hasBold: false),
        SlantedScript("Math", "ℵ∮∃", hasBold: false),
        SlantedScript("monospace", "abc", families: ["DejaVu Sans Mono"]),
    ]

    /// - Parameters:
    ///   - weight: the base weight; with a bold one, bold marks request a bolder weight.
    ///   - startsSlanted: whether the first glyphs of a font are slanted.
    func scene(weight: Int, startsSlanted: Bool) throws -> DrawnScene {
        var theme = Looks.named("imessage")
        theme.text.body.weight = weight
        theme.text.body.families = families ?? theme.text.body.families
        let texts = startsSlanted ? ["*W* W", "***W*** **W**"] : ["W *W*", "**W** ***W***"]
        let messages = texts.map { text in
            ["from": "ben", "format": "markdown", "text": text.replacing("W", with: word)]
        }
        return try DrawnScene(theme, messages: messages)
    }
}

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
            "emoji": [["name": "blob", "src": ["file": "photo.png"]]], "messages": messages,
        ]
        var request = try ConversationDecoder.decode(
            Array(JSONSerialization.data(withJSONObject: whole)),
            files: ["photo.png": TestPictures.noise(width: 96, height: 72).encodedAsPNG()]
        ).prepared()
        request.output.width = width
        let job = RenderJob(request, theme: theme, language: Languages.of("en"), format: .png)
        try TestFonts.use()
        typesetter = Typesetter(fonts: FontTable())
        pictures = try PictureStore(job, readsHEIF: false)
        let layout = Layout(
            job.conversation, theme: theme, options: job.options, width: width,
            pictures: pictures.table, language: job.language)
        transcript = Transcript(layout, rows: layout.rows(layout.entries.indices, with: typesetter))
    }

    var size: Size { transcript.canvas.size }

    var background: [Node] {
        transcript.background(of: transcript.canvas, visible: transcript.canvas)
    }

    var blocks: [Block] { transcript.rows.indices.map { transcript.placedRow($0).block } }
}

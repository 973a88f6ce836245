import Basics
import CFreeType
import CPango
import Fonts
import Graphics
import Scene
import Testing
import Typesetting

@testable import Documents

@Suite struct PageContentTests {
    private func letters(
        _ letters: [(code: UInt16, x: Double, y: Double)], clusters: [GlyphRun.Cluster] = []
    ) -> String {
        var placed = GlyphRun(origin: Point(100, 200))
        placed.glyphs = letters.map {
            GlyphRun.Glyph(code: $0.code, width: 500, x: $0.x, y: $0.y)
        }
        placed.clusters = clusters
        var markup = PDFMarkup()
        placed.write(to: &markup, size: 10)
        return String(decoding: markup.bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            ([(0x4142, 0, 0), (0x4344, 5, 0), (0x4546, 10.01, 0)], "[(ABCDEF)]TJ\n"),
            ([(0x4142, 0, 0), (0x4344, 6, 0), (0x4546, 10.5, 0)], "[(AB)-100 (CD)50 (EF)]TJ\n"),
            ([(0x4142, 0, 0), (0x4344, 1, -2)], "[(AB)]TJ\n1 0 0 -1 101 198 Tm\n[(CD)]TJ\n"),
        ] as [([(UInt16, Double, Double)], String)])
    func gapsAreAdjustmentsAndRaisedMarksAreSeparate(
        glyphs: [(UInt16, Double, Double)], text: String
    ) {
        #expect(letters(glyphs) == "1 0 0 -1 100 200 Tm\n" + text)
    }

    @Test func clustersHaveActualText() {
        let cluster = GlyphRun.Cluster(glyphs: 1..<3, text: "क्ष")
        let text = letters([(0x4142, 0, 0), (0x4344, 5, 0), (0x4546, 10, 0)], clusters: [cluster])
        #expect(text.contains("[(AB)]TJ\n/Span<</ActualText("))
        #expect(text.hasSuffix(">>BDC\n[(CDEF)]TJ\nEMC\n"))
    }

    /// Kerning differs from letter to letter, tracking does not.
    @Test func trackingIsWrittenOnceForARun() {
        let ends = [4.7, 9.4, 13.6, 18.3]
        var run = GlyphRun(origin: .zero)
        run.glyphs = zip([0] + ends, 0...).map { x, number in
            GlyphRun.Glyph(code: 0x4141 + 0x0101 * number, width: 500, x: x, y: 0)
        }
        run.findTracking(-0.3, size: 10)
        #expect(run.tracking == -0.3)
        var markup = PDFMarkup()
        run.write(to: &markup, size: 10, tracking: -0.3)
        let text = String(decoding: markup.bytes, as: UTF8.self)
        #expect(text == "1 0 0 -1 0 0 Tm\n[(AABBCC)50 (DDEE)]TJ\n")
    }

    @Test(arguments: [(0.0, 5.0, 0.0), (-0.3, 5, 0), (-0.3, 4.7, -0.3), (2, 7, 2)])
    func trackingIsTheMostFrequentSpacing(wanted: Double, advance: Double, found: Double) {
        var run = GlyphRun(origin: .zero)
        run.glyphs = (0..<4).map {
            GlyphRun.Glyph(code: 0x4141, width: 500, x: Double($0) * advance, y: 0)
        }
        run.findTracking(wanted, size: 10)
        #expect(run.tracking == found)
        run.glyphs = [run.glyphs[0]]
        run.findTracking(wanted, size: 10)
        #expect(run.tracking == nil)
    }

    private func tracked(_ tracking: Double) -> GlyphRun {
        var run = GlyphRun(origin: .zero)
        run.glyphs = (0..<3).map {
            GlyphRun.Glyph(code: 0x4141, width: 0, x: Double($0) * tracking, y: 0)
        }
        run.findTracking(tracking, size: 10)
        return run
    }

    @Test func trackingIsKeptUntilChangedOrTheEndOfAClip() throws {
        let fonts = try FontCache()
        let sample = PDFSample()
        let file = try #require(sample.table.fontFile(sample.shape("A").runs[0].font))
        let face = try CharstringCache(fonts).face(file)
        let font = DocumentFont(
            face, number: 0, codes: GlyphCodes(as: PDFReference(number: 2)),
            as: PDFReference(number: 1))
        let drawn = try content { content in
            func show(_ tracking: Double, _ content: inout PageContent) {
                content.show(tracked(tracking), of: font, size: 10, color: .black)
            }
            show(1, &content)
            show(1, &content)
            content.fill(.rectangle(Rect(0, 0, 1, 1)), .black)
            show(1, &content)
            try content.clip(to: .rectangle(Rect(0, 0, 9, 9))) { content throws(PDFFault) in
                show(0, &content)
            }
            show(1, &content)
            show(0, &content)
        }
        let operators = drawn.split(separator: "\n").filter { $0.hasSuffix("Tc") || $0 == "Q" }
        #expect(operators == ["1 Tc", "0 Tc", "Q", "0 Tc"])
    }

    /// The same drawing further down is written with the same bytes.
    @Test func coordinatesAreRelativeToTheBlock() throws {
        let square = Rect(10, 5, 20, 20)
        let drawn = try content { content in
            for top in [100.25, 300.5] {
                content.move(to: top)
                content.fill(.rectangle(square.offset(0, top)), .black)
                try content.clip(to: .rectangle(square.offset(0, top))) {
                    content throws(PDFFault) in
                    content.move(to: 0)
                    content.fill(.rectangle(square), .black)
                }
                content.draw(PDFReference(number: 9), over: square.offset(0, top))
            }
        }
        let lines = drawn.split(separator: "\n").dropFirst().filter { !$0.hasSuffix("rg") }
        let block = ["10 5 20 20 re", "f", "q", "10 5 20 20 re", "W n"]
        let rest = ["10 5 20 20 re", "f", "Q", "q 20 0 0 -20 10 25 cm/X9 Do Q"]
        #expect(
            lines.map(String.init)
                == ["1 0 0 1 0 100.25 cm"] + block + ["1 0 0 1 0 -100.25 cm"] + rest
                + ["1 0 0 1 0 200.25 cm"] + block + ["1 0 0 1 0 -300.5 cm"] + rest)
    }

    /// A zero-length segment is visible only at the end of a line, never in an area.
    @Test func zeroLengthSegmentsAreDrawnOnlyInStrokes() {
        let path = Path([
            .move(Point(0, 0)), .line(Point(0, 0.001)), .line(Point(5, 0)), .line(Point(5, 5)),
            .close,
        ])
        #expect(content { $0.fill(path, .black) }.hasSuffix("rg\n0 0 m\n5 0 l\n5 5 l\nf\n"))
        let line = content { $0.stroke(path, Stroke(.black, width: 1)) }
        #expect(line.hasSuffix("0 0 m\n0 0 l\n5 0 l\n5 5 l\nh\nS\n"))
        // A path that continues after a close starts at that point.
        let onward = content { $0.fill(Path(path.elements + [.line(Point(9, 9))]), .black) }
        #expect(onward.hasSuffix("5 5 l\nh\n9 9 l\nf\n"))
    }

    @Test func onlyChangedLineAttributesAreSet() {
        let drawn = content { content in
            for (width, dashes) in [(1.0, []), (2, []), (2, [3.0])] {
                content.stroke(
                    .rectangle(Rect(0, 0, 1, 1)), Stroke(.black, width: width, dashes: dashes))
            }
        }
        let set = drawn.split(separator: "\n").filter {
            !["S", "re"].contains($0.suffix(2).drop { $0 == " " })
        }
        #expect(set.dropFirst() == ["0 0 0 RG", "1 w", "[]0 d", "0 J 0 j", "2 w", "[3 ]0 d"])
    }

    private func content(_ draw: (inout PageContent) throws -> Void) rethrows -> String {
        let zlib = Zlib()
        guard let zlib else { return "" }
        let paints = DocumentPaints(
            in: PDFFile(compressor: StreamCompressor(zlib, recurring: zlib)))
        var content = PageContent(height: 400, scale: 1, paints: paints)
        try draw(&content)
        content.finish()
        return String(decoding: content.markup.bytes, as: UTF8.self)
    }

    @Test func colorsAreSetOnce() {
        let drawn = content { content in
            for x in 0..<3 { content.fill(.rectangle(Rect(Double(x), 0, 1, 1)), .black) }
        }
        #expect(drawn.split(separator: "\n").count { $0.hasSuffix("rg") } == 1)
    }

    @Test func clipsRestoreTheGraphicsState() throws {
        let drawn = try content { content in
            try content.clip(to: .rectangle(Rect(0, 0, 9, 9))) { content throws(PDFFault) in
                content.fill(.rectangle(Rect(0, 0, 1, 1)), .white)
            }
            content.fill(.rectangle(Rect(0, 0, 1, 1)), .white)
        }
        #expect(drawn.split(separator: "\n").count { $0.hasSuffix("rg") } == 2)
        #expect(drawn.split(separator: "\n").count { $0 == "Q" } == 1)
    }

    @Test func zeroWidthsAndEmptyDashesAreAllowed() {
        let drawn = content { content in
            content.stroke(.rectangle(Rect(0, 0, 1, 1)), Stroke(.black, width: 0))
            content.stroke(.rectangle(Rect(0, 0, 1, 1)), Stroke(.black, width: 1, dashes: [0, 0]))
        }
        #expect(drawn.split(separator: "\n").count { $0 == "S" } == 1)
        #expect(drawn.contains("[]0 d"))
    }

    @Test(arguments: [
        [0.0, 1], [0.2, 0.8], [0, 0, 1, 1], [0.5, 0.5], [-1, 2], [0.3], [],
    ])
    func gradientBoundsIncrease(offsets: [Double]) throws {
        let sample = PDFSample()
        let stops = offsets.map {
            LinearGradient.Stop($0, Color(UInt8(max(0, min(1, $0)) * 255), 0, 0))
        }
        let gradient = LinearGradient(from: Point(0, 0), to: Point(0, 100), stops: stops)
        let node = Node.shape(.rectangle(Rect(0, 0, 50, 100)), fill: .linear(gradient), stroke: nil)
        let document = try ReadDocument(sample.write([sample.page(of: node)]))
        let pattern = try #require(document.dictionaries.first { document.has("/Shading", in: $0) })
        let function = document.get("/Function", of: document.get("/Shading", of: pattern))
        guard document.has("/Bounds", in: function) else { return }
        let bounds = document.items(document.get("/Bounds", of: function)).map {
            document.number($0)
        }
        let all = [0] + bounds + [1]
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
        #expect(document.items(document.get("/Functions", of: function)).count == bounds.count + 1)
    }
}

/// Initials in place of an avatar, beside every group of messages.
@Suite struct LetteringFormTests {
    private let sample = PDFSample()

    private func initials(_ letters: String, _ color: Color, at origin: Point) -> [Node] {
        let shaped = sample.shape(letters, size: 12, color: .white)
        let disc = Path.rounded(Rect(origin.x, origin.y, 28, 28), 14)
        return [.fill(disc, color), .lettering(shaped, at: origin.offset(7, 7))]
    }

    private func document(_ nodes: [Node], pages: Int = 1) throws -> ReadDocument {
        let block = Block(role: .message, frame: Rect(0, 30, 400, 400), nodes: nodes)
        let page = Page(size: Size(400, 400), background: [], blocks: [block])
        return try ReadDocument(sample.write(Array(repeating: page, count: pages)))
    }

    private func forms(of document: ReadDocument) -> [ReadDocument.Handle] {
        document.dictionaries.filter { document.name(document.get("/Subtype", of: $0)) == "/Form" }
    }

    private func drawn(_ document: ReadDocument, page: Int = 0) throws -> [Substring] {
        let content = try document.content(of: document.get("/Contents", of: document.page(page)))
        return String(decoding: content, as: UTF8.self).split(separator: "\n")
    }

    @Test func areDrawnOnceInADocument() throws {
        let blue = Color(0, 0, 200)
        let nodes =
            initials("AB", blue, at: Point(10.004, 50))
            + initials("AB", blue, at: Point(10, 90.333))
            + initials("AB", .black, at: Point(10, 130)) + initials("CD", blue, at: Point(10, 170))
        let document = try document(nodes, pages: 2)
        #expect(forms(of: document).count == 3)
        for page in 0..<2 {
            let shown = try drawn(document, page: page).filter { $0.hasSuffix("Do Q") }
            #expect(shown.count == 4)
            #expect(shown[1].hasPrefix("q 1 0 0 1 10 60.333 cm/X"))
            // The disc is part of the form.
            #expect(try !drawn(document, page: page).contains("f"))
        }
    }

    /// Anything outside the BBox would not be drawn.
    @Test func bboxContainsTheWholeForm() throws {
        let document = try document(initials("AB", .black, at: Point(10, 50)))
        let form = try #require(forms(of: document).first)
        let box = document.items(document.get("/BBox", of: form)).map { document.number($0) }
        #expect(box == [-1, -1, 29, 29])
    }

    /// A form inherits the graphics state from where it is drawn.
    @Test func areOpaqueAfterTransparentContent() throws {
        let glass = Node.fill(.rectangle(Rect(0, 0, 9, 9)), Color(0, 0, 0, alpha: 100))
        let lines = try drawn(document([glass] + initials("AB", .black, at: Point(10, 50))))
        #expect(try lines[#require(lines.firstIndex { $0.hasSuffix("Do Q") }) - 1].hasSuffix("gs"))
    }

    /// Bubbles have varying sizes and are not part of a form.
    @Test func largeBackgroundsAreDrawnSeparately() throws {
        let bubble = Node.fill(.rounded(Rect(0, 40, 300, 30), 15), .black)
        let shaped = sample.shape("AB", size: 12, color: .white)
        let document = try document([bubble, .lettering(shaped, at: Point(7, 47))])
        #expect(forms(of: document).count == 1)
        #expect(try drawn(document).contains("f"))
    }

    @Test func formsContainEmoji() throws {
        let document = try document(initials("🎉", .black, at: Point(10, 50)))
        let form = try #require(forms(of: document).first)
        #expect(document.has("/XObject", in: document.get("/Resources", of: form)))
        #expect(try drawn(document).contains { $0.hasSuffix("Do Q") })
    }
}

@Suite struct DocumentPictureTests {
    @Test func separatesColorsFromAlpha() throws {
        let zlib = try #require(Zlib())
        let bitmap = Bitmap(
            size: PixelSize(2, 1), pixels: [0x8040_2000, 0xFFFF_FFFF], isOpaque: false)
        let picture = DocumentPicture(bitmap, with: zlib)
        #expect(!picture.isGray)
        #expect(picture.alpha != nil)
        let gray = Bitmap(size: PixelSize(1, 1), pixels: [0xFF77_7777], isOpaque: false)
        let opaque = DocumentPicture(gray, with: zlib)
        #expect(opaque.isGray)
        #expect(opaque.alpha == nil)
    }

    /// A viewer that enlarges the picture mixes the colors of neighbors, transparent ones too.
    @Test func transparentPixelsContinueVisibleColors() throws {
        let zlib = try #require(Zlib())
        let (red, blue) = ([255, 0, 0] as [UInt8], [0, 0, 255] as [UInt8])
        let bitmap = Bitmap(
            size: PixelSize(3, 4),
            pixels: [
                0, 0, 0, 0, 0xFFFF_0000, 0xFF00_00FF, 0xFFFF_0000, 0, 0xFF00_00FF, 0, 0, 0,
            ], isOpaque: false)
        let picture = DocumentPicture(bitmap, with: zlib)
        let rows = [[red, red, blue], [red, red, blue], [red, red, blue], [red, red, blue]]
        #expect(
            try Inflater.inflate(picture.colors, .zlib, limit: 100) == Array(rows.joined().joined())
        )
        let alpha = try #require(picture.alpha)
        #expect(
            try Inflater.inflate(alpha, .zlib, limit: 100) == bitmap.pixels.map { UInt8($0 >> 24) })

        let empty = Bitmap(size: PixelSize(2, 1), pixels: [0, 0], isOpaque: false)
        let colors = DocumentPicture(empty, with: zlib).colors
        #expect(try Inflater.inflate(colors, .zlib, limit: 100) == [0, 0])
    }
}

/// Opens embedded fonts with FreeType.
@Suite struct DocumentFontTests {
    @safe
    private final class OpenProgram {
        private let library: FT_Library?
        private let face: FT_Face?
        private let bytes: UnsafeMutableBufferPointer<UInt8>

        init(_ program: [UInt8]) throws {
            unsafe bytes = .allocate(capacity: program.count)
            _ = unsafe bytes.initialize(from: program)
            var library: FT_Library?
            unsafe FT_Init_FreeType(&library)
            unsafe self.library = library
            var face: FT_Face?
            unsafe FT_New_Memory_Face(library, bytes.baseAddress, FT_Long(bytes.count), 0, &face)
            unsafe self.face = face
            try #require(unsafe face != nil)
        }

        deinit {
            unsafe FT_Done_Face(face)
            unsafe FT_Done_FreeType(library)
            unsafe bytes.deallocate()
        }

        var count: Int { unsafe face.map { unsafe Int($0.pointee.num_glyphs) } ?? 0 }

        func outline(_ glyph: Int) -> (points: [[Int]], advance: Int) {
            guard let face = unsafe face,
                unsafe FT_Load_Glyph(face, FT_UInt(glyph), Int32(FT_LOAD_NO_SCALE)) == 0,
                let slot = unsafe face.pointee.glyph
            else { return ([], 0) }
            let outline = unsafe slot.pointee.outline
            let points = unsafe (0..<Int(outline.n_points)).map { index in
                let point = unsafe outline.points[index]
                return [Int(point.x), Int(point.y)]
            }
            return unsafe (points, Int(slot.pointee.metrics.horiAdvance))
        }
    }

    private func program(
        in document: ReadDocument
    ) throws -> (bytes: [UInt8], widths: [Double]) {
        let font = try #require(
            document.dictionaries.first {
                document.name(document.get("/Subtype", of: $0)) == "/CIDFontType0"
            })
        let descriptor = document.get("/FontDescriptor", of: font)
        let widths = document.items(document.items(document.get("/W", of: font))[1])
        return (
            try document.content(of: document.get("/FontFile3", of: descriptor)),
            widths.map { document.number($0) }
        )
    }

    @Test(arguments: ["Waffle, ågé", "你好，世界", "مرحبا", "नमस्ते", "안녕"])
    func embeddedGlyphsMatchTheFont(text: String) throws {
        let sample = PDFSample()
        let shaped = sample.shape(text)
        let document = try ReadDocument(
            sample.write([sample.page(of: .text(shaped, at: Point(20, 40)))]))
        let (bytes, widths) = try program(in: document)
        let open = try OpenProgram(bytes)
        #expect(open.count == widths.count + 1)
        let found = (1...widths.count).map { open.outline($0) }
        #expect(found.map { Double($0.advance) } == widths)
        let fonts = try FontCache()
        let run = try #require(shaped.runs.min { $0.text.lowerBound < $1.text.lowerBound })
        let file = try #require(sample.table.fontFile(run.font))
        for glyph in Set(shaped.glyphs(of: run).map(\.id)) {
            let outline = try #require(try fonts.outline(of: glyph, in: file))
            let places = Set(outline.path.elements.compactMap(\.end).map(Self.rounded))
            let isThere = found.contains { shape in
                abs(Double(shape.advance) - outline.advance) <= 0.5
                    && places.isSubset(of: shape.points)
            }
            #expect(isThere, "glyph \(glyph)")
        }
    }

    private static func rounded(_ point: Point) -> [Int] {
        [Int(point.x.rounded()), Int((-point.y).rounded())]
    }

    @Test func outlinesKeepThousandths() throws {
        var path = Path()
        path.move(10, -10)
        path.line(400.4, -10)
        path.curve(400, -300, 1500, -310, 20, -700)
        path.line(10, 20)
        path.close()
        path.move(99, 99)
        let shape = GlyphCharstring(GlyphOutline(path: path, advance: 499.6))
        let program = CFFFont.program(
            name: "Test", bounds: [0, -200, 1500, 800],
            programs: [GlyphCharstring(blankOfWidth: 0).program, shape.program], codes: [1...1])
        let open = try OpenProgram(program)
        let (points, advance) = open.outline(1)
        #expect(advance == 500)
        #expect(
            points == [[10, 10], [400, 10], [400, 300], [1500, 310], [20, 700], [10, -20]])
    }

    /// Widths of one, two and three bytes, before and after.
    @Test(arguments: [0.0, -60, 500, 1_500], [50, 700, 2_000])
    func widenedGlyphsKeepTheirOutline(advance: Double, width: Int) throws {
        var path = Path()
        path.move(-300, -400)
        path.line(-100, -400)
        path.line(-100, -600)
        path.close()
        let shape = GlyphCharstring(GlyphOutline(path: path, advance: advance)).widened(to: width)
        let open = try OpenProgram(
            CFFFont.program(
                name: "Test", bounds: [-300, 0, 1000, 1000],
                programs: [GlyphCharstring(blankOfWidth: 0).program, shape.program], codes: [1...1])
        )
        let (points, found) = open.outline(1)
        #expect(found == width && shape.width == width)
        #expect(points == [[-300, 400], [-100, 400], [-100, 600]])
    }

    @Test func longOutlinesStayWithinTheLimitsOfReaders() throws {
        var path = Path()
        path.move(0, 0)
        for step in 1...200 { path.line(Double(step), step.isMultiple(of: 2) ? 500 : -500) }
        path.close()
        let shape = GlyphCharstring(GlyphOutline(path: path, advance: 200))
        let open = try OpenProgram(
            CFFFont.program(
                name: "Test", bounds: [0, 0, 1000, 1000],
                programs: [GlyphCharstring(blankOfWidth: 0).program, shape.program], codes: [1...1])
        )
        #expect(open.outline(1).points.count == 201)
    }

    /// The ToUnicode map of the first font.
    private func meanings(of text: String) throws -> String {
        let sample = PDFSample()
        let node = Node.text(sample.shape(text), at: Point(20, 40))
        let document = try ReadDocument(sample.write([sample.page(of: node)]))
        let font = try #require(document.dictionaries.first { document.has("/ToUnicode", in: $0) })
        let map = try document.content(of: document.get("/ToUnicode", of: font))
        return String(decoding: map, as: UTF8.self)
    }

    /// Readers reverse every character of right-to-left text, including those of one glyph.
    @Test func rightToLeftLigaturesAreMappedInVisualOrder() throws {
        #expect(try meanings(of: "سلام لا").contains("<06270644>"))
    }

    @Test func mappingsOmitCharactersForbiddenInPDFA() throws {
        let map = try meanings(of: "a\u{FEFF}b\u{FEFF}")
        #expect(!map.lowercased().contains("feff"))
        #expect(map.contains("<0061"))
    }

    private func font() throws -> DocumentFont {
        let sample = PDFSample()
        let id = sample.shape("a").runs[0].font
        let file = try #require(sample.table.fontFile(id))
        let caches = try #require(DocumentCaches(fonts: FontCache()))
        let pdf = PDFFile(compressor: caches.compressor)
        let fonts = DocumentFonts(sample.table, shapes: caches.charstrings, in: pdf)
        return try fonts.font(id, of: file, letters: 1)
    }

    @Test func oneGlyphCanHaveSeveralMappings() throws {
        let font = try font()
        let letter = try font.letter(5, saying: Array("a".utf8)[...])
        #expect(try font.letter(5, saying: Array("а".utf8)[...]) != letter)
        #expect(try font.letter(5, saying: Array("👩‍👩‍👧".utf8)[...]) != letter)
        #expect(try font.letter(6, saying: Array("a".utf8)[...]) != letter)
        #expect(try font.letter(5, saying: Array("a".utf8)[...]) == letter)
        // The glyph of a ligature and another glyph, whose numbers and texts have the same bytes.
        #expect(try font.letter(1, saying: [0x41, 0x42]) != font.letter(0x141, saying: [0x42]))
    }

    /// Letters replace each other in the list of recent letters.
    @Test func recentLettersHaveTheSameCodes() throws {
        let font = try font()
        for _ in 0..<2 {
            for letter in 0x21..<0x2000 {
                let bytes = Array(String(Unicode.Scalar(letter) ?? "?").utf8)
                let key = try #require(DocumentFont.key(5, saying: bytes.indices, of: bytes))
                try font.find(5, saying: bytes[...], key: key)
                let found = font.recent[DocumentFont.place(of: key)]
                #expect(try found.key == key && found.letter == font.letter(5, saying: bytes[...]))
            }
        }
    }

    /// More glyphs than two bytes can number, which only an attack needs.
    @Test func fullFontsAreFollowedByAnother() throws {
        let sample = PDFSample()
        let caches = try #require(DocumentCaches(fonts: FontCache()))
        let pdf = PDFFile(compressor: caches.compressor)
        let id = sample.shape("a").runs[0].font
        let file = try #require(sample.table.fontFile(id))
        let fonts = DocumentFonts(sample.table, shapes: caches.charstrings, in: pdf)
        let first = try fonts.font(id, of: file, letters: 10)
        for value in 0..<70_000 {
            let text = String(Unicode.Scalar(0x2_0000 + UInt32(value)) ?? "?")
            _ = try first.letter(5, saying: Array(text.utf8)[...])
        }
        let second = try fonts.font(id, of: file, letters: 10)
        #expect(second.reference != first.reference)
        #expect(try second.letter(5, saying: [0x61]).code == 1)
    }

    @Test func fontsShareTheirCodes() throws {
        let sample = PDFSample()
        let document = try ReadDocument(sample.write([sample.page("2026-05-31")]))
        let fonts = document.dictionaries.filter { document.has("/ToUnicode", in: $0) }
        let maps = fonts.map { document.get("/ToUnicode", of: $0) }
        #expect(maps.count > 3)
        #expect(Set(maps.map { document.identity($0) }).count == 1)
        let codes = fonts.flatMap { font in
            let letters = document.items(document.get("/DescendantFonts", of: font))[0]
            let widths = document.items(document.get("/W", of: letters))
            return stride(from: 0, to: widths.count, by: 2).flatMap { place in
                let first = Int(document.number(widths[place]))
                return first..<first + document.items(widths[place + 1]).count
            }
        }
        #expect(codes.sorted() == Array(1...codes.count))
        let map = String(decoding: try document.content(of: maps[0]), as: UTF8.self)
        #expect(map.split(separator: "\n").count { $0.hasPrefix("<") } == codes.count + 1)
    }
}

extension Path.Element {
    fileprivate var end: Point? {
        switch self {
        case .line(let point), .curve(_, _, let point): point
        case .move, .close: nil
        }
    }
}

import CFreeType
import CPango
import Fonts
import Scene
import Testing
import Typesetting

@testable import Documents

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

    @Test func oneGlyphCanHaveSeveralMappings() throws {
        let sample = PDFSample()
        let id = sample.shape("a").runs[0].font
        let file = try #require(sample.table.fontFile(id))
        let caches = try #require(DocumentCaches(fonts: FontCache()))
        let pdf = PDFFile(compressor: caches.compressor)
        let fonts = DocumentFonts(sample.table, shapes: caches.charstrings, in: pdf)
        let font = try fonts.font(id, of: file, letters: 1)
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
        let sample = PDFSample()
        let id = sample.shape("a").runs[0].font
        let file = try #require(sample.table.fontFile(id))
        let caches = try #require(DocumentCaches(fonts: FontCache()))
        let pdf = PDFFile(compressor: caches.compressor)
        let fonts = DocumentFonts(sample.table, shapes: caches.charstrings, in: pdf)
        let font = try fonts.font(id, of: file, letters: 1)
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

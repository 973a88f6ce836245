import Fonts
import Scene

/// A glyph's outline as a charstring (Adobe Technical Note 5177), in thousandths of an em.
struct GlyphCharstring: Sendable {
    let program: [UInt8]
    let width: Int

    init(blankOfWidth width: Int) {
        var program = CharstringWriter()
        program.width(width)
        self.program = program.finished
        self.width = width
    }

    /// Creates the charstring of an invisible letter for text that is drawn as a picture. Some
    /// readers ignore letters without any ink, so two specks in its corners give it an extent.
    init(pictureOfWidth width: Int) {
        var program = CharstringWriter()
        program.width(width)
        for corner in [CharstringWriter.Place(x: 0, y: -250), .init(x: width - 1, y: 949)] {
            program.move(to: corner)
            program.line(to: CharstringWriter.Place(x: corner.x + 1, y: corner.y))
            program.line(to: CharstringWriter.Place(x: corner.x + 1, y: corner.y + 1))
        }
        self.program = program.finished
        self.width = width
    }

    /// The width is the first operand of a program (5177, 3.1).
    func widened(to width: Int) -> GlyphCharstring {
        let first = program.first ?? 0
        var writer = CharstringWriter()
        writer.width(width)
        return GlyphCharstring(
            program: writer.started + program.dropFirst(first == 28 ? 3 : first < 247 ? 1 : 2),
            width: width)
    }

    private init(program: [UInt8], width: Int) {
        self.program = program
        self.width = width
    }

    init(_ outline: GlyphOutline) {
        width = Self.rounded(outline.advance)
        var program = CharstringWriter()
        program.width(width)
        for element in outline.path.elements {
            switch element {
            case .move(let point): program.move(to: Self.place(point))
            case .line(let point): program.line(to: Self.place(point))
            case .curve(let first, let second, let end):
                program.curve(Self.place(first), Self.place(second), to: Self.place(end))
            // Charstrings close outlines implicitly.
            case .close: break
            }
        }
        self.program = program.finished
    }

    /// Converts a point; in fonts y points up. Positions are rounded instead of the distances
    /// between them, so that errors do not accumulate.
    private static func place(_ point: Point) -> CharstringWriter.Place {
        CharstringWriter.Place(x: rounded(point.x), y: rounded(-point.y))
    }

    private static func rounded(_ value: Double) -> Int {
        Int(min(max(value, -16_000), 16_000).rounded())
    }
}

/// Writes a Type 2 charstring: every position relative to the previous one.
private struct CharstringWriter {
    struct Place: Equatable {
        var x = 0
        var y = 0
    }

    private enum Operator: UInt8 {
        case line = 5
        case curve = 8
        case end = 14
        case move = 21
    }

    /// The maximum number of operands on a reader's stack.
    private static let maxOperands = 48

    private var bytes: [UInt8] = []
    private var place = Place()
    /// A pending move, because most outlines end with one.
    private var start: Place?
    /// The pending operator. Several lines or curves can share one operator.
    private var waiting: (kind: Operator, count: Int)?

    mutating func width(_ width: Int) { operand(width) }

    mutating func move(to place: Place) { start = place }

    mutating func line(to place: Place) {
        begin(.line, operands: 2)
        operand(to: place)
    }

    mutating func curve(_ first: Place, _ second: Place, to end: Place) {
        begin(.curve, operands: 6)
        operand(to: first)
        operand(to: second)
        operand(to: end)
    }

    /// The bytes so far, without the end.
    var started: [UInt8] { bytes }

    var finished: [UInt8] {
        var program = self
        program.endWaiting()
        program.bytes.append(Operator.end.rawValue)
        return program.bytes
    }

    private mutating func begin(_ kind: Operator, operands: Int) {
        if let start {
            endWaiting()
            operand(to: start)
            bytes.append(Operator.move.rawValue)
            self.start = nil
        }
        if let waiting, waiting.kind != kind || waiting.count + operands > Self.maxOperands {
            endWaiting()
        }
        waiting = (kind, (waiting?.count ?? 0) + operands)
    }

    private mutating func endWaiting() {
        if let waiting { bytes.append(waiting.kind.rawValue) }
        waiting = nil
    }

    private mutating func operand(to next: Place) {
        operand(next.x - place.x)
        operand(next.y - place.y)
        place = next
    }

    private mutating func operand(_ value: Int) {
        switch value {
        case -107...107: bytes.append(UInt8(value + 139))
        case 108...1131:
            bytes.append(UInt8((value - 108) >> 8 + 247))
            bytes.append(UInt8((value - 108) & 255))
        case -1131 ... -108:
            bytes.append(UInt8((-value - 108) >> 8 + 251))
            bytes.append(UInt8((-value - 108) & 255))
        default:
            let unit = UInt16(bitPattern: Int16(clamping: value))
            bytes += [28, UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
        }
    }
}

package struct FontSource: Sendable {
    package let name: String
    /// The SHA-256 digest of the file; nil if the file could not be read.
    package let digest: String?
}

/// A worker's letters: each is read from the font once, and written into each document.
final class CharstringCache {
    /// The maximum number of letters: about 200 bytes each, 400 for a Chinese character.
    private static let maxShapes = 20_000

    private let fonts: FontCache
    private var faces: [FontFile: CharstringFace] = [:]

    init(_ fonts: FontCache) { self.fonts = fonts }

    func face(_ file: FontFile) throws(FontFailure) -> CharstringFace {
        if let known = faces[file] { return known }
        let made = CharstringFace(file, facts: try fonts.facts(of: file), fonts)
        faces[file] = made
        return made
    }

    func source(of file: FontFile) throws(FontFailure) -> FontSource {
        FontSource(
            name: try face(file).facts.name, digest: try fonts.digest(of: file))
    }

    /// Empties the cache once it is too large. Do not call it while a document is being written.
    func shrink() {
        if faces.values.reduce(0, { $0 + $1.count }) > Self.maxShapes { faces = [:] }
    }
}

final class CharstringFace {
    /// The width that Noto Color Emoji allots to each of its pictures.
    private static let pictureWidth = 1275

    let facts: FontFacts
    private let file: FontFile
    private let fonts: FontCache
    private var shapes: [UInt32: GlyphCharstring] = [:]

    init(_ file: FontFile, facts: FontFacts, _ fonts: FontCache) {
        self.file = file
        self.facts = facts
        self.fonts = fonts
    }

    var count: Int { shapes.count }

    /// Color glyphs are drawn separately as pictures, so their letters only provide the text.
    func shape(_ glyph: UInt32) throws(FontFailure) -> GlyphCharstring {
        if let known = shapes[glyph] { return known }
        let shape: GlyphCharstring
        if file.hasColorBitmaps {
            shape = GlyphCharstring(pictureOfWidth: Self.pictureWidth)
        } else {
            let outline = try fonts.outline(of: glyph, in: file)
            shape = outline.map { GlyphCharstring($0) } ?? GlyphCharstring(blankOfWidth: 0)
        }
        shapes[glyph] = shape
        return shape
    }

    func path(_ glyph: UInt32) throws(FontFailure) -> Path {
        try fonts.outline(of: glyph, in: file)?.path ?? Path()
    }
}

/// Writes a font program in Adobe's Compact Font Format (Technical Note 5176) with nothing but
/// outlines. Glyphs have numbers instead of names.
enum CFFFont {
    private enum Key: UInt8 {
        case bounds = 5
        case charset = 15
        case programs = 17
        case privates = 18
        case defaultWidth = 20
        // These keys have two bytes, of which the first is 12.
        case collection = 30
        case count = 34
        case fonts = 36
        case selection = 37
    }

    /// - Parameters:
    ///   - bounds: left, bottom, right, top in thousandths of an em.
    ///   - programs: the charstrings; the first is the glyph for missing characters.
    ///   - codes: the codes of all others, in ascending order.
    static func program(
        name: String, bounds: [Double], programs: [[UInt8]], codes: [ClosedRange<UInt16>]
    ) -> [UInt8] {
        let header: [UInt8] = [1, 0, 4, 4]
        let names = index([Array(name.utf8)])
        // Our own two strings follow the 391 standard ones.
        let strings = index([Array("Adobe".utf8), Array("Identity".utf8)])
        let subroutines: [UInt8] = [0, 0]
        // Ranges of codes; code 0, the missing glyph, is never listed.
        var charset: [UInt8] = [2]
        for range in codes {
            append(word: Int(range.lowerBound), to: &charset)
            append(word: range.count - 1, to: &charset)
        }
        // A single font dictionary for all glyphs.
        var selection: [UInt8] = [3, 0, 1, 0, 0, 0]
        append(word: programs.count, to: &selection)
        let outlines = index(programs)
        var privates: [UInt8] = []
        append(.defaultWidth, 0, to: &privates)

        func top(_ charsetPlace: Int) -> [UInt8] {
            let selectionPlace = charsetPlace + charset.count
            let outlinesPlace = selectionPlace + selection.count
            let fontsPlace = outlinesPlace + outlines.count
            var top: [UInt8] = []
            top.reserveCapacity(100)
            append(.collection, 391, 392, 0, to: &top)
            for bound in bounds { append(operand: Int(bound), to: &top) }
            top.append(Key.bounds.rawValue)
            append(.count, Int(codes.last?.upperBound ?? 0) + 1, to: &top)
            append(.charset, charsetPlace, to: &top)
            append(.selection, selectionPlace, to: &top)
            append(.programs, outlinesPlace, to: &top)
            append(.fonts, fontsPlace, to: &top)
            return index([top])
        }
        func fonts(_ place: Int) -> [UInt8] {
            var dictionary: [UInt8] = []
            append(.privates, privates.count, place, to: &dictionary)
            return index([dictionary])
        }
        // Operands have a fixed length, so a first draft determines the offsets.
        let start = header.count + names.count + top(0).count + strings.count + subroutines.count
        let fontsPlace = start + charset.count + selection.count + outlines.count
        var program = header
        program += names
        program += top(start)
        program += strings
        program += subroutines
        program += charset
        program += selection
        program += outlines
        program += fonts(fontsPlace + fonts(0).count)
        program += privates
        return program
    }

    /// Returns an INDEX: several pieces of data addressed by number.
    private static func index(_ items: [[UInt8]]) -> [UInt8] {
        let size = items.reduce(0) { $0 + $1.count }
        let isSmall = size < 0xFFFF
        var index: [UInt8] = []
        index.reserveCapacity(3 + 4 * (items.count + 1) + size)
        append(word: items.count, to: &index)
        index.append(isSmall ? 2 : 4)
        var offset = 1
        func appendOffset() {
            if !isSmall { append(word: offset >> 16, to: &index) }
            append(word: offset, to: &index)
        }
        appendOffset()
        for item in items {
            offset += item.count
            appendOffset()
        }
        for item in items { index += item }
        return index
    }

    private static func append(_ key: Key, _ operands: Int..., to bytes: inout [UInt8]) {
        for operand in operands { append(operand: operand, to: &bytes) }
        if key.rawValue > 21 { bytes.append(12) }
        bytes.append(key.rawValue)
    }

    /// An operand is always five bytes long.
    private static func append(operand: Int, to bytes: inout [UInt8]) {
        bytes.append(29)
        append(word: operand >> 16, to: &bytes)
        append(word: operand, to: &bytes)
    }

    private static func append(word: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: word >> 8))
        bytes.append(UInt8(truncatingIfNeeded: word))
    }
}

import Fonts
import Scene

/// A glyph's outline as a charstring (Adobe Technical Note 5177), in thousandths of an em.
struct GlyphCharstring: Sendable {
    let program: [UInt8]
    let width: Int

    /// Creates a charstring that draws nothing.
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

    /// Returns the same outline with another width, which is the first operand of a program (5177,
    /// 3.1).
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
struct CharstringWriter {
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

import Basics

/// The text and widths of the codes in one font of a document (ISO 32000-1, 9.7 and 9.10.3).
struct GlyphMeanings {
    private var texts: [Int: String] = [:]
    private var widths: [Int: Double] = [:]
    private var defaultWidth = 1000.0

    private static let maxMeanings = 65_536

    /// Returns nil for kinds of fonts that this program does not write.
    init?(_ font: [String: PDFValue], in objects: PDFObjects, budget: WorkBudget)
        throws(PDFReadFault)
    {
        guard font["Encoding"]?.name == "Identity-H",
            case .stream(let map) = try objects.resolved(font["ToUnicode"]),
            let inner = try objects.value(
                objects.value(font["DescendantFonts"]).array?.first
            ).dictionary
        else { return nil }
        var scanner = PDFScanner(try objects.content(of: map), budget: budget)
        var codes: [[UInt8]] = []
        while let token = scanner.token() {
            guard budget.mayContinue else { throw .stopped }
            switch token {
            case .value(.string(let code)):
                codes.append(code)
                guard codes.count == 2 else { continue }
                enter(codes[0], codes[1])
                codes = []
            case .word, .value: codes = []
            }
        }
        if let width = try objects.value(inner["DW"]).double { defaultWidth = width }
        try readWidths(objects.value(inner["W"]).array ?? [], objects)
    }

    private mutating func enter(_ code: [UInt8], _ text: [UInt8]) {
        guard code.count == 2, texts.count < Self.maxMeanings else { return }
        let units = stride(from: 0, to: text.count - 1, by: 2).map {
            UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
        }
        texts[Int(code[0]) << 8 | Int(code[1])] = String(decoding: units, as: UTF16.self)
    }

    /// Reads width entries: a first code and the widths from this code.
    private mutating func readWidths(
        _ list: [PDFValue], _ objects: PDFObjects
    ) throws(PDFReadFault) {
        for place in stride(from: 0, to: list.count - 1, by: 2) {
            guard let first = list[place].integer,
                let widths = try objects.value(list[place + 1]).array
            else { return }
            for (index, width) in widths.prefix(Self.maxMeanings).enumerated() {
                self.widths[first &+ index] = width.double
            }
        }
    }

    /// The text of each code.
    var all: [Int: String] { texts }

    func text(of code: Int) -> String { texts[code] ?? "\u{FFFD}" }

    /// Returns the width of a code in ems.
    func width(of code: Int) -> Double { (widths[code] ?? defaultWidth) / 1000 }
}

extension PDFValue {
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .null, .bool, .string, .name, .array, .dictionary, .reference: nil
        }
    }
}

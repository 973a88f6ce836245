import Basics
import Testing

@testable import Evidence

/// The outlines of a document's letters.
@Suite struct GlyphShapeTests {
    private static func word(_ value: Int) -> [UInt8] {
        [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }

    private static func index(_ items: [[UInt8]]) -> [UInt8] {
        var bytes = word(items.count) + [4]
        var place = 1
        for item in [[]] + items {
            place += item.count
            bytes += [0, 0] + word(place)
        }
        return bytes + items.flatMap(\.self)
    }

    private static func operand(_ value: Int) -> [UInt8] { [29, 0, 0] + word(value) }

    /// A font program in the form that this program writes.
    private static func program(_ outlines: [[UInt8]]) -> [UInt8] {
        let count = outlines.count
        let charset: [UInt8] = [2] + word(1) + word(count - 2)
        let selection: [UInt8] = [3] + word(1) + word(0) + [0] + word(count)
        let table = index(outlines)
        func bytes(_ start: Int) -> [UInt8] {
            let places = [
                start, start + charset.count, start + charset.count + selection.count,
                start + charset.count + selection.count + table.count,
            ]
            let top =
                operand(391) + operand(392) + operand(0) + [12, 30]
                + [0, 0, 9, 9].flatMap(operand) + [5] + operand(count) + [12, 34]
                + operand(places[0]) + [15] + operand(places[1]) + [12, 37] + operand(places[2])
                + [17] + operand(places[3]) + [12, 36]
            let head: [UInt8] =
                [1, 0, 4, 4] + index([Array("F".utf8)]) + index([top])
                + index([Array("Adobe".utf8), Array("Identity".utf8)]) + [0, 0]
            let fonts = index([operand(6) + operand(places[3] + 22) + [18]])
            let font = head + charset + selection + table + fonts + [29, 0, 0, 0, 0, 20]
            return start == 0 ? bytes(head.count) : font
        }
        return bytes(0)
    }

    @Test func outlinesAreReadByTheirCodes() throws {
        let outlines: [[UInt8]] = [[14], [1, 2, 14], [], [3, 14]]
        let program = Self.program(outlines)
        let read = try #require(GlyphOutlines(program))
        #expect(read.programs.map(Array.init) == outlines)
        #expect(GlyphOutlines(program + [0]) == nil)
        for count in program.indices {
            #expect(GlyphOutlines(Array(program[..<count])) == nil)
        }
        // Every changed byte gives another name, another box, another outline or another form.
        for place in program.indices {
            var changed = program
            changed[place] ^= 4
            guard let other = GlyphOutlines(changed)?.programs.map(Array.init) else { continue }
            let isOutline = outlines.flatMap(\.self).count == other.flatMap(\.self).count
            #expect(isOutline, "byte \(place)")
        }
    }

    private static func document(
        _ letters: [(outline: [UInt8], text: String)], form: String = "/CIDFontType0",
        resources: String = "<</Font<</F 4 0 R>>>>"
    ) throws -> GlyphShapes {
        func stream(_ data: String) -> String {
            "<</Length \(data.utf8.count)>>stream\n\(data)\nendstream"
        }
        let map = letters.enumerated().map { index, letter in
            let units = letter.text.utf16.map { "00" + String($0, radix: 16) }.joined()
            return "<000\(index + 1)> <\(units)>"
        }
        let program = Self.program([[14]] + letters.map(\.outline))
        var pdf = SimplePDF(objects: [
            "<</Pages 2 0 R>>", "<</Kids[3 0 R]>>",
            "<</MediaBox[0 0 9 9]/Resources\(resources)>>",
            "<</Encoding/Identity-H/ToUnicode 5 0 R/DescendantFonts[6 0 R]>>",
            stream("beginbfchar \(map.joined(separator: " ")) endbfchar"),
            "<</Subtype\(form)/FontDescriptor<</FontFile3 7 0 R>>>>",
            stream(String(repeating: "~", count: program.count)),
            "<</Subtype/Form/Resources<</Font<</F 4 0 R>>/XObject<</X 8 0 R>>>>/Length 0>>stream\n"
                + "\nendstream",
        ]).bytes
        let tildes = [UInt8](repeating: UInt8(ascii: "~"), count: program.count)
        if let place = pdf.firstRange(of: tildes) { pdf.replaceSubrange(place, with: program) }
        let objects = try PDFObjects(pdf, limit: 1 << 20, budget: .unlimited)
        return try GlyphShapes(of: objects, budget: .unlimited)
    }

    @Test func lettersWithTheShapeOfOthersAreFound() throws {
        let drawn = try Self.document([([1], "a"), ([2], "b"), ([3], "fi")])
        let same = try Self.document([([2], "b"), ([1], "a"), ([3], "fi")]).compared(with: drawn)
        #expect(same.swapped == [] && same.glyphs == 3 && same.known == 3)
        let swapped = try Self.document([([2], "a"), ([1], "b"), ([3], "fi")])
        #expect(swapped.compared(with: drawn).swapped == [1])
        // Another font has other shapes.
        let other = try Self.document([([7], "a"), ([8], "b"), ([9], "fi")])
        let finding = other.compared(with: drawn)
        #expect(finding.swapped == [] && finding.known == 0)
    }

    @Test func fontsOfFormsAreCompared() throws {
        let drawn = try Self.document([([1], "a"), ([2], "b")])
        let swapped = try Self.document(
            [([2], "a"), ([1], "b")], resources: "<</XObject<</X 8 0 R>>>>")
        #expect(swapped.compared(with: drawn).swapped == [1])
    }

    @Test func aFontOfAnotherFormIsFound() throws {
        let drawn = try Self.document([([1], "a")])
        let other = try Self.document([([1], "a")], form: "/CIDFontType2")
        #expect(other.compared(with: drawn).swapped == [1])
    }
}

import Basics
import Testing

@testable import Importing

@Suite struct TextWindowTests {
    private func window(_ bytes: [UInt8], of length: Int) throws -> TextWindow {
        let pieces = ByteSource(count: bytes.count) { range in
            Array(bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + length)])
        }
        return try TextWindow(pieces, file: "chat.txt")
    }

    private func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
        (isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF])
            + text.utf16.flatMap { unit in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isLittle ? [low, high] : [high, low]
            }
    }

    private static let texts = [
        "", "\n", "\r\n", "Ann", "Ann\n", "Ann\r", "\nAnn\r\n\r\nBen\n\nZoë 🌱\r",
        "\u{FEFF}Ann: हाँ\n\u{FEFF}Ben", "ਊ\u{0A0A}\n\u{0A00}\u{010A}\nend",
        String(repeating: "a line that is longer than a piece ", count: 40) + "\nAnn",
    ]

    @Test(arguments: texts, [1, 2, 3, 7, 64, 4096])
    func linesEqualThoseOfTheWhole(text: String, length: Int) throws {
        for bytes in [Array(text.utf8), utf16(text, isLittle: true), utf16(text, isLittle: false)] {
            let whole = TextFile.decode(bytes).bytes
            let expected = Lines(whole).map { String(decoding: whole[$0], as: UTF8.self) }
            var window = try window(bytes, of: length)
            var lines: [String] = []
            var places: [Range<Int>] = []
            while let line = try window.nextLine() {
                lines.append(String(decoding: window.bytes[line], as: UTF8.self))
                places.append(window.start + line.lowerBound..<window.start + line.upperBound)
            }
            #expect(lines == expected)
            #expect(try window.nextLine() == nil)
            // Each line can be shown again, in order and in reverse.
            for (place, line) in Array(zip(places, lines)) + zip(places, lines).reversed() {
                let shown = try window.show(place)
                #expect(String(decoding: window.bytes[shown], as: UTF8.self) == line)
            }
        }
    }

    @Test(arguments: [1, 2, 5, 4096])
    func invalidTextIsRepairedAsInTheWhole(length: Int) throws {
        let broken: [[UInt8]] = [
            [0x41, 0xC3, 0x0A, 0xA9, 0x42], [0xE2, 0x80],
            [0xFF, 0xFE, 0x00, 0xD8, 0x0A, 0x00, 0x41],
        ]
        for bytes in broken {
            var window = try window(bytes, of: length)
            var text: [UInt8] = []
            while let line = try window.nextLine() { text += window.bytes[line] + [0x0A] }
            let whole = TextFile.decode(bytes)
            let lines = Lines(whole.bytes).map { whole.bytes[$0] + [0x0A] }
            #expect(text == Array(lines.joined()))
            #expect(window.wasRepaired == whole.wasRepaired)
        }
    }

    @Test func onlyTheCurrentWindowIsInMemory() throws {
        let line = Array(String(repeating: "x", count: 99).utf8) + [0x0A]
        let bytes = Array(repeatElement(line, count: 50_000).joined())
        var window = try TextWindow(ByteSource(bytes), file: "chat.txt")
        while try window.nextLine() != nil {
            #expect(window.bytes.count <= ByteSource.length + 100)
        }
        let shown = try window.show(100..<4_000_000)
        #expect(shown.count == 3_999_900)
        _ = try window.show(4_500_000..<4_500_100)
        #expect(window.bytes.count <= ByteSource.length + 100)
    }

    @Test func shrinkingFilesAreAnError() throws {
        let bytes = Array(String(repeating: "Ann\n", count: 1000).utf8)
        let cut = ByteSource(count: 8000) { $0.lowerBound < bytes.count ? bytes : nil }
        var window = try TextWindow(cut, file: "chat.txt")
        #expect(throws: ImportError.unreadable(file: "chat.txt", offset: 4000)) {
            while try window.nextLine() != nil {}
        }
    }
}

import Foundation
import TestBytes
import Testing

@testable import Importing

/// Searches by byte find the same as searches by character.
@Suite struct TextSearchTests {
    private var random = SeededRandom(seed: 5)

    private mutating func text(of pieces: [String], upTo count: Int) -> String {
        (0..<random.below(count + 1)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }

    @Test mutating func findsTheFirstMatch() {
        for _ in 0..<2000 {
            let text = text(of: ["a", "b", "é"], upTo: 12)
            let wanted = needle()
            let bytes = Array(text.utf8)
            let place = bytes.indices.first { bytes[$0...].starts(with: wanted.utf8) }
            #expect(bytes.span.offset(of: wanted.utf8Span.span) == place)
            #expect(text.holds(wanted) == (place != nil))
            #expect(
                text.place(of: wanted).map {
                    text.utf8.distance(from: text.startIndex, to: $0.lowerBound)
                } == place)
        }
    }

    private mutating func needle() -> String {
        "a" + text(of: ["a", "b", "é"], upTo: 3)
    }

    @Test func linesEndAtTheirTerminators() {
        let text = Array("\u{FEFF}a\r\n\nb\r\r\nc\n\r\nd\r".utf8)
        let lines = Array(Lines(text)).map { String(decoding: text[$0], as: UTF8.self) }
        #expect(lines == ["a", "", "b\r", "c", "", "d\r"])
        #expect(Array(Lines(Array("\n".utf8))) == [0..<0])
        #expect(Array(Lines([])).isEmpty)
    }

    @Test mutating func trimmingRemovesAllMarksAndSpaces() {
        let hidden: Set<Unicode.Scalar> = [
            " ", "\t", "\u{A0}", "\u{2000}", "\u{200A}", "\u{202F}", "\u{200E}", "\u{200F}",
            "\u{202A}", "\u{2069}", "\u{FEFF}",
        ]
        // The bytes of marks also end other characters.
        let others = ["a", "é", "à", "\u{2010}", "\u{2030}", "\u{10E}", "\u{EBBF}", "\n", "😀"]
        let pieces = hidden.map { String($0) }.sorted() + others
        for _ in 0..<2000 {
            let text = text(of: pieces, upTo: 8)
            var scalars = Array(text.unicodeScalars)[...]
            while let first = scalars.first, hidden.contains(first) { scalars.removeFirst() }
            while let last = scalars.last, hidden.contains(last) { scalars.removeLast() }
            var expected = String.UnicodeScalarView()
            expected.append(contentsOf: scalars)
            let bytes = Array(text.utf8)
            let trimmed = bytes[Marks.trim(bytes, bytes.indices)]
            #expect(trimmed.elementsEqual(String(expected).utf8), "\(text.unicodeScalars)")
        }
    }

    @Test func byteSetsContainOnlyTheirParts() {
        let text = ByteSet("Ana added Zoë")
        #expect(text.holds(ByteSet(" added ")) && text.holds(ByteSet("oë")))
        #expect(!text.holds(ByteSet("left")) && !text.holds(ByteSet("é")))
        // Bytes E3 83 A9, and C3 A9.
        #expect(!ByteSet("é").holds(ByteSet("ラ")))
        #expect(!text.holds(ByteSet("\u{E1}")) && text.holds(ByteSet("")))
    }
}

@Suite struct OpeningsTests {
    private static let phrases = [
        "You deleted", "Сообщение удалено", "Này là", "é\u{301}x", "\u{212A}\u{E5}", "か\u{3099}い",
        "\u{AC00}b", "ab", "a\u{308}b", "क्षक", "अ", "z",
    ]

    /// No phrase is missed, whatever its normal form and the text after it.
    @Test func everyPhraseIsFound() {
        let openings = Openings(Self.phrases)
        for phrase in Self.phrases {
            for form in [
                phrase, phrase.decomposedStringWithCanonicalMapping,
                phrase.precomposedStringWithCanonicalMapping,
            ] {
                for end in ["", " ", ".", "a", "é", "\r\n", "😀"] {
                    #expect(openings.mayBegin((form + end)[...]), "\(form)\(end)")
                }
            }
        }
    }

    @Test func noBeginningIsMissed() {
        var random = SeededRandom(seed: 9)
        let openings = Openings(Self.phrases)
        let pieces = [
            "a", "b", "\u{308}", "\u{301}", "e", "é", "K", "\u{212A}", "å", "a\u{30A}", "\r", "\n",
            "か", "\u{3099}", "が", "い", "\u{1100}", "\u{1161}", "x", "\u{200D}", "अ", "z",
        ]
        var seen = 0
        for _ in 0..<8000 {
            let text = (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }
                .joined()
            guard Self.phrases.contains(where: { $0 == text || text.hasPrefix($0) }) else {
                continue
            }
            seen += 1
            #expect(openings.mayBegin(text[...]), "\(text.unicodeScalars)")
        }
        #expect(seen > 100)
    }

    @Test func mostTextsAreExcludedQuickly() {
        let openings = Openings(Self.phrases)
        for text in ["you deleted", "Yesterday", "a", "", "привет", "Yö", "y", "\r\n", "अ\u{302}"] {
            #expect(!openings.mayBegin(text[...]), "\(text)")
        }
        // A one-character phrase matches every text that begins with it.
        #expect(openings.mayBegin("zz") && openings.mayBegin("zé") && openings.mayBegin("z"))
    }
}

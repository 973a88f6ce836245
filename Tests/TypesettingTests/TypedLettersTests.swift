import Foundation
import Scene
import Testing

@testable import Typesetting

/// Letters are drawn as typed: no font may replace one sign by another.
@Suite struct TypedLettersTests {
    let typesetter: Typesetter

    init() throws { typesetter = try Sample.typesetter() }

    /// Every list of font families in a shipped theme.
    static let families: [[String]] = {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let folder = root + "/config/themes/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var lists: Set<[String]> = []
        for name in names.sorted() where name.hasSuffix(".json") {
            let text = (try? String(contentsOfFile: folder + name, encoding: .utf8)) ?? ""
            for match in text.matches(of: /"families": \[([^\]]+)\]/) {
                lists.insert(
                    match.1.split(separator: ",").map {
                        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
                    })
            }
        }
        return lists.sorted { $0.joined() < $1.joined() }
    }()

    private static let ascii = scalars(0x21...0x7E)
    private static let alphabets = [
        ascii, scalars(0xC0...0xFF), scalars(0x391...0x3A1) + scalars(0x3A3...0x3C9),
        scalars(0x410...0x44F),
    ]
    private static let signs = Array("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~xXaA019".unicodeScalars)

    private static func scalars(_ range: ClosedRange<UInt32>) -> [Unicode.Scalar] {
        range.compactMap { Unicode.Scalar($0) }
    }

    @Test(arguments: families)
    func eachLetterHasTheSameGlyphAsAlone(families: [String]) {
        for (weight, isItalic) in [(400, false), (700, true)] {
            var text = Sample.text("")
            text.style.families = families
            text.style.weight = weight
            text.style.isItalic = isItalic
            var alone: [Unicode.Scalar: Look] = [:]
            for letter in Self.alphabets.joined() {
                text.text = String(Character(letter))
                alone[letter] = looks(of: text)[0]
            }
            for alphabet in Self.alphabets {
                for first in alphabet {
                    text.text = alphabet.map { "\(first)\($0) \($0)1\(first)" }.joined(
                        separator: " ")
                    check(text, alone)
                }
            }
            for first in Self.signs {
                text.text = Self.signs.map { second in
                    Self.signs.map { "\(first)\(second)\($0)" }.joined(separator: " ")
                }.joined(separator: " ")
                check(text, alone)
            }
        }
    }

    @Test(arguments: [
        "12x34", "0x742d35Cc", "a -> b => c --> d <-- e <-> f", "10x10x10", "(a) [A] -A:B",
        "12:34", "*word*", "fix the offer at 7x9", "x^2 != y <= z >= w == v :: u",
    ])
    func signsAreNotReplacedByLigatures(words: String) {
        var text = Sample.text(words)
        for families in Self.families {
            text.style.families = families
            var alone: [Unicode.Scalar: Look] = [:]
            for letter in Set(words.unicodeScalars) {
                alone[letter] = looks(of: Sample.text(String(Character(letter)), like: text))[0]
            }
            check(text, alone)
        }
    }

    @Test func signsAmongArabicLettersAreNotReplaced() {
        let words = "السعر 12x34 -> مرحبا => (A-B)"
        let looks = looks(of: typesetter.shape(Sample.text(words), width: 2_000))
        for (offset, byte) in words.utf8.enumerated() where "x-=123".utf8.contains(byte) {
            let sign = String(Unicode.Scalar(byte))
            #expect(looks[offset] == self.looks(of: Sample.text(sign))[0], "\(sign) at \(offset)")
        }
    }

    @Test(arguments: ["نستعلیق ہے یہ", "سلام", "क्षत्रिय", "ക്ഷ", "ᠰᠠᠶᠢᠨ", "ߊߟߎ߫"])
    func scriptsWithContextualLettersKeepTheirShaping(words: String) {
        let shaped = typesetter.shape(Sample.text(words), width: 2_000)
        #expect(shaped.runs.contains { $0.kind == .contextual })
        #expect(shaped.runs.allSatisfy { $0.kind != .missing })
    }

    private struct Look: Equatable {
        let font: FontID
        let glyph: UInt32
    }

    private func looks(of text: StyledText) -> [Int: Look] {
        looks(of: typesetter.shape(text, width: .infinity))
    }

    private func looks(of shaped: ShapedText) -> [Int: Look] {
        var looks: [Int: Look] = [:]
        for run in shaped.runs {
            for glyph in shaped.glyphs(of: run) {
                looks[Int(glyph.cluster)] = Look(font: run.font, glyph: glyph.id)
            }
        }
        return looks
    }

    private func check(_ text: StyledText, _ alone: [Unicode.Scalar: Look]) {
        let looks = looks(of: text)
        var others: [String] = []
        var offset = 0
        var before: Unicode.Scalar = " "
        for letter in text.text.unicodeScalars {
            defer {
                offset += letter.value < 0x80 ? 1 : 2
                before = letter
            }
            // Ligatures of f with the next letter do not change the text.
            if letter == " " || letter == "f" || before == "f" { continue }
            if looks[offset] != alone[letter] { others.append("\(letter) after \(before)") }
        }
        #expect(others.isEmpty, "in \(text.style.families)")
    }
}

extension Sample {
    /// Another text in the same style.
    fileprivate static func text(_ text: String, like other: StyledText) -> StyledText {
        StyledText(text, style: other.style, color: .black)
    }
}

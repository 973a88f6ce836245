import Basics
import CPango
import Foundation
import Scene
import Synchronization
import Testing

@testable import Typesetting

/// A reproducible sequence of pseudo-random numbers.
struct Sequence {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[next(below: elements.count)]
    }
}

@Suite struct ShortcutTests {
    let quick: Typesetter
    let thorough: Typesetter

    init() throws {
        quick = try Sample.typesetter()
        thorough = Typesetter(fonts: quick.fonts, usesShortcuts: false)
    }

    private static let words =
        """
        the Maya meet 7:30 7:30? (A - B) -> <- => 3x4 10x10 "quoted" it's — – … don't WiFi AVATAR To. Yes! \
        ffi office fl 50% $20 €5 1,234.56 https://a.example/b/c?d=e#f @sam #tag a/b +49 A: :-) * • e.g. I \
        Grüße naïve señor ¿qué? «oui» œuvre Привет мир שלום (עולם) مرحبا بالعالم ١٢٣ नमस्ते हैं। ไทย 日本語 \
        안녕 😀 👍🏽 👨‍👩‍👧 1️⃣ e\u{301} \u{301} a\u{200B}b x\u{AD}y A\u{A0}B , ; ! ) ( [ ] --- . " ' Kasım İI ĳ
        """.split(separator: " ").map(String.init)

    private func sentence(_ sequence: inout Sequence) -> String {
        let count = 1 + sequence.next(below: 14)
        return (0..<count).map { _ in
            sequence.pick(Self.words) + sequence.pick([" ", " ", " ", " ", "  ", "", "\t", "\n"])
        }.joined()
    }

    @Test(
        arguments: [
            ("Inter", nil), ("Inter", "tr"), ("Roboto", "de"), ("Noto Sans", "ja"),
            ("DejaVu Sans Mono", "ru"), ("Noto Serif", nil),
        ] as [(String, String?)])
    func shortcutsGiveTheSameResultAsFullShaping(family: String, language: String?) {
        var sequence = Sequence(7)
        for _ in 0..<150 {
            var text = Sample.text(sentence(&sequence), language: language)
            text.style.families = [family]
            if sequence.next(below: 3) == 0 {
                let start = sequence.next(below: text.text.utf8.count)
                var span = StyledText.Span(start..<text.text.utf8.count)
                span.weight = 700
                span.isItalic = sequence.next(below: 2) == 0
                text.spans = [span]
            }
            let width = Double(60 + sequence.next(below: 300))
            let shaped = quick.shape(text, width: width)
            #expect(shaped == thorough.shape(text, width: width), "\(text.text)")
            #expect(shaped == quick.shape(text, width: width), "\(text.text)")
        }
    }

    /// Pango aborts the process on some unexpected input; this also checks that it never does.
    @Test func anyCharactersAreSetCompleteAndInOrder() {
        var sequence = Sequence(23)
        let special = Self.words.joined().unicodeScalars.map { Int($0.value) } + Self.troublesome
        for _ in 0..<400 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<(1 + sequence.next(below: 20)) {
                let value = sequence.pick([
                    sequence.pick(special), sequence.next(below: 0x3000),
                    sequence.next(below: 0x20000), sequence.next(below: 0x11_0000),
                ])
                if let scalar = Unicode.Scalar(UInt32(value)) { scalars.append(scalar) }
            }
            let text = Sample.text(String(scalars))
            let width = Double(sequence.next(below: 200))
            let shaped = quick.shape(text, width: width)
            #expect(shaped == thorough.shape(text, width: width), "\(scalars.map(\.value))")
            var covered = 0
            for line in shaped.lines {
                #expect(line.text.lowerBound >= covered)
                covered = Int(line.text.upperBound)
                let runs = shaped.runs[Int(line.runs.lowerBound)..<Int(line.runs.upperBound)]
                let width = runs.map(\.width).reduce(0, +)
                #expect(abs(width - line.width) < 0.001, "\(scalars.map(\.value))")
                #expect(line.left >= 0 && line.left + line.width <= shaped.size.width + 0.001)
            }
            #expect(covered <= text.text.utf8.count)
        }
    }

    private static let troublesome: [Int] =
        [0, 9, 13, 0x7F, 0x85, 0xAD, 0x34F, 0x600, 0x61C, 0x180E, 0x1_10BD, 0x3000]
        + Array(0x200B...0x200F) + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        + [0xFE0E, 0xFE0F, 0xFEFF, 0xFFFC, 0xFFFF, 0xE0067, 0xE007F, 0x10_FFFD, 0x20E3, 0x1F1E9]

    @Test func textEvictedFromTheCacheIsSetTheSameAgain() {
        let text = Sample.text("Are we still meeting at the station by 18:30?")
        let before = quick.shape(text, width: 200)
        for number in 0..<9_000 {
            _ = quick.shape(Sample.text("w\(number) \(number)w"), width: 200)
        }
        #expect(quick.shape(text, width: 200) == before)
    }

    @Test(arguments: ["en", "fr", "ja"])
    func plainTextHasPangosBreakPositions(language: String) {
        let plain = PlainText()
        var sequence = Sequence(11)
        var marks = BreakMarks()
        var expected = BreakMarks()
        let tag = unsafe pango_language_from_string(language)
        for round in 0..<4_000 {
            // Alternately dense in punctuation and like ordinary words.
            let pool = round % 2 == 0 ? PlainText.characters : Self.frequent
            var text = String.UnicodeScalarView()
            for _ in 0..<(1 + sequence.next(below: 8)) {
                if let scalar = Unicode.Scalar(sequence.pick(pool)) { text.append(scalar) }
            }
            var string = String(text)
            let isPlain = string.withUTF8 { bytes in
                unsafe expected.read(bytes, language: tag)
                return unsafe plain.read(bytes, into: &marks) != nil
            }
            #expect(isPlain)
            for offset in 1..<string.utf8.count {
                #expect(marks[offset] == expected[offset], "\(string) at \(offset)")
            }
        }
    }

    private static let frequent: [UInt32] = Array(
        "aB1 2.,:;!?()[]{}\"'/-+$%|\u{2014}\u{2013}\u{2026}\u{A0}".unicodeScalars.map(\.value))
}

/// Setting one text checks its budget along the way and stops at once when it is used up.
@Suite struct WorkStepTests {
    /// Counts the checks and refuses from a given one on.
    private final class Clock: Sendable {
        let checks = Mutex(0)
        let last: Int

        init(until last: Int) { self.last = last }

        var budget: WorkBudget {
            WorkBudget { [self] bytes in
                guard bytes >= 0 else { return true }
                return checks.withLock { checks in
                    checks += 1
                    return checks <= last
                }
            }
        }
    }

    private func set(_ text: String, until last: Int = .max) throws -> (ShapedText, checks: Int) {
        let clock = Clock(until: last)
        let typesetter = BoundedTypesetter(try Sample.typesetter(), clock.budget)
        return (typesetter.shape(Sample.text(text), width: 300), clock.checks.withLock { $0 })
    }

    private static let texts = [
        "words ", "a", "سلام ", "سلام", "नमस्ते", "👩\u{200D}", "a\u{301}", "\u{301}", "漢字",
    ]

    /// Once for each piece of limited length and once every few lines.
    @Test(arguments: texts)
    func checksTheAllowanceWhileSetting(unit: String) throws {
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let (shaped, checks) = try set(text)
        #expect(checks > text.utf8.count / RunPieces.maxLength + shaped.lines.count / 32)
    }

    @Test(arguments: texts)
    func stopsAtOnce(unit: String) throws {
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let whole = try set(text)
        for step in 0..<6 {
            let last = (whole.checks - 1) * step / 6
            let (shaped, checks) = try set(text, until: last)
            // Each level of the work checks once more while it returns.
            #expect(checks - last < 10, "\(unit) after \(last)")
            #expect(shaped.glyphs.count <= whole.0.glyphs.count)
        }
    }

    /// Cutting a run into pieces loses nothing, in either direction.
    @Test(arguments: ["words ", "سلام ", "سلام", "שלום", "नमस्ते ", "👩‍👩‍👧", "漢字"])
    func piecesCoverTheWholeRun(unit: String) throws {
        let count = 3 * RunPieces.maxLength / unit.utf8.count
        let one = try set(unit)
        let (shaped, _) = try set(String(repeating: unit, count: count))
        let clusters = Set(shaped.glyphs.map(\.cluster))
        #expect(clusters.count >= Set(one.0.glyphs.map(\.cluster)).count * count * 9 / 10)
        for line in shaped.lines {
            for run in shaped.runs(of: line) {
                let order = shaped.glyphs(of: run).map(\.cluster)
                #expect(order == (run.isRightToLeft ? order.sorted(by: >) : order.sorted()))
            }
        }
    }

    @Test func cutsAtSpacesThenBetweenGraphemesThenBetweenCharacters() {
        func pieces(_ text: String, graphemes: Bool = true) -> [Range<Int>] {
            let bytes = Array(text.utf8)
            let begins = ShapedUnits.Traits.beginsGrapheme.rawValue
            let marks = (bytes + [0]).map { byte in
                graphemes && byte & 0xC0 != 0x80 ? begins : 0
            }
            return unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe marks.withUnsafeBufferPointer { marks in
                    guard let marks = marks.baseAddress else { return [] }
                    return unsafe RunPieces(of: 0..<bytes.count, bytes, marks).all
                }
            }
        }
        let longest = RunPieces.maxLength
        #expect(pieces(String(repeating: "a", count: longest)) == [0..<longest])
        let words = pieces(String(repeating: "four ", count: 10_000))
        #expect(words.dropLast().allSatisfy { $0.upperBound % 5 == 0 })
        let letters = pieces(String(repeating: "漢", count: 20_000), graphemes: true)
        let loose = pieces(String(repeating: "漢", count: 20_000), graphemes: false)
        for all in [words, letters, loose] {
            #expect(all.count > 2)
            #expect(all.allSatisfy { $0.count <= longest && !$0.isEmpty })
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        }
        #expect((letters + loose).allSatisfy { $0.lowerBound % 3 == 0 })
    }
}

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

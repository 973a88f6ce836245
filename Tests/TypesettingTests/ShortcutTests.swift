import Basics
import CPango
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

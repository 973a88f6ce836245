import Basics
import Scene
import Synchronization
import Testing

@testable import Typesetting

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
        let typesetter = BoundedTypesetter(
            try Sample.typesetter(), clock.budget)
        let shaped = typesetter.shape(Sample.text(text), width: 300)
        return (shaped, clock.checks.withLock { $0 })
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

import Model
import TestBytes
import Testing

@Suite struct RichTextMarksTests {
    private func marks(_ marks: [Entity], in text: String = "0123456789") -> [String] {
        RichText(text, marks: marks).entities.map { entity in
            "\(entity.range.lowerBound)-\(entity.range.upperBound) \(entity.kind)"
        }
    }

    @Test func nestedMarksAreKept() {
        #expect(
            marks([Entity(2..<5, .link(url: "u")), Entity(0..<10, .bold), Entity(2..<5, .italic)])
                == ["0-10 bold", "2-5 link(url: \"u\")", "2-5 italic"])
    }

    @Test func crossingMarksAreSplit() {
        #expect(
            marks([Entity(0..<6, .bold), Entity(4..<9, .italic)])
                == ["0-6 bold", "4-6 italic", "6-9 italic"])
    }

    @Test func overlappingMarksOfOneKindAreClipped() {
        #expect(marks([Entity(0..<6, .bold), Entity(4..<9, .bold)]) == ["0-6 bold", "6-9 bold"])
        #expect(
            marks([Entity(0..<4, .link(url: "a")), Entity(2..<6, .link(url: "b"))])
                == ["0-4 link(url: \"a\")", "4-6 link(url: \"b\")"])
    }

    @Test func marksEndWithTheText() {
        #expect(marks([Entity(8..<99, .bold), Entity(12..<14, .italic)]) == ["8-10 bold"])
    }

    @Test func randomMarksAreNested() {
        var random = SeededRandom(seed: 7)
        let kinds: [Entity.Kind] = [
            .bold, .italic, .underline, .strike, .spoiler, .code, .link(url: "x"), .mention,
        ]
        for _ in 0..<500 {
            let input = (0..<random.below(12)).map { _ in
                let start = random.below(20)
                return Entity(start..<start + random.below(12), kinds[random.below(kinds.count)])
            }
            let text = String(repeating: "x", count: 25)
            let entities = RichText(text, marks: input).entities
            #expect(faults(entities, input).isEmpty)
        }
    }

    private func faults(_ entities: [Entity], _ input: [Entity]) -> [String] {
        var faults: [String] = []
        for (index, outer) in entities.enumerated() {
            if outer.range.isEmpty || outer.range.upperBound > 25 { faults.append("\(outer)") }
            for inner in entities[(index + 1)...] {
                let nests = outer.range.contains(inner.range) && inner.kind != outer.kind
                if !nests, outer.range.overlaps(inner.range) { faults.append("\(outer) \(inner)") }
            }
        }
        for offset in 0..<25 {
            let wanted = Set(input.filter { $0.range.contains(offset) }.map(\.kind))
            let found = Set(entities.filter { $0.range.contains(offset) }.map(\.kind))
            if found != wanted { faults.append("\(offset): \(found) for \(wanted)") }
        }
        return faults
    }

    @Test func crossingMarksSplitIntoAtMostThreePieces() {
        let text = String(repeating: "x", count: 100_000)
        let input = (0..<20_000).map { Entity($0..<$0 + 50_000, $0 % 2 == 0 ? .bold : .italic) }
        #expect(RichText(text, marks: input).entities.count <= 60_000)
    }
}

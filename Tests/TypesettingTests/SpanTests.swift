import Scene
import Testing

@testable import Typesetting

@Suite struct SpanTests {
    let typesetter: Typesetter

    init() throws { typesetter = try Sample.typesetter() }

    private func span(
        _ range: Range<Int>, _ change: (inout StyledText.Span) -> Void
    ) -> StyledText.Span {
        var span = StyledText.Span(range)
        change(&span)
        return span
    }

    @Test func colorAndLinksSplitRunsButNotShaping() {
        let red = Color(255, 0, 0)
        let spans = [
            span(2..<4) { $0.color = red },
            span(6..<8) {
                $0.link = "https://a.example"; $0.isUnderlined = true
            },
        ]
        let plain = typesetter.shape(Sample.text("AVAVAVAVAV"), width: 900)
        let shaped = typesetter.shape(Sample.text("AVAVAVAVAV", spans: spans), width: 900)
        #expect(shaped.runs.count == 5)
        #expect(shaped.runs[1].color == red)
        #expect(shaped.runs[3].link == 0 && shaped.runs[3].isUnderlined)
        #expect(shaped.links == ["https://a.example"])
        #expect(shaped.size == plain.size)
        #expect(shaped.glyphs.map(\.id) == plain.glyphs.map(\.id))
    }

    @Test func weightSlantAndFamilyChangeTheFont() {
        let spans = [
            span(0..<1) { $0.weight = 700 }, span(1..<2) { $0.isItalic = true },
            span(2..<3) { $0.families = ["monospace"] },
        ]
        let shaped = typesetter.shape(Sample.text("abcd", spans: spans), width: 900)
        let files = shaped.runs.map { typesetter.fonts.file($0.font).path }
        #expect(files.count == 4)
        #expect(files[0].hasSuffix("Inter-Bold.otf"))
        #expect(files[1].hasSuffix("Inter-Italic.otf"))
        #expect(files[2].contains("Mono"))
        #expect(files[3].hasSuffix("Inter-Regular.otf"))
    }

    @Test func familyWithoutBoldOrItalicGetsSyntheticOnes() {
        let spans = [
            span(0..<10) {
                $0.isItalic = true; $0.weight = 700
            }
        ]
        let shaped = typesetter.shape(Sample.text("שלו😀m", spans: spans), width: 900)
        let files = shaped.runs.map { typesetter.fonts.file($0.font) }
        #expect(files.contains { $0.path.contains("Hebrew") && $0.isSyntheticItalic })
        for file in files where file.hasColorBitmaps {
            #expect(!file.isSyntheticBold && !file.isSyntheticItalic)
        }
    }

    @Test func invalidSpansAreIgnored() {
        let text = "héllo"
        let spans = [
            span(2..<4) { $0.color = .white },  // begins inside é
            span(0..<0) { $0.weight = 900 },
            span(3..<5) { $0.isStruck = true },
            span(4..<6) { $0.weight = 900 },  // overlaps
            span(5..<99) { $0.scale = 9 },  // beyond the end
        ]
        let shaped = typesetter.shape(Sample.text(text, spans: spans), width: 900)
        #expect(shaped.runs.map(\.isStruck) == [false, true, false])
        #expect(shaped.runs.allSatisfy { $0.color == .black && $0.size == 17 })
    }

    @Test func spanMayBeginAndEndAtAHardBreak() {
        let spans = [span(1..<3) { $0.weight = 700 }, span(3..<4) { $0.isItalic = true }]
        let shaped = typesetter.shape(Sample.text("a\nb\nc", spans: spans), width: 900)
        let files = shaped.runs.map { typesetter.fonts.file($0.font).path }
        #expect(files.count == 3)
        #expect(files[1].hasSuffix("Inter-Bold.otf"))
        #expect(files[2].hasSuffix("Inter-Regular.otf"))
    }

    @Test func trackingWidensClustersButNotJoinedLetters() {
        func width(_ string: String, _ tracking: Double) -> Double {
            var text = Sample.text(string)
            text.style.tracking = tracking
            return typesetter.shape(text, width: 900).size.width
        }
        #expect(abs(width("abcd", 1) - width("abcd", 0) - 4) < 0.001)
        #expect(abs(width("abcd", -0.25) - width("abcd", 0) + 1) < 0.001)
        #expect(width("سلام", 1) == width("سلام", 0))
        #expect(width("abc", -1e9) >= 0)
    }

    @Test func unknownFamiliesFallBackToTheBaseFont() {
        var text = Sample.text("abc")
        text.style.families = ["No Such Family", "../../etc/passwd", ""]
        let shaped = typesetter.shape(text, width: 900)
        #expect(typesetter.fonts.file(shaped.runs[0].font).path.hasSuffix("Inter-Regular.otf"))
    }

    @Test(arguments: [0, -3, .nan, .infinity, 1e12] as [Double])
    func invalidSizesAreSafe(size: Double) {
        var text = Sample.text("abc def", size: size)
        text.style.lineHeight = size
        text.spans = [span(0..<2) { $0.scale = size }]
        let shaped = typesetter.shape(text, width: 100)
        #expect(shaped.size.height.isFinite && shaped.size.height > 0)
    }
}

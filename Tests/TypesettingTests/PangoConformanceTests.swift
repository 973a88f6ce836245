import CPango
import Graphics
import Scene
import Testing

@testable import Typesetting

/// Our own line breaking agrees with Pango's: the same number of lines, the same breaks, the same
/// spacing, and widths within a quarter of a point.
@Suite struct PangoConformanceTests {
    let typesetter: Typesetter

    init() throws { typesetter = try Sample.typesetter() }

    @Test func scriptsMatchPango() {
        var drawn = 0
        for (script, letters) in Self.letters() {
            let usable = letters.filter {
                // A character written before the letter would form one grapheme with a space.
                guard "\($0) ".count == 2 else { return false }
                _ = typesetter.shape(Sample.text(String($0)), width: .infinity)
                return typesetter.takeMissing().isEmpty
            }
            guard !usable.isEmpty else { continue }
            drawn += 1
            compare(Self.words(of: usable), "script \(script)")
        }
        // The number of scripts covered by the fonts that script/install downloads.
        #expect(drawn >= 142)
    }

    @Test(arguments: ScriptSamples.all)
    func sentencesMatchPango(script: String, text: String) {
        compare("\(text) \(text) \(text)", script)
    }

    @Test(arguments: [
        """
        The quick brown fox, having jumped over the lazy dog, sat down (for a while) and said: “Well – \
        that’s that…” e.g. 12x34 -> 5% of $1,000.00/day, and/or more-or-less.
        """,
        "See https://example.org/a/long/path?with=query&and=more#then or mail ana@example.org",
        "e\u{301}a\u{308}o\u{303} n\u{303}u\u{31B}\u{301} x\u{335}y\u{20DD} Z\u{351}a\u{36B}l\u{300}",
        "abc שלום def (عربي 123) ghi אבג 45% ok",
        "שלום abc (def) 12.5 עולם! and then some more",
        "\u{2068}שלום\u{2069} wrote: مرحبا بالعالم 12:30, and left",
        "Hi 👋🏽 there 👨‍👩‍👧‍👦 and 🇩🇪🇫🇷 ok ❤️ yes 1️⃣ fine 😀😀😀",
        "a\tb\tccc\tdddddd\te",
        "10\u{A0}km and 20\u{202F}kg or\u{2060}der\u{200B}zero",
        "one\ntwo two\n\nthree three three\nشكرا\nfour",
        "我是李明，你好！今天天气很好，我们去公园散步吧。（好的）《书名》",
        "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。「にゃー」",
        "안녕하세요 저는 학생입니다 오늘은 날씨가 좋네요",
        "ฉันชอบกินข้าวผัดกับเพื่อนที่ตลาดทุกวัน",
    ])
    func proseMatchesPango(text: String) { compare(text, text) }

    /// Pango measures with cairo's fonts, which is as unsafe on two threads as drawing with them.
    private func compare(_ string: String, _ name: String) {
        CairoLock.hold { compare(string, name, with: unsafe .shared) }
    }

    private func compare(_ string: String, _ name: String, with pango: PangoSetter) {
        let text = Sample.text(string)
        let wide = typesetter.shape(text, width: .infinity).size.width
        // A word wider than a line is cut in its shaped form; Pango shapes the parts again, so
        // conjuncts fall apart and kerning between them is lost.
        let word = pango.lines(of: text, width: 0, cuts: false).map(\.width).max() ?? 0
        for share in [0.5, 1.3, 1.7, 2.3, 3.1, 4.7, 7] {
            let width = max(word + 1, wide / share)
            let theirs = pango.lines(of: text, width: width)
            let ours = typesetter.shape(text, width: width)
            guard ours.lines.map({ Int($0.text.lowerBound) }) == theirs.map(\.start) else {
                Issue.record("\(name) at \(width): \(ours.lineTexts), Pango \(theirs)")
                continue
            }
            for (our, their) in zip(ours.lines, theirs) {
                let most = Self.parts(our, in: string) ? Self.maxKerning * text.style.size : 0.25
                #expect(abs(our.width - their.width) < most, "\(name) at \(width)")
            }
            let baseFont = ours.runs.first?.font
            guard ours.runs.allSatisfy({ $0.font == baseFont }) else { continue }
            for (our, their) in zip(
                zip(ours.lines, ours.lines.dropFirst()), zip(theirs, theirs.dropFirst()))
            {
                let step = our.1.baseline - our.0.baseline
                #expect(
                    abs(step - (their.1.baseline - their.0.baseline)) < 0.25, "\(name) at \(width)")
            }
        }
    }

    /// Between two letters separated by a line break, Pango removes the kerning; we keep it, since
    /// nothing is shaped twice.
    private static let maxKerning = 0.08

    /// Whether a line ends between two letters.
    private static func parts(_ line: ShapedText.Line, in text: String) -> Bool {
        let end = text.utf8.index(text.startIndex, offsetBy: Int(line.text.upperBound))
        guard end < text.endIndex, end > text.startIndex else { return false }
        return !(text[..<end].unicodeScalars.last?.properties.isWhitespace ?? true)
            && !text[end].isNewline
    }

    /// Up to forty letters of every script in Unicode.
    private static func letters() -> [(script: Int32, letters: [Unicode.Scalar])] {
        var all: [Int32: [Unicode.Scalar]] = [:]
        for value in UInt32(0x41)..<0x20000 {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else {
                continue
            }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: continue
            default: all[g_unichar_get_script(value).rawValue, default: []].append(scalar)
            }
        }
        return all.sorted { $0.key < $1.key }.map { script, letters in
            let step = max(1, letters.count / 40)
            return (script, stride(from: 0, to: letters.count, by: step).map { letters[$0] })
        }
    }

    private static func words(of letters: [Unicode.Scalar]) -> String {
        var text = ""
        for (number, letter) in letters.enumerated() {
            if number > 0, number % 5 == 0 { text += " " }
            text.unicodeScalars.append(letter)
        }
        return text
    }
}

/// Sets text with `PangoLayout`, in our font and size.
/// Pango is configured for each rule in which we differ on purpose:
/// * Letters keep the form that was typed: fonts turn x into × and -> into →
/// (`TextRun.isContextual`).
/// * Only U+00AD shows a hyphen.
/// * Korean words stay whole if they fit on a line (`Hangul`).
/// * An emoji has the width that its font's metrics give; Pango takes its bitmaps' pixels for
/// points.
/// * Tab stops are eight digits apart.
/// * The line height is the style's, whichever fonts the letters come from.
@safe final class PangoSetter {
    struct Line {
        /// The UTF-8 offset of its first character.
        let start: Int
        /// In points, without trailing spaces.
        let width: Double
        let baseline: Double
    }

    private static let unit = Double(PANGO_SCALE)
    /// Advance over em of Noto Color Emoji's glyphs.
    private static let emojiWidth = 2_550.0 / 2_048

    private let context = FontContext()

    /// Use only while holding `CairoLock`. It is never released, since releasing cairo's fonts
    /// takes the lock as well.
    nonisolated(unsafe) static let shared = PangoSetter()

    private init() {}

    /// - Parameter cuts: whether a word wider than a line is cut; otherwise it overflows.
    func lines(of text: StyledText, width: Double, cuts: Bool = true) -> [Line] {
        let layout = unsafe pango_layout_new(context.pango)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
        var copy = text.text
        let language = copy.withUTF8 { unsafe Language.of(text.language, text: $0) }
        unsafe pango_context_set_language(context.pango, pango_language_from_string(language.tag))
        let description = FontContext.description(
            of: FaceKey(
                families: text.style.families, weight: 400, isItalic: false,
                among: Typesetter.installed))
        unsafe pango_font_description_set_absolute_size(
            description.pointer, text.style.size * Self.unit)
        unsafe pango_layout_set_font_description(layout, description.pointer)
        unsafe pango_layout_set_wrap(layout, cuts ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
        if width.isFinite { unsafe pango_layout_set_width(layout, Int32(width * Self.unit)) }
        let attributes = unsafe attributes(for: text)
        defer { unsafe pango_attr_list_unref(attributes) }
        unsafe pango_layout_set_attributes(layout, attributes)
        unsafe setTabs(of: layout)
        unsafe pango_layout_set_text(layout, text.text, -1)
        return unsafe lines(of: layout, Array(text.text.utf8))
    }

    private func attributes(for text: StyledText) -> OpaquePointer? {
        let list = unsafe pango_attr_list_new()
        func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
            unsafe attribute?.pointee.start_index = UInt32(range.lowerBound)
            unsafe attribute?.pointee.end_index = UInt32(range.upperBound)
            unsafe pango_attr_list_insert(list, attribute)
        }
        let whole = 0..<text.text.utf8.count
        unsafe insert(
            pango_attr_line_height_new_absolute(Int32(text.style.lineHeight * Self.unit)), whole)
        let scalars = text.text.unicodeScalars
        if !scalars.contains(where: { $0 == "\u{AD}" }) {
            unsafe insert(pango_attr_insert_hyphens_new(0), whole)
        }
        let isContextual = scalars.contains {
            TextRun.isContextual(
                script: UInt8(truncatingIfNeeded: g_unichar_get_script($0.value).rawValue))
        }
        if !isContextual {
            unsafe insert(pango_attr_font_features_new("calt=0,clig=0"), whole)
        }
        var start = 0
        for character in text.text {
            let end = start + character.utf8.count
            if Self.isEmoji(character) {
                let first = start + (character.unicodeScalars.first.map { UTF8.width($0) } ?? 0)
                unsafe insert(shape(wide: Self.emojiWidth * text.style.size), start..<first)
                if end > first { unsafe insert(shape(wide: 0), first..<end) }
            }
            start = end
        }
        start = 0
        for word in text.text.split(separator: " ", omittingEmptySubsequences: false) {
            let end = start + word.utf8.count
            if word.unicodeScalars.contains(where: Self.isHangul) {
                unsafe insert(pango_attr_allow_breaks_new(0), start..<end)
            }
            start = end + 1
        }
        return unsafe list
    }

    private static func isEmoji(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            $0.properties.isEmojiPresentation || $0.value == 0xFE0F
        }
    }

    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        g_unichar_get_script(scalar.value) == G_UNICODE_SCRIPT_HANGUL
    }

    private func shape(wide width: Double) -> UnsafeMutablePointer<PangoAttribute>? {
        var box = PangoRectangle(x: 0, y: 0, width: Int32(width * Self.unit), height: 0)
        return unsafe pango_attr_shape_new(&box, &box)
    }

    private func setTabs(of layout: OpaquePointer?) {
        unsafe pango_layout_set_text(layout, "00000000", -1)
        var box = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &box)
        let tabs = unsafe pango_tab_array_new(1, 0)
        unsafe pango_tab_array_set_tab(tabs, 0, PANGO_TAB_LEFT, box.width)
        unsafe pango_layout_set_tabs(layout, tabs)
        unsafe pango_tab_array_free(tabs)
    }

    private func lines(of layout: OpaquePointer?, _ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        let iterator = unsafe pango_layout_get_iter(layout)
        defer { unsafe pango_layout_iter_free(iterator) }
        repeat {
            guard let line = unsafe pango_layout_iter_get_line_readonly(iterator) else { break }
            let start = Int(unsafe line.pointee.start_index)
            var end = start + Int(unsafe line.pointee.length)
            while end > start, bytes[end - 1] == 0x20 { end -= 1 }
            var width = 0
            var link = unsafe line.pointee.runs
            while let run = unsafe link {
                let item = unsafe run.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
                let offset = Int(unsafe item.pointee.item.pointee.offset)
                let glyphs = unsafe item.pointee.glyphs.pointee
                for index in 0..<Int(unsafe glyphs.num_glyphs)
                where unsafe offset + Int(glyphs.log_clusters[index]) < end {
                    width += Int(unsafe glyphs.glyphs[index].geometry.width)
                }
                unsafe link = unsafe run.pointee.next
            }
            lines.append(
                Line(
                    start: start, width: Double(width) / Self.unit,
                    baseline: Double(unsafe pango_layout_iter_get_baseline(iterator))
                        / Self.unit))
        } while unsafe pango_layout_iter_next_line(iterator) != 0
        return lines
    }
}

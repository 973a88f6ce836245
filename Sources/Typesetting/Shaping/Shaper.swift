import Basics
import CPango
import Fonts
import Scene

/// Turns paragraphs into units with advances. It splits them into runs by script, direction and
/// font (with Pango, unless the text is plain), shapes the runs, and marks possible line breaks.
@safe final class Shaper {
    private let faces: FaceStore
    private let context = FontContext()
    private let glyphs: GlyphShaper
    private let plainText: PlainText?
    private var marks = BreakMarks()
    private var presentFace: Face?
    private var languages = ItemLanguages()
    private var presentLanguage: Language?
    private var language: OpaquePointer?

    /// - Parameter usesShortcuts: if false, Pango and HarfBuzz do everything, as tests' reference.
    init(faces: FaceStore, usesShortcuts: Bool) {
        self.faces = faces
        glyphs = GlyphShaper(usesWords: usesShortcuts)
        plainText = usesShortcuts ? PlainText() : nil
    }

    func styles(
        of text: StyledText, bytes: UnsafeBufferPointer<UInt8>, language: Language
    ) throws(FontFailure) -> SpanStyles {
        unsafe try SpanStyles(
            text, bytes: bytes, language: language, faces: faces, context: context)
    }

    /// Shapes the units of all paragraphs, unless the work must end.
    func shape(
        _ paragraphs: inout [Paragraph], of bytes: UnsafeBufferPointer<UInt8>,
        styles: SpanStyles, language tag: Language, into shaped: inout ShapedUnits,
        _ budget: WorkBudget
    ) throws(FontFailure) {
        use(tag)
        var cursor = 0
        for index in paragraphs.indices {
            guard budget.mayContinue else { return }
            let first = shaped.units.count
            let range = paragraphs[index].text
            if !range.isEmpty {
                while styles.styles[cursor].end <= range.lowerBound { cursor += 1 }
                let text = unsafe UnsafeBufferPointer(rebasing: bytes[range])
                unsafe try shape(
                    &paragraphs[index], text, styles: styles, cursor: cursor, into: &shaped,
                    within: budget)
            }
            paragraphs[index].units = first..<shaped.units.count
        }
    }

    private func use(_ tag: Language) {
        if tag == presentLanguage { return }
        presentLanguage = tag
        unsafe language = unsafe pango_language_from_string(tag.tag)
        unsafe pango_context_set_language(context.pango, language)
    }

    private func use(_ face: Face) {
        if face === presentFace { return }
        presentFace = face
        unsafe pango_context_set_font_description(context.pango, face.description.pointer)
    }

    private func shape(
        _ paragraph: inout Paragraph, _ text: UnsafeBufferPointer<UInt8>, styles: SpanStyles,
        cursor: Int, into shaped: inout ShapedUnits, within budget: WorkBudget
    ) throws(FontFailure) {
        if !paragraph.isRightToLeft, let plainText,
            let hasLetters = unsafe plainText.read(text, into: &marks),
            covers(styles.styles[cursor...], paragraph.text)
        {
            var writer = unsafe UnitWriter(
                styles, cursor: cursor, paragraphStart: paragraph.text.lowerBound,
                marks: marks.marks, shaped)
            unsafe shapePlain(
                text, paragraph.text.lowerBound, hasLetters: hasLetters,
                styles: styles.styles[cursor...], writer: &writer,
                into: &shaped, within: budget)
            return
        }
        paragraph.hasTabs = unsafe text.contains(0x09)
        unsafe marks.read(text, language: language)
        // Pango processes the paragraph as a whole and cannot be interrupted.
        guard budget.mayContinue else { return }
        var writer = unsafe UnitWriter(
            styles, cursor: cursor, paragraphStart: paragraph.text.lowerBound,
            marks: marks.marks, shaped)
        unsafe try itemize(
            text, paragraph, styles: styles, cursor: cursor, writer: &writer, into: &shaped,
            within: budget)
    }

    /// Shapes a run. Once the work must end, runs have no glyphs, and the caller discards the text.
    private func shape(
        _ run: TextRun, _ text: UnsafeBufferPointer<UInt8>, writer: inout UnitWriter,
        into shaped: inout ShapedUnits, within budget: WorkBudget
    ) {
        let first = shaped.glyphs.count
        let pieces = unsafe RunPieces(of: run.range, text, marks.marks).all
        for piece in run.isRightToLeft ? pieces.reversed() : pieces {
            guard budget.mayContinue else { return }
            unsafe glyphs.shape(
                run.with(piece, font: run.font), of: text, marks.marks, into: &shaped.glyphs)
        }
        writer.write(run, first..<shaped.glyphs.count, into: &shaped)
    }

    // MARK: - Plain text

    private func covers(_ styles: ArraySlice<SpanStyle>, _ paragraph: Range<Int>) -> Bool {
        for style in styles {
            if !style.face.coversPlainText { return false }
            if style.end >= paragraph.upperBound { return true }
        }
        return true
    }

    private func shapePlain(
        _ text: UnsafeBufferPointer<UInt8>, _ paragraphStart: Int, hasLetters: Bool,
        styles: ArraySlice<SpanStyle>, writer: inout UnitWriter, into shaped: inout ShapedUnits,
        within budget: WorkBudget
    ) {
        let script = hasLetters ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON
        let spoken = unsafe languages.derived(
            from: language, script: hasLetters ? PANGO_SCRIPT_LATIN : PANGO_SCRIPT_COMMON)
        var start = 0
        for (index, style) in zip(styles.indices, styles) {
            let end = min(style.end - paragraphStart, text.count)
            let isLast = end == text.count
            if !isLast, styles[index + 1].face === style.face { continue }
            let run = unsafe TextRun(
                range: start..<end, font: style.face.font, level: 0, script: script,
                language: spoken, isJoined: false, isContextual: false)
            unsafe shape(run, text, writer: &writer, into: &shaped, within: budget)
            start = end
            if isLast { return }
        }
    }

    // MARK: - Any text

    private func itemize(
        _ text: UnsafeBufferPointer<UInt8>, _ paragraph: Paragraph, styles: SpanStyles,
        cursor: Int, writer: inout UnitWriter, into shaped: inout ShapedUnits,
        within budget: WorkBudget
    ) throws(FontFailure) {
        let base = styles.styles[cursor].face
        use(base)
        let attributes = FontAttributes(
            styles.hasSeveralFaces ? styles.styles[cursor...] : [], base: base,
            paragraph: paragraph.text)
        let items = unsafe text.withMemoryRebound(to: CChar.self) { characters in
            unsafe pango_itemize_with_base_dir(
                context.pango,
                paragraph.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR,
                characters.baseAddress, 0, Int32(characters.count), attributes.list, nil)
        }
        defer { unsafe g_list_free(items) }
        var node = unsafe items
        while let link = unsafe node {
            unsafe node = unsafe link.pointee.next
            guard let data = unsafe link.pointee.data else { continue }
            let item = unsafe data.assumingMemoryBound(to: PangoItem.self)
            defer { unsafe pango_item_free(item) }
            guard budget.mayContinue else { continue }
            let run = unsafe try run(of: item, text)
            if run.font.isColor {
                unsafe shapePictures(
                    run, text, styles: styles, writer: &writer, into: &shaped, within: budget)
            } else {
                unsafe shape(run, text, writer: &writer, into: &shaped, within: budget)
            }
        }
    }

    private func run(
        of item: UnsafeMutablePointer<PangoItem>, _ text: UnsafeBufferPointer<UInt8>
    ) throws(FontFailure) -> TextRun {
        let analysis = unsafe item.pointee.analysis
        guard let font = unsafe analysis.font else { throw .unreadable(path: "", code: 0) }
        let offset = Int(unsafe item.pointee.offset)
        let range = offset..<(offset + Int(unsafe item.pointee.length))
        let tag = unsafe g_unicode_script_to_iso15924(GUnicodeScript(Int32(analysis.script)))
        return unsafe try TextRun(
            range: range, font: faces.resolve(font),
            level: analysis.level, script: hb_script_from_iso15924_tag(tag),
            language: languages.harfBuzz(analysis.language),
            isJoined: TextRun.isJoined(script: analysis.script),
            isContextual: TextRun.isContextual(text, range, script: analysis.script))
    }

    /// Shapes emoji in their font, and spaces in the base font. Pango assigns the spaces after an
    /// emoji to the emoji's font, in which they are as wide as emoji.
    private func shapePictures(
        _ run: TextRun, _ text: UnsafeBufferPointer<UInt8>, styles: SpanStyles,
        writer: inout UnitWriter, into shaped: inout ShapedUnits, within budget: WorkBudget
    ) {
        var start = run.range.lowerBound
        while start < run.range.upperBound {
            let isSpace = unsafe text[start] == 0x20
            var end = start
            while end < run.range.upperBound, unsafe (text[end] == 0x20) == isSpace { end += 1 }
            let font = isSpace ? styles.baseFace.font : run.font
            unsafe shape(
                run.with(start..<end, font: font), text, writer: &writer, into: &shaped,
                within: budget)
            start = end
        }
    }
}

/// A sequence of text with one font, script and direction, ready to be shaped.
@safe struct TextRun {
    let range: Range<Int>
    let font: ResolvedFont
    /// The embedding level of UAX #9.
    let level: UInt8
    let script: hb_script_t
    /// HarfBuzz's language, which lives as long as the process.
    let language: OpaquePointer?
    /// If letters join, neighboring runs matter, and tracking would break the joins.
    let isJoined: Bool
    let isContextual: Bool

    var isRightToLeft: Bool { level & 1 == 1 }

    func with(_ range: Range<Int>, font: ResolvedFont) -> TextRun {
        unsafe TextRun(
            range: range, font: font, level: level, script: script, language: language,
            isJoined: isJoined, isContextual: isContextual)
    }

    /// Whether the shapes of a script's letters depend on their neighbors. In all other scripts
    /// each letter is drawn as typed: screen fonts would turn "12x34" into "12×34".
    static func isContextual(script: UInt8) -> Bool {
        switch UInt32(script) {
        case UInt32(G_UNICODE_SCRIPT_COMMON.rawValue), UInt32(G_UNICODE_SCRIPT_INHERITED.rawValue),
            UInt32(G_UNICODE_SCRIPT_UNKNOWN.rawValue), UInt32(G_UNICODE_SCRIPT_LATIN.rawValue),
            UInt32(G_UNICODE_SCRIPT_GREEK.rawValue), UInt32(G_UNICODE_SCRIPT_CYRILLIC.rawValue),
            UInt32(G_UNICODE_SCRIPT_ARMENIAN.rawValue), UInt32(G_UNICODE_SCRIPT_GEORGIAN.rawValue),
            UInt32(G_UNICODE_SCRIPT_HEBREW.rawValue), UInt32(G_UNICODE_SCRIPT_HAN.rawValue),
            UInt32(G_UNICODE_SCRIPT_HIRAGANA.rawValue), UInt32(G_UNICODE_SCRIPT_KATAKANA.rawValue),
            UInt32(G_UNICODE_SCRIPT_BOPOMOFO.rawValue), UInt32(G_UNICODE_SCRIPT_HANGUL.rawValue):
            false
        default: true
        }
    }

    /// Pango assigns the script of neighboring letters to symbols and digits, but possibly a font
    /// without that script. Only a run with a letter of the script counts.
    static func isContextual(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, script: UInt8
    ) -> Bool {
        guard isContextual(script: script) else { return false }
        var index = range.lowerBound
        while index < range.upperBound {
            let scalar = unsafe UTF8Reading.scalar(in: text, at: index)
            let own = UInt8(truncatingIfNeeded: g_unichar_get_script(scalar.value).rawValue)
            if isContextual(script: own) { return true }
            index &+= scalar.length
        }
        return false
    }

    static func isJoined(script: UInt8) -> Bool {
        switch UInt32(script) {
        case UInt32(G_UNICODE_SCRIPT_ARABIC.rawValue), UInt32(G_UNICODE_SCRIPT_SYRIAC.rawValue),
            UInt32(G_UNICODE_SCRIPT_MONGOLIAN.rawValue), UInt32(G_UNICODE_SCRIPT_NKO.rawValue),
            UInt32(G_UNICODE_SCRIPT_PHAGS_PA.rawValue), UInt32(G_UNICODE_SCRIPT_MANDAIC.rawValue),
            UInt32(G_UNICODE_SCRIPT_MANICHAEAN.rawValue), UInt32(G_UNICODE_SCRIPT_ADLAM.rawValue),
            UInt32(G_UNICODE_SCRIPT_HANIFI_ROHINGYA.rawValue),
            UInt32(G_UNICODE_SCRIPT_SOGDIAN.rawValue):
            true
        default: false
        }
    }
}

/// Splits a run into pieces that are shaped one after another, because HarfBuzz cannot be
/// interrupted: it was measured at up to 2 µs per byte for chains of emoji.
///
/// Only runs longer than any real message are split: at a space if possible, otherwise between two
/// graphemes, otherwise between two characters. Letters on both sides of a cut still join.
struct RunPieces {
    static let maxLength = 16_384

    private(set) var all: [Range<Int>] = []

    init(
        of range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ marks: UnsafePointer<UInt8>
    ) {
        var start = range.lowerBound
        while range.upperBound - start > Self.maxLength {
            let end = unsafe Self.cut(
                start + Self.maxLength / 2..<start + Self.maxLength, text, marks: marks)
            all.append(start..<end)
            start = end
        }
        all.append(start..<range.upperBound)
    }

    private static func cut(
        _ room: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, marks: UnsafePointer<UInt8>
    ) -> Int {
        let grapheme = ShapedUnits.Traits.beginsGrapheme.rawValue
        var edge: Int?
        var end = room.upperBound
        while end > room.lowerBound {
            if unsafe marks[end] & grapheme != 0 {
                if unsafe text[end - 1] == 0x20 { return end }
                edge = edge ?? end
            }
            end &-= 1
        }
        if let edge { return edge }
        end = room.upperBound
        while unsafe text[end] & 0xC0 == 0x80 { end &-= 1 }
        return end
    }
}

/// Owns the attributes of one paragraph. They only contain font changes, because colors and
/// underlines never split a ligature.
@safe private struct FontAttributes: ~Copyable {
    let list: OpaquePointer?

    /// - Parameter styles: the styles from the paragraph's start to beyond its end. Offsets in the
    ///   list are relative to the paragraph.
    init(_ styles: ArraySlice<SpanStyle>, base: Face, paragraph: Range<Int>) {
        var list: OpaquePointer?
        var start = paragraph.lowerBound
        for style in styles {
            let end = min(style.end, paragraph.upperBound)
            defer { start = end }
            if start >= end { break }
            guard style.face !== base else { continue }
            if unsafe list == nil { unsafe list = unsafe pango_attr_list_new() }
            guard
                let attribute = unsafe pango_attr_font_desc_new(style.face.description.pointer)
            else { continue }
            unsafe attribute.pointee.start_index = UInt32(start - paragraph.lowerBound)
            unsafe attribute.pointee.end_index = UInt32(end - paragraph.lowerBound)
            // The list takes ownership of the attribute.
            unsafe pango_attr_list_insert(list, attribute)
        }
        unsafe self.list = unsafe list
    }

    deinit { unsafe pango_attr_list_unref(list) }
}

/// Maps Pango's languages to HarfBuzz's. Both live as long as the process.
@safe private struct ItemLanguages {
    @safe private struct Pair {
        let pango: OpaquePointer
        let harfBuzz: OpaquePointer?
    }

    private static let maxLanguages = 32

    private var pairs: [Pair] = []

    mutating func harfBuzz(_ language: OpaquePointer?) -> OpaquePointer? {
        guard let language = unsafe language else { return nil }
        for index in pairs.indices where unsafe pairs[index].pango == language {
            return unsafe pairs[index].harfBuzz
        }
        let found = unsafe hb_language_from_string(pango_language_to_string(language), -1)
        if pairs.count >= Self.maxLanguages { pairs.removeAll(keepingCapacity: true) }
        unsafe pairs.append(Pair(pango: language, harfBuzz: found))
        return unsafe found
    }

    /// The language that Pango assigns to text of a script: the text's own if it uses the script.
    mutating func derived(from language: OpaquePointer?, script: PangoScript) -> OpaquePointer? {
        if unsafe pango_language_includes_script(language, script) != 0 {
            return unsafe harfBuzz(language)
        }
        return unsafe harfBuzz(pango_script_get_sample_language(script))
    }
}

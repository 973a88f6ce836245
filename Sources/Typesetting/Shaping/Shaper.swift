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

    /// - Parameter usesShortcuts: if false, Pango and HarfBuzz process everything, as the reference
    ///   in tests.
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
                unsafe try shape(&paragraphs[index], text, styles, cursor, &shaped, budget)
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
        _ paragraph: inout Paragraph, _ text: UnsafeBufferPointer<UInt8>, _ styles: SpanStyles,
        _ cursor: Int, _ shaped: inout ShapedUnits, _ budget: WorkBudget
    ) throws(FontFailure) {
        if !paragraph.isRightToLeft, let plainText,
            let hasLetters = unsafe plainText.read(text, into: &marks),
            covers(styles.styles[cursor...], paragraph.text)
        {
            var writer = unsafe UnitWriter(
                styles, cursor: cursor, paragraphStart: paragraph.text.lowerBound,
                marks: marks.marks, shaped)
            unsafe shapePlain(
                text, paragraph.text.lowerBound, hasLetters, styles.styles[cursor...], &writer,
                &shaped, budget)
            return
        }
        paragraph.hasTabs = unsafe text.contains(0x09)
        unsafe marks.read(text, language: language)
        // Pango processes the paragraph as a whole and cannot be interrupted.
        guard budget.mayContinue else { return }
        var writer = unsafe UnitWriter(
            styles, cursor: cursor, paragraphStart: paragraph.text.lowerBound,
            marks: marks.marks, shaped)
        unsafe try itemize(text, paragraph, styles, cursor, &writer, &shaped, budget)
    }

    /// Shapes a run. Once the work must end, runs have no glyphs, and the caller discards the text.
    private func shape(
        _ run: TextRun, _ text: UnsafeBufferPointer<UInt8>, _ writer: inout UnitWriter,
        _ shaped: inout ShapedUnits, _ budget: WorkBudget
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

    /// Creates a run for each stretch of one face.
    private func shapePlain(
        _ text: UnsafeBufferPointer<UInt8>, _ paragraphStart: Int, _ hasLetters: Bool,
        _ styles: ArraySlice<SpanStyle>, _ writer: inout UnitWriter, _ shaped: inout ShapedUnits,
        _ budget: WorkBudget
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
            unsafe shape(run, text, &writer, &shaped, budget)
            start = end
            if isLast { return }
        }
    }

    // MARK: - Any text

    private func itemize(
        _ text: UnsafeBufferPointer<UInt8>, _ paragraph: Paragraph, _ styles: SpanStyles,
        _ cursor: Int, _ writer: inout UnitWriter, _ shaped: inout ShapedUnits,
        _ budget: WorkBudget
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
                unsafe shapePictures(run, text, styles, &writer, &shaped, budget)
            } else {
                unsafe shape(run, text, &writer, &shaped, budget)
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
        _ run: TextRun, _ text: UnsafeBufferPointer<UInt8>, _ styles: SpanStyles,
        _ writer: inout UnitWriter, _ shaped: inout ShapedUnits, _ budget: WorkBudget
    ) {
        var start = run.range.lowerBound
        while start < run.range.upperBound {
            let isSpace = unsafe text[start] == 0x20
            var end = start
            while end < run.range.upperBound, unsafe (text[end] == 0x20) == isSpace { end += 1 }
            let font = isSpace ? styles.baseFace.font : run.font
            unsafe shape(
                run.with(start..<end, font: font), text, &writer, &shaped, budget)
            start = end
        }
    }
}

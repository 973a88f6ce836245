import CPango
import Scene

/// Turns paragraphs into units with advances: itemised by Pango (scripts, directions, fallback
/// fonts), shaped by HarfBuzz through it, and cut where lines may break.
@safe final class Shaper {
    private let faces: FaceStore
    private let context: FontContext
    private let glyphString = GlyphString()
    private var marks = BreakMarks()
    private var presentKey: FaceKey?
    private var presentLanguage: Language?
    private var language: OpaquePointer?

    init(faces: FaceStore) {
        self.faces = faces
        context = FontContext()
    }

    func styles(
        of text: StyledText, bytes: UnsafeBufferPointer<UInt8>, language: Language
    ) -> SpanStyles {
        unsafe SpanStyles(text, bytes: bytes, language: language, faces: faces, context: context)
    }

    /// Fills the draft with every paragraph's units.
    func shape(
        _ paragraphs: inout [Paragraph], of bytes: UnsafeBufferPointer<UInt8>,
        styles: SpanStyles, language tag: Language, into draft: inout Draft
    ) {
        use(tag)
        var cursor = 0
        for index in paragraphs.indices {
            let first = draft.units.count
            let range = paragraphs[index].text
            if !range.isEmpty {
                while styles.styles[cursor].end <= range.lowerBound { cursor += 1 }
                let text = unsafe UnsafeBufferPointer(rebasing: bytes[range])
                unsafe marks.read(text, language: language)
                var writer = UnitWriter(
                    styles: styles.styles, cursor: cursor, paragraphStart: range.lowerBound)
                unsafe itemize(text, paragraphs[index], styles, cursor, &writer, &draft)
            }
            paragraphs[index].units = first..<draft.units.count
        }
    }

    private func use(_ tag: Language) {
        if tag == presentLanguage { return }
        presentLanguage = tag
        unsafe language = unsafe pango_language_from_string(tag.tag)
        unsafe pango_context_set_language(context.pango, language)
    }

    private func use(_ style: SpanStyle) {
        if style.key == presentKey { return }
        presentKey = style.key
        unsafe pango_context_set_font_description(
            context.pango, style.face.description.pointer)
    }

    private func itemize(
        _ text: UnsafeBufferPointer<UInt8>, _ paragraph: Paragraph, _ styles: SpanStyles,
        _ cursor: Int, _ writer: inout UnitWriter, _ draft: inout Draft
    ) {
        let base = styles.styles[cursor]
        use(base)
        let attributes = FontAttributes(
            styles.hasSeveralFaces ? styles.styles[cursor...] : [], base: base.key,
            paragraph: paragraph.text)
        unsafe text.withMemoryRebound(to: CChar.self) { characters in
            guard let start = characters.baseAddress else { return }
            let items = unsafe pango_itemize_with_base_dir(
                context.pango,
                paragraph.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR,
                start, 0, Int32(characters.count), attributes.list, nil)
            defer { unsafe g_list_free(items) }
            var node = unsafe items
            while let link = unsafe node {
                unsafe node = unsafe link.pointee.next
                guard let data = unsafe link.pointee.data else { continue }
                let item = unsafe data.assumingMemoryBound(to: PangoItem.self)
                defer { unsafe pango_item_free(item) }
                unsafe shape(item, of: characters, start, text, &writer, &draft)
            }
        }
    }

    private func shape(
        _ item: UnsafeMutablePointer<PangoItem>, of characters: UnsafeBufferPointer<CChar>,
        _ start: UnsafePointer<CChar>, _ text: UnsafeBufferPointer<UInt8>,
        _ writer: inout UnitWriter, _ draft: inout Draft
    ) {
        guard let pangoFont = unsafe item.pointee.analysis.font else { return }
        let offset = Int(unsafe item.pointee.offset)
        let length = Int(unsafe item.pointee.length)
        unsafe pango_shape_with_flags(
            start + offset, Int32(length), start, Int32(characters.count),
            &item.pointee.analysis, glyphString.pointer, PANGO_SHAPE_NONE)
        let font = unsafe faces.resolve(pangoFont)
        let shaped = ItemText(
            range: offset..<(offset + length), font: font,
            level: unsafe item.pointee.analysis.level,
            isJoined: unsafe ItemText.isJoined(script: item.pointee.analysis.script))
        unsafe writer.write(glyphString.pointer, of: shaped, text, marks, into: &draft)
    }
}

import CPango

/// Owns the attributes of one paragraph: only what changes fonts, since colours and lines under the
/// text never split a ligature.
@safe struct FontAttributes: ~Copyable {
    let list: OpaquePointer?

    /// `styles` reach from the paragraph's start beyond its end; offsets in the list are the
    /// paragraph's.
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
            // Takes the attribute over.
            unsafe pango_attr_list_insert(list, attribute)
        }
        unsafe self.list = unsafe list
    }

    deinit { unsafe pango_attr_list_unref(list) }
}

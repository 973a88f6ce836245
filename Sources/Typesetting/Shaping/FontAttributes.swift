import CPango

/// Owns the attributes of one paragraph. They only contain font changes, because colors and
/// underlines never split a ligature.
@safe struct FontAttributes: ~Copyable {
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

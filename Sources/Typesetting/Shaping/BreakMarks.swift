import CPango

/// Where a text may be broken, a byte for every byte of it.
struct BreakMarks {
    static let lineBreak: UInt8 = 1
    static let grapheme: UInt8 = 2
    static let white: UInt8 = 4

    private(set) var marks: [UInt8] = []
    private var attributes: [PangoLogAttr] = []

    /// What may happen in front of the byte at an offset of the paragraph.
    subscript(offset: Int) -> UInt8 { marks[offset] }

    /// Asks Pango for UAX #14's line breaks, with its tailoring for Thai, and UAX #29's graphemes.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, language: OpaquePointer?) {
        marks.removeAll(keepingCapacity: true)
        marks.resize(to: bytes.count + 1, with: 0)
        var scalars = 0
        for index in 0..<bytes.count where unsafe bytes[index] & 0xC0 != 0x80 { scalars += 1 }
        attributes.resize(to: scalars + 1, with: PangoLogAttr())
        unsafe attributes.withUnsafeMutableBufferPointer { attributes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { text in
                unsafe pango_get_log_attrs(
                    text.baseAddress, Int32(text.count), -1, language, attributes.baseAddress,
                    Int32(scalars + 1))
            }
        }
        var scalar = 0
        for index in 0..<bytes.count where unsafe bytes[index] & 0xC0 != 0x80 {
            let attribute = attributes[scalar]
            var mark: UInt8 = 0
            if attribute.is_line_break != 0 { mark |= Self.lineBreak }
            if attribute.is_cursor_position != 0 { mark |= Self.grapheme }
            if attribute.is_white != 0 { mark |= Self.white }
            marks[index] = mark
            scalar += 1
        }
    }
}

extension Array {
    fileprivate mutating func resize(to count: Int, with element: Element) {
        if self.count > count { removeLast(self.count - count) }
        while self.count < count { append(element) }
    }
}

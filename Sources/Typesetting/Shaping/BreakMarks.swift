import CPango

/// The possible breaks before each character of a paragraph: one byte per byte of text, in the bits
/// of `ShapedUnits.Traits`.
@safe struct BreakMarks: ~Copyable {
    private(set) var marks: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var attributes: [PangoLogAttr] = []

    private static let maxRetained = 65_536

    init() {
        capacity = 1_024
        unsafe marks = .allocate(capacity: capacity)
    }

    deinit { unsafe marks.deallocate() }

    subscript(offset: Int) -> ShapedUnits.Traits {
        precondition(offset < capacity)
        return unsafe ShapedUnits.Traits(rawValue: marks[offset])
    }

    /// Reserves space for a paragraph's bytes and the mark at its end. The memory of a huge
    /// paragraph is released by the next paragraph.
    mutating func reserve(_ count: Int) {
        guard count >= capacity || capacity > Self.maxRetained else { return }
        unsafe marks.deallocate()
        capacity = max((count + 1) * 5 / 4, 1_024)
        unsafe marks = .allocate(capacity: capacity)
    }

    /// Gets UAX #14 line breaks from Pango, with its tailoring for Thai, and UAX #29 graphemes.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, language: OpaquePointer?) {
        reserve(bytes.count)
        let scalars = unsafe UTF8Reading.count(bytes)
        if attributes.count <= scalars || attributes.count > Self.maxRetained {
            attributes = Array(repeating: PangoLogAttr(), count: (scalars + 1) * 5 / 4)
        }
        let marks = unsafe marks
        unsafe attributes.withUnsafeMutableBufferPointer { attributes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { text in
                unsafe pango_get_log_attrs(
                    text.baseAddress, Int32(text.count), -1, language, attributes.baseAddress,
                    Int32(scalars + 1))
            }
            unsafe Self.spread(attributes, over: bytes, to: marks)
        }
    }

    private static func spread(
        _ attributes: UnsafeMutableBufferPointer<PangoLogAttr>,
        over bytes: UnsafeBufferPointer<UInt8>, to marks: UnsafeMutablePointer<UInt8>
    ) {
        var number = 0
        var before = 0
        var previous: UInt32 = 0x20
        var index = 0
        while index < bytes.count {
            let scalar = unsafe UTF8Reading.scalar(in: bytes, at: index)
            let attribute = unsafe attributes[number]
            var traits = traits(of: scalar.value)
            if attribute.is_line_break != 0,
                !Hangul.keeps(previous, scalar.value)
            {
                traits.insert(.mayBreakBefore)
            }
            previous = scalar.value
            if attribute.is_cursor_position != 0 {
                traits.insert(.beginsGrapheme)
            } else if index > 0 {
                // A space with a combining mark is visible.
                unsafe marks[before] &= ~ShapedUnits.Traits.isSpace.rawValue
            }
            // No-break spaces do not hang.
            if attribute.is_white != 0, scalar.value != 0xA0, scalar.value != 0x2007,
                scalar.value != 0x202F
            {
                traits.insert(.isSpace)
            }
            unsafe marks[index] = traits.rawValue
            before = index
            for place in 1..<max(scalar.length, 1) { unsafe marks[index &+ place] = 0 }
            index &+= scalar.length
            number &+= 1
        }
        unsafe marks[bytes.count] = ShapedUnits.Traits.beginsGrapheme.rawValue
    }

    private static func traits(of scalar: UInt32) -> ShapedUnits.Traits {
        switch scalar {
        case 0x09: [.isControl, .isTab]
        case 0..<0x20, 0x7F..<0xA0: .isControl
        case 0xAD: .isSoftHyphen
        default: []
        }
    }
}

/// Line breaking for Korean, which has spaces between words: words stay whole if a line can hold
/// them, as with `word-break: keep-all` in CSS, but only for Hangul. UAX #14 would allow a break
/// before any syllable.
private enum Hangul {
    /// No line may break beside a character of a Korean word.
    static func keeps(_ before: UInt32, _ after: UInt32) -> Bool {
        if contains(before) { return contains(after) || isWord(after) || isOpening(after) }
        return contains(after) && (isWord(before) || isClosing(before))
    }

    private static func contains(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
        default: false
        }
    }

    /// A letter or digit of any script: a particle follows its word, whatever its script.
    private static func isWord(_ scalar: UInt32) -> Bool {
        scalar >= 0x30 && g_unichar_isalnum(scalar) != 0
    }

    private static func isOpening(_ scalar: UInt32) -> Bool {
        scalar == 0x28 || scalar == 0x5B || scalar == 0x7B
    }

    private static func isClosing(_ scalar: UInt32) -> Bool {
        scalar == 0x29 || scalar == 0x5D || scalar == 0x7D || scalar == 0x25
    }
}

import CPango

/// A sequence of text with one font, script and direction, ready to be shaped.
@safe struct TextRun {
    /// The range within the paragraph.
    let range: Range<Int>
    let font: ResolvedFont
    /// The embedding level of UAX #9.
    let level: UInt8
    let script: hb_script_t
    /// HarfBuzz's language, which lives as long as the process.
    let language: OpaquePointer?
    /// Whether the letters join, so that neighboring runs matter and tracking would break the
    /// joins.
    let isJoined: Bool
    /// Whether the shape of letters depends on their neighbors.
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

import CPango

/// Text of one font, script and direction, to be shaped.
@safe struct TextRun {
    /// Within the paragraph.
    let range: Range<Int>
    let font: ResolvedFont
    /// UAX #9's embedding level.
    let level: UInt8
    let script: hb_script_t
    /// HarfBuzz's, which lives as long as the process.
    let language: OpaquePointer?
    /// Its letters join, so that what stands beside it matters and tracking would tear it apart.
    let isJoined: Bool

    var isRightToLeft: Bool { level & 1 == 1 }

    func with(_ range: Range<Int>, font: ResolvedFont) -> TextRun {
        unsafe TextRun(
            range: range, font: font, level: level, script: script, language: language,
            isJoined: isJoined)
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

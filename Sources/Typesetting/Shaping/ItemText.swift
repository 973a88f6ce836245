import CPango

/// What Pango said of one item: text of one font, script and direction.
struct ItemText {
    /// Within the paragraph.
    let range: Range<Int>
    let font: ResolvedFont
    let level: UInt8
    /// Its letters join, so that space between them would tear them apart.
    let isJoined: Bool

    static func isJoined(script: UInt8) -> Bool {
        joined.contains(UInt32(script))
    }

    private static let joined: Set<UInt32> = [
        UInt32(G_UNICODE_SCRIPT_ARABIC.rawValue), UInt32(G_UNICODE_SCRIPT_SYRIAC.rawValue),
        UInt32(G_UNICODE_SCRIPT_MONGOLIAN.rawValue), UInt32(G_UNICODE_SCRIPT_NKO.rawValue),
        UInt32(G_UNICODE_SCRIPT_PHAGS_PA.rawValue), UInt32(G_UNICODE_SCRIPT_MANDAIC.rawValue),
        UInt32(G_UNICODE_SCRIPT_MANICHAEAN.rawValue), UInt32(G_UNICODE_SCRIPT_ADLAM.rawValue),
        UInt32(G_UNICODE_SCRIPT_HANIFI_ROHINGYA.rawValue),
        UInt32(G_UNICODE_SCRIPT_SOGDIAN.rawValue),
    ]
}

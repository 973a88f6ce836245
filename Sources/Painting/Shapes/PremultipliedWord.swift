import Scene

/// Arithmetic on cairo's premultiplied `0xAARRGGBB` words, rounded as division by 255 would be.
enum PremultipliedWord {
    private static let low: UInt32 = 0x00FF_00FF

    static func of(_ color: Color) -> UInt32 {
        let opaque =
            0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
        return scaled(opaque, UInt32(color.alpha))
    }

    /// Every channel times `share` / 255, two channels at a time.
    static func scaled(_ word: UInt32, _ share: UInt32) -> UInt32 {
        var redBlue = (word & low) &* share &+ 0x0080_0080
        redBlue = (redBlue &+ (redBlue >> 8 & low)) >> 8 & low
        var alphaGreen = (word >> 8 & low) &* share &+ 0x0080_0080
        alphaGreen = (alphaGreen &+ (alphaGreen >> 8 & low)) & ~low
        return redBlue | alphaGreen
    }
}

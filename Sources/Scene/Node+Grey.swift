extension Color {
    /// As light as it looks (ITU-R BT.709's weights, of 256), without its hue.
    package var inGrey: Color {
        var sum: UInt32 = 128
        sum += UInt32(red) * 54
        sum += UInt32(green) * 183
        sum += UInt32(blue) * 19
        let light = UInt8(sum >> 8)
        return Color(light, light, light, alpha: alpha)
    }
}

extension Node {
    /// The same without colours; pictures keep theirs, which are not the scene's.
    package var inGrey: Node { mapColors(\.inGrey) }
}

extension Color {
    /// The color in gray with the same lightness (weights of ITU-R BT.709, in 256ths).
    var inGray: Color {
        var sum: UInt32 = 128
        sum += UInt32(red) * 54
        sum += UInt32(green) * 183
        sum += UInt32(blue) * 19
        let light = UInt8(sum >> 8)
        return Color(light, light, light, alpha: alpha)
    }
}

extension Node {
    /// The node in gray, except for pictures, whose pixels the scene does not contain.
    package var inGray: Node { mapColors(\.inGray) }
}

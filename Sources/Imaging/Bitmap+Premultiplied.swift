extension Bitmap {
    /// Each colour times alpha / 255, rounded as if by division (Blinn's two shifts).
    static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        if alpha == 0 { return 0 }
        func scaled(_ channel: UInt32) -> UInt32 {
            let product = channel &* alpha &+ 128
            return (product &+ (product >> 8)) >> 8
        }
        return alpha << 24 | scaled(pixel >> 16 & 255) << 16 | scaled(pixel >> 8 & 255) << 8
            | scaled(pixel & 255)
    }
}

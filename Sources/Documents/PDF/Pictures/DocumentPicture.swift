import Basics
import Graphics

/// A picture as embedded in a document: its colors and its alpha channel, compressed separately.
struct DocumentPicture {
    enum Coding {
        case deflated
        /// Deflated after PNG's filters, which may differ from row to row (ISO 32000-1, 7.4.4.4).
        case filtered
        case jpeg
    }

    let size: PixelSize
    let isGray: Bool
    let coding: Coding
    let colors: [UInt8]
    /// The compressed alpha channel; nil for an opaque picture.
    let alpha: [UInt8]?
    /// The color space; nil for the document's own.
    let profile: PictureProfile?

    /// Embeds a JPEG unmodified. It must be upright and not CMYK.
    init(jpeg: [UInt8], size: PixelSize, isGray: Bool, profile: PictureProfile? = nil) {
        self.profile = profile
        self.size = size
        self.isGray = isGray
        coding = .jpeg
        colors = jpeg
        alpha = nil
    }

    /// Embeds the rows of a PNG without interlacing or alpha.
    init(png: [UInt8], size: PixelSize, isGray: Bool, profile: PictureProfile? = nil) {
        self.profile = profile
        self.size = size
        self.isGray = isGray
        coding = .filtered
        colors = PNGProbe.compressedRows(of: png)
        alpha = nil
    }

    init(_ bitmap: Bitmap, with zlib: Zlib) {
        profile = nil
        size = bitmap.size
        coding = .deflated
        let isOpaque = bitmap.isOpaque || bitmap.pixels.allSatisfy { $0 >> 24 == 255 }
        let straight = isOpaque ? bitmap.pixels : Self.withContinuedColors(bitmap)
        isGray = straight.allSatisfy {
            $0 & 255 == $0 >> 8 & 255 && $0 & 255 == $0 >> 16 & 255
        }
        colors = zlib.compress(isGray ? Self.channel(straight, 0) : Self.colors(straight))
        alpha = isOpaque ? nil : zlib.compress(Self.channel(bitmap.pixels, 24))
    }

    /// Returns straight colors in which transparent pixels continue the visible ones beside them, and
    /// transparent rows the row below, or above at the bottom. Viewers that enlarge a picture mix
    /// neighboring colors whatever their alpha, so black pixels would darken its outline.
    private static func withContinuedColors(_ bitmap: Bitmap) -> [UInt32] {
        let width = bitmap.width
        var colors: [UInt32] = []
        colors.reserveCapacity(bitmap.pixels.count)
        var transparentRows = 0
        for y in 0..<bitmap.height {
            let row = bitmap.pixels[y * width..<(y + 1) * width]
            guard let first = row.first(where: { $0 >> 24 > 0 }) else {
                transparentRows += 1
                continue
            }
            var color = Bitmap.straight(first)
            let continued = row.map { pixel in
                if pixel >> 24 > 0 { color = Bitmap.straight(pixel) }
                return color
            }
            for _ in 0...transparentRows { colors += continued }
            transparentRows = 0
        }
        let last = colors.isEmpty ? [UInt32](repeating: 0, count: width) : colors.suffix(width)
        for _ in 0..<transparentRows { colors += last }
        return colors
    }

    private static func channel(_ pixels: [UInt32], _ shift: UInt32) -> [UInt8] {
        pixels.map { UInt8(truncatingIfNeeded: $0 >> shift) }
    }

    private static func colors(_ pixels: [UInt32]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { bytes, count in
            var place = 0
            for pixel in pixels {
                unsafe bytes[place] = UInt8(truncatingIfNeeded: pixel >> 16)
                unsafe bytes[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                unsafe bytes[place + 2] = UInt8(truncatingIfNeeded: pixel)
                place += 3
            }
            count = place
        }
    }
}

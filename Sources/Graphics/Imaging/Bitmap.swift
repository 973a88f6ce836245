import Scene

/// Decoded upright pixels, row by row without padding.
package struct Bitmap: Sendable, Equatable {
    package let size: PixelSize
    /// Premultiplied sRGB in cairo's ARGB32: alpha in the highest eight bits, blue in the lowest.
    package let pixels: [UInt32]
    package let isOpaque: Bool

    package init(size: PixelSize, pixels: [UInt32], isOpaque: Bool) {
        precondition(pixels.count == size.width * size.height)
        self.size = size
        self.pixels = pixels
        self.isOpaque = isOpaque
    }

    package var width: Int { size.width }
    package var height: Int { size.height }

    func turned(_ orientation: Orientation) -> Bitmap {
        guard orientation != .up else { return self }
        let upright = orientation.swapsSides ? size.transposed : size
        var turned: [UInt32] = []
        turned.reserveCapacity(pixels.count)
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                let source = orientation.source(x, y, in: size)
                turned.append(pixels[source.y * size.width + source.x])
            }
        }
        return Bitmap(size: upright, pixels: turned, isOpaque: isOpaque)
    }

    /// - Parameter area: whole pixels.
    func part(_ area: Rect) -> Bitmap {
        let size = PixelSize(Int(area.width), Int(area.height))
        let rows = Int(area.minY)..<Int(area.minY) + size.height
        let part = rows.flatMap { row -> ArraySlice<UInt32> in
            let start = row * width + Int(area.minX)
            return pixels[start..<start + size.width]
        }
        return Bitmap(size: size, pixels: part, isOpaque: isOpaque)
    }

    /// The picture with a first pixel that is neither transparent nor opaque: cairo 1.16 writes masks
    /// without such pixels into documents as black pictures.
    var withPartialCoverage: Bitmap {
        var pixels = pixels
        let alpha = min(max(pixels[0] >> 24, 1), 254)
        pixels[0] = alpha << 24 | pixels[0] & 0xFFFFFF
        return Bitmap(size: size, pixels: pixels, isOpaque: false)
    }

    /// Multiplies each color by alpha / 255, rounded like a division (Blinn's two shifts).
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

    /// The color before multiplication by its alpha, rounded.
    package static func straight(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        if alpha == 0 { return 0 }
        func divided(_ channel: UInt32) -> UInt32 { min(255, (channel * 255 + alpha / 2) / alpha) }
        return alpha << 24 | divided(pixel >> 16 & 255) << 16 | divided(pixel >> 8 & 255) << 8
            | divided(pixel & 255)
    }

    /// The bitmap in gray, weighted like the colors of a scene.
    package var inGray: Bitmap {
        Bitmap(
            size: size,
            pixels: pixels.map(Bitmap.gray), isOpaque: isOpaque)
    }

    /// The gray stays premultiplied by its alpha, because the weights' sum is 256.
    private static func gray(_ pixel: UInt32) -> UInt32 {
        var sum: UInt32 = 128
        sum += (pixel >> 16 & 255) * 54
        sum += (pixel >> 8 & 255) * 183
        sum += (pixel & 255) * 19
        let light = sum >> 8
        return pixel & 0xFF00_0000 | light << 16 | light << 8 | light
    }

    /// Fonts are installed by the operator; a font with a broken picture loses only that picture.
    package init?(emoji png: [UInt8]) {
        do throws(PictureFault) {
            let facts = try PictureProbe(limits: PictureLimits(pixels: 1_000_000)).facts(of: png)
            self = try PictureDecoder.decode(png, facts)
        } catch {
            return nil
        }
    }
}

package struct PixelSize: Sendable, Hashable {
    package let width: Int
    package let height: Int

    package init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    var transposed: PixelSize { PixelSize(height, width) }

    /// At most this size, and at most cairo's 32,767 pixels on a side.
    package func reduced(covering wanted: PixelSize?) -> PixelSize {
        var scale = min(1, 32_767 / Double(max(width, height, 1)))
        if let wanted {
            scale = min(
                scale,
                max(
                    Double(max(wanted.width, 1)) / Double(max(width, 1)),
                    Double(max(wanted.height, 1)) / Double(max(height, 1))))
        }
        guard scale < 1 else { return self }
        func side(_ length: Int) -> Int {
            min(max(1, Int((Double(length) * scale).rounded(.up))), length, 32_767)
        }
        return PixelSize(side(width), side(height))
    }
}

/// The rotation that makes a stored picture upright, with the values of EXIF's tag 0x0112.
package enum Orientation: Int, Sendable, CaseIterable {
    case up = 1
    case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    var swapsSides: Bool { rawValue >= Orientation.leftMirrored.rawValue }

    /// Returns the stored position of the upright picture's pixel (x, y).
    func source(_ x: Int, _ y: Int, in stored: PixelSize) -> (x: Int, y: Int) {
        let right = stored.width - 1
        let bottom = stored.height - 1
        return switch self {
        case .up: (x, y)
        case .upMirrored: (right - x, y)
        case .down: (right - x, bottom - y)
        case .downMirrored: (x, bottom - y)
        case .leftMirrored: (y, x)
        case .right: (y, bottom - x)
        case .rightMirrored: (right - y, bottom - x)
        case .left: (right - y, x)
        }
    }
}

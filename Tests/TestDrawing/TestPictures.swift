import Documents
package import Graphics
package import Scene

package struct TestPictures: PictureLookup {
    package var bitmaps: [Bitmap]

    package init(bitmaps: [Bitmap] = []) { self.bitmaps = bitmaps }

    package func encoded(_ id: PictureID) -> EncodedPicture? {
        guard let bytes = bitmap(id, covering: nil)?.encodedAsPNG(),
            let facts = try? PictureProbe().facts(of: bytes)
        else { return nil }
        return EncodedPicture(bytes: bytes, facts: facts)
    }

    package func bitmap(_ id: PictureID, covering wanted: PixelSize?) -> Bitmap? {
        bitmaps.indices.contains(id.number) ? bitmaps[id.number] : nil
    }
}

extension TestPictures {
    /// Opaque pixels, with no two equal neighbors.
    package static func noise(width: Int, height: Int) -> Bitmap {
        var state: UInt32 = 12_345
        let pixels = (0..<width * height).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return state >> 8 | 0xFF00_0000
        }
        return Bitmap(size: PixelSize(width, height), pixels: pixels, isOpaque: true)
    }

    /// Decodes Poppler's PPM format: "P6", width, height and the highest value, then three bytes
    /// for each pixel.
    package static func decode(ppm file: [UInt8]) -> Bitmap? {
        let head = file.prefix(64).split(separator: 0x0A, maxSplits: 3)
        guard head.count == 4 else { return nil }
        let numbers = head[1].split(separator: 0x20).compactMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
        guard numbers.count == 2 else { return nil }
        let start = head[3].startIndex
        let count = numbers[0] * numbers[1]
        guard file.count == start + count * 3 else { return nil }
        let pixels = (0..<count).map { pixel in
            let place = start + 3 * pixel
            let (red, green) = (UInt32(file[place]), UInt32(file[place + 1]))
            return 0xFF00_0000 | red << 16 | green << 8 | UInt32(file[place + 2])
        }
        return Bitmap(size: PixelSize(numbers[0], numbers[1]), pixels: pixels, isOpaque: true)
    }
}

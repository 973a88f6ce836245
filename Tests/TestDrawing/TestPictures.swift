import Documents
package import Graphics
package import Scene

/// Pictures held as bitmaps.
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
}

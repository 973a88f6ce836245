import Basics
import Graphics
import Testing

@testable import Documents

@Suite struct DocumentPictureTests {
    @Test func separatesColorsFromAlpha() throws {
        let zlib = try #require(Zlib())
        let bitmap = Bitmap(
            size: PixelSize(2, 1), pixels: [0x8040_2000, 0xFFFF_FFFF], isOpaque: false)
        let picture = DocumentPicture(bitmap, with: zlib)
        #expect(!picture.isGray)
        #expect(picture.alpha != nil)
        let gray = Bitmap(size: PixelSize(1, 1), pixels: [0xFF77_7777], isOpaque: false)
        let opaque = DocumentPicture(gray, with: zlib)
        #expect(opaque.isGray)
        #expect(opaque.alpha == nil)
    }
}

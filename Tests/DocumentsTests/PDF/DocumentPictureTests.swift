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

    /// A viewer that enlarges the picture mixes the colors of neighbors, transparent ones too.
    @Test func transparentPixelsContinueVisibleColors() throws {
        let zlib = try #require(Zlib())
        let (red, blue) = ([255, 0, 0] as [UInt8], [0, 0, 255] as [UInt8])
        let bitmap = Bitmap(
            size: PixelSize(3, 4),
            pixels: [
                0, 0, 0,
                0, 0xFFFF_0000, 0xFF00_00FF,
                0xFFFF_0000, 0, 0xFF00_00FF,
                0, 0, 0,
            ], isOpaque: false)
        let picture = DocumentPicture(bitmap, with: zlib)
        let rows = [[red, red, blue], [red, red, blue], [red, red, blue], [red, red, blue]]
        #expect(
            try Inflater.inflate(picture.colors, .zlib, limit: 100) == Array(rows.joined().joined())
        )
        let alpha = try #require(picture.alpha)
        #expect(
            try Inflater.inflate(alpha, .zlib, limit: 100) == bitmap.pixels.map { UInt8($0 >> 24) })

        let empty = Bitmap(size: PixelSize(2, 1), pixels: [0, 0], isOpaque: false)
        let colors = DocumentPicture(empty, with: zlib).colors
        #expect(try Inflater.inflate(colors, .zlib, limit: 100) == [0, 0])
    }
}

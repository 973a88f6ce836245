import Foundation

@testable import Graphics

/// The pictures of `Tests/Fixtures/Pictures`, and the colors of their four corners.
enum Fixture {
    static let red: UInt32 = 0xFFFF_0000
    static let green: UInt32 = 0xFF00_FF00
    static let blue: UInt32 = 0xFF00_00FF
    static let white: UInt32 = 0xFFFF_FFFF

    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(
                path: "Fixtures/Pictures")
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    static let limits = PictureLimits(readsHEIF: true)

    static func decode(_ bytes: [UInt8], covering wanted: PixelSize? = nil) throws -> Bitmap {
        let facts = try PictureProbe(limits: limits).facts(of: bytes)
        return try PictureDecoder.decode(bytes, facts, covering: wanted)
    }

    /// One pixel well inside each corner: top left, top right, bottom left, bottom right.
    static func corners(_ bitmap: Bitmap) -> [UInt32] {
        let x = [bitmap.width / 4, bitmap.width * 3 / 4]
        let y = [bitmap.height / 4, bitmap.height * 3 / 4]
        return [(0, 0), (1, 0), (0, 1), (1, 1)].map {
            bitmap.pixels[y[$0.1] * bitmap.width + x[$0.0]]
        }
    }

    static func isNear(_ one: UInt32, _ other: UInt32, by most: Int = 6) -> Bool {
        [0, 8, 16, 24].allSatisfy { shift in
            abs(Int(one >> shift & 255) - Int(other >> shift & 255)) <= most
        }
    }
}

/// The properties of a PNG that are needed before its first row.
package struct PNGImage: Sendable, Equatable {
    package enum Pixels: Sendable, Equatable {
        case opaque
        case transparent
        case palette(PNGPalette)
    }

    package enum Compression: Sendable, Equatable {
        /// The encoder of CPixels, and ISA-L level 1 for photos and indices.
        case fast
        /// ISA-L level 1, which reads every byte; the reference for `fast`.
        case scanning
        /// libdeflate level 9, for pictures that are stored.
        case small
    }

    /// A comment in the file, in ASCII (PNG 3, 11.3.3.2).
    package struct Text: Sendable, Equatable {
        let keyword: String
        let value: String

        package init(_ keyword: String, _ value: String) {
            self.keyword = keyword
            self.value = value
        }
    }

    package let width: Int
    package let height: Int
    /// Pixels per point; an inch has 72 points.
    let scale: Double
    let pixels: Pixels
    let compression: Compression
    let texts: [Text]

    package init(
        width: Int, height: Int, scale: Double, pixels: Pixels, compression: Compression = .fast,
        texts: [Text] = []
    ) {
        precondition((1...0x7FFF_FFFF).contains(width) && (1...0x7FFF_FFFF).contains(height))
        self.width = width
        self.height = height
        self.scale = scale
        self.pixels = pixels
        self.compression = compression
        self.texts = texts
    }

    /// The bytes of one row before compression: the filter type, then the pixels.
    var rowBytes: Int {
        switch pixels {
        case .opaque: 1 + 3 * width
        case .transparent: 1 + 4 * width
        case .palette(let palette): 1 + (width * palette.bits + 7) / 8
        }
    }
}

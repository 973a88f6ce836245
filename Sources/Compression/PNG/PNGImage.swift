/// The facts of a PNG before its first row.
package struct PNGImage: Sendable, Equatable {
    /// The form of the pixels.
    package enum Pixels: Sendable, Equatable {
        case opaque
        case transparent
        case palette(PNGPalette)
    }

    package enum Compression: Sendable, Equatable {
        /// Our own encoder, and ISA-L level 1 for photos and indices.
        case fast
        /// ISA-L level 1, which looks at every byte: what `fast` is compared with.
        case scanning
        /// libdeflate level 9 and more: for pictures that are kept.
        case small
    }

    /// What the file says of itself, in ASCII (PNG 3, 11.3.3.2).
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
    /// Pixels per point, of which 72 make an inch.
    package let scale: Double
    package let pixels: Pixels
    package let compression: Compression
    package let texts: [Text]

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

    /// Bytes of one row as it is compressed: the filter's number, then the pixels.
    var rowBytes: Int {
        switch pixels {
        case .opaque: 1 + 3 * width
        case .transparent: 1 + 4 * width
        case .palette(let palette): 1 + (width * palette.bits + 7) / 8
        }
    }
}

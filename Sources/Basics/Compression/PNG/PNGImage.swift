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

    /// Whether a `StripePlan` may compress its stripes.
    package var canBePlanned: Bool { pixels == .opaque && compression == .fast }

    /// Before compression: the filter type, then the pixels.
    var rowBytes: Int {
        switch pixels {
        case .opaque: 1 + 3 * width
        case .transparent: 1 + 4 * width
        case .palette(let palette): 1 + (width * palette.bits + 7) / 8
        }
    }
}

/// In order of first appearance.
package struct PNGPalette: Sendable, Equatable {
    /// As `0xRRGGBB`; at most 256.
    let colors: [UInt32]

    /// Of an index: 1, 2, 4 or 8.
    var bits: Int {
        switch colors.count {
        case ...2: 1
        case ...4: 2
        case ...16: 4
        default: 8
        }
    }

    package struct Builder {
        private var index = PaletteIndex()
        private var last: UInt32 = .max
        private var isFull = false

        package init() {}

        /// Nil if the picture has more than 256 colors.
        package var palette: PNGPalette? { isFull ? nil : PNGPalette(colors: index.colors) }

        /// Opaque pixels. False as soon as there are too many colors.
        package mutating func add(_ words: Span<UInt32>) -> Bool {
            for place in words.indices where !isFull {
                let color = words[place] & 0xFF_FFFF
                if color == last { continue }
                last = color
                if !index.insert(color) { isFull = true }
            }
            return !isFull
        }
    }
}

/// Maps colors to indices by open addressing: at most 256 colors in 1,024 slots, so that a search
/// takes one or two steps.
struct PaletteIndex {
    struct Found {
        let color: UInt32
        let index: UInt8
    }

    private static let empty: UInt32 = .max

    private(set) var colors: [UInt32] = []
    private var keys = [UInt32](repeating: empty, count: 1024)
    private var indices = [UInt8](repeating: 0, count: 1024)
    let bits: Int

    init(_ palette: PNGPalette) {
        bits = palette.bits
        for color in palette.colors { _ = insert(color) }
    }

    init() { bits = 8 }

    /// 0 if the color was never inserted.
    func find(_ color: UInt32) -> Found {
        Found(color: color, index: indices[place(of: color)])
    }

    /// False if this is the 257th color.
    mutating func insert(_ color: UInt32) -> Bool {
        let place = place(of: color)
        if keys[place] == color { return true }
        guard colors.count < 256 else { return false }
        keys[place] = color
        indices[place] = UInt8(colors.count)
        colors.append(color)
        return true
    }

    private func place(of color: UInt32) -> Int {
        var place = Int((color &* 0x9E37_79B1) >> 22)
        while keys[place] != color && keys[place] != PaletteIndex.empty {
            place = (place + 1) & 1023
        }
        return place
    }
}

package import Scene

/// Decodes a probed picture: upright, premultiplied, and no larger than needed for drawing.
package enum PictureDecoder {
    /// Returns the smallest picture of the same proportions that covers `wanted`, or the full size
    /// if it is nil. The facts must come from `PictureProbe` for the same bytes.
    ///
    /// - Parameter inks: the color profile of a CMYK picture.
    package static func decode(
        _ bytes: [UInt8], _ facts: PictureFacts, covering wanted: PixelSize? = nil,
        inks: PictureProfile? = nil
    ) throws(PictureFault) -> Bitmap {
        let upright = facts.size.reduced(covering: wanted)
        let target = facts.orientation.swapsSides ? upright.transposed : upright
        let bitmap: Bitmap =
            switch facts.format {
            case .png: try PNGReader.decode(bytes, facts, to: target)
            case .jpeg: try JPEGReader.decode(bytes, facts, to: target, inks: inks)
            case .webp: try WebPReader.decode(bytes, facts, to: target)
            case .gif: try GIFReader.decode(bytes, facts, to: target)
            case .heic, .avif: try HEIFReader.decode(bytes, facts, to: target)
            }
        return bitmap.turned(facts.orientation)
    }

    /// Decodes the picture and converts its colors to sRGB.
    package static func decode(
        _ picture: EncodedPicture, covering wanted: PixelSize? = nil
    ) throws(PictureFault) -> Bitmap {
        let bitmap = try decode(
            picture.bytes, picture.facts, covering: wanted, inks: picture.profile)
        return picture.profile?.converted(bitmap) ?? bitmap
    }
}

package protocol PictureLookup {
    /// Returns the whole picture in its own proportions: the smallest bitmap that covers `wanted`
    /// without exceeding the picture's size, or the full size if it is nil. Returns nil if the
    /// picture is unavailable.
    func bitmap(_ id: PictureID, covering wanted: PixelSize?) -> Bitmap?

    func encoded(_ id: PictureID) -> EncodedPicture?

    /// Whether pictures are converted to gray. Then none may be passed on unmodified.
    var isGray: Bool { get }
}

extension PictureLookup {
    package var isGray: Bool { false }
}

/// For outputs that embed a picture without decoding it.
package struct EncodedPicture: Sendable {
    package let bytes: [UInt8]
    package let facts: PictureFacts
    /// The color profile; nil for sRGB.
    package let profile: PictureProfile?
    package let hasBadProfile: Bool

    package init(bytes: [UInt8], facts: PictureFacts) {
        self.bytes = bytes
        self.facts = facts
        switch PictureProfile.found(in: bytes, facts) {
        case .plain: (profile, hasBadProfile) = (nil, false)
        case .profile(let found): (profile, hasBadProfile) = (found, false)
        case .refused: (profile, hasBadProfile) = (nil, true)
        }
    }

    /// The file reduced to what its pixels need, without location, time, device, comment, thumbnail
    /// or appended video. Color profiles are kept.
    package var withoutDisclosure: [UInt8] {
        switch facts.format {
        case .jpeg: JPEGSegments.kept(of: bytes)
        case .png: PNGChunks.kept(of: bytes)
        case .gif, .webp, .heic, .avif: bytes
        }
    }
}

/// Marker segments by ITU-T T.81, B.1.1.
private enum JPEGSegments {
    static func kept(of bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = [0xFF, 0xD8]
        kept.reserveCapacity(bytes.count)
        var offset = 2
        while offset + 3 < bytes.count {
            guard bytes[offset] == 0xFF else {
                offset += 1
                continue
            }
            let marker = bytes[offset + 1]
            if marker == 0xFF || marker == 0 {
                offset += 1
                continue
            }
            if marker == 0xD9 { break }
            var end = offset + 2 + (Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
            if marker == 0xDA { end = endOfScan(bytes, from: end) }
            guard end <= bytes.count else { break }
            if isNeeded(marker, bytes[(offset + 4)..<max(offset + 4, end)]) {
                kept += bytes[offset..<end]
            }
            offset = end
        }
        return kept + [0xFF, 0xD9]
    }

    /// Removes comments and application segments, except those that define the colors.
    private static func isNeeded(_ marker: UInt8, _ data: ArraySlice<UInt8>) -> Bool {
        switch marker {
        // JFIF with twelve bytes, without a thumbnail.
        case 0xE0: data.count == 14 && data.starts(with: Array("JFIF\0".utf8))
        case 0xE2: data.starts(with: Array("ICC_PROFILE\0".utf8))
        case 0xEE: data.starts(with: Array("Adobe".utf8))
        case 0xE1...0xEF, 0xFE: false
        default: true
        }
    }

    /// The position of the next marker that is neither a restart marker nor data.
    private static func endOfScan(_ bytes: [UInt8], from start: Int) -> Int {
        var offset = start
        while offset + 1 < bytes.count {
            if bytes[offset] == 0xFF, bytes[offset + 1] != 0, bytes[offset + 1] != 0xFF,
                !(0xD0...0xD7).contains(bytes[offset + 1])
            {
                return offset
            }
            offset += 1
        }
        return bytes.count
    }
}

/// Chunks by PNG (third edition), 5.3.
private enum PNGChunks {
    private static let needed: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT",
    ]

    static func kept(of bytes: [UInt8]) -> [UInt8] {
        var kept = Array(bytes.prefix(8))
        kept.reserveCapacity(bytes.count)
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 12 + length
            guard end <= bytes.count else { break }
            let type = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
            if needed.contains(type) { kept += bytes[offset..<end] }
            if type == "IEND" { break }
            offset = end
        }
        return kept
    }
}

/// Averages rows from top to bottom into a smaller picture, so that a large picture is never in
/// memory as a whole. Every source pixel is weighted by the area it covers, without ringing or
/// moiré.
struct RowReducer {
    private let source: PixelSize
    private let target: PixelSize
    private let isOpaque: Bool
    private var pixels: [UInt32] = []
    /// For each source column: the target column where it begins, and the share that falls into it.
    private var columns: [(index: Int32, share: Float)] = []
    private var rowSums: [SIMD4<Float>] = []
    private var sums: [SIMD4<Float>] = []
    private var row = 0

    init(from source: PixelSize, to target: PixelSize, isOpaque: Bool) {
        precondition(target.width <= source.width && target.height <= source.height)
        self.source = source
        self.target = target
        self.isOpaque = isOpaque
        pixels.reserveCapacity(target.width * target.height)
        guard source != target else { return }
        columns = (0..<source.width).map { column in
            let (index, share) = Self.split(column, from: source.width, to: target.width)
            return (Int32(index), share)
        }
        rowSums = Array(repeating: .zero, count: target.width)
        sums = rowSums
    }

    /// Returns the position of a source line on the target axis, and its share in the first cell.
    private static func split(_ line: Int, from source: Int, to target: Int) -> (Int, Float) {
        let index = line * target / source
        // In units of 1 / source, the line is [line · target, +target), and the cell ends at (index
        // + 1) · source.
        let inside = min(target, (index + 1) * source - line * target)
        return (index, Float(inside) / Float(target))
    }

    mutating func add(_ line: Span<UInt32>) {
        precondition(line.count == source.width && row < source.height)
        if source == target {
            for index in line.indices { pixels.append(line[index]) }
            row += 1
            return
        }
        averageAcross(line)
        let (index, share) = Self.split(row, from: source.height, to: target.height)
        accumulate(share)
        row += 1
        let endsCell = row * target.height / source.height > index
        if endsCell {
            flush()
            if share < 1 { accumulate(1 - share) }
        }
    }

    /// Adds a transparent row for one that the file does not contain.
    mutating func addClear() {
        let clear = [UInt32](repeating: 0, count: source.width)
        add(clear.span)
    }

    consuming func finish() -> Bitmap {
        precondition(row == source.height)
        return Bitmap(size: target, pixels: pixels, isOpaque: isOpaque)
    }

    private mutating func averageAcross(_ line: Span<UInt32>) {
        for index in rowSums.indices { rowSums[index] = .zero }
        for index in 0..<source.width {
            let value = SIMD4<Float>(Self.channels(line[index]))
            let (column, share) = columns[index]
            rowSums[Int(column)] += value * share
            if share < 1, Int(column) + 1 < target.width {
                rowSums[Int(column) + 1] += value * (1 - share)
            }
        }
    }

    private mutating func accumulate(_ share: Float) {
        for index in sums.indices { sums[index] += rowSums[index] * share }
    }

    private mutating func flush() {
        // A cell has the sum of (source / target)² pixels.
        let scale =
            Float(target.width) / Float(source.width) * Float(target.height) / Float(source.height)
        for index in sums.indices {
            let mean = sums[index] * scale + 0.5
            pixels.append(
                Self.byte(mean.x) | Self.byte(mean.y) << 8 | Self.byte(mean.z) << 16
                    | Self.byte(mean.w) << 24)
            sums[index] = .zero
        }
    }

    private static func channels(_ pixel: UInt32) -> SIMD4<UInt8> {
        SIMD4(
            UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel >> 8),
            UInt8(truncatingIfNeeded: pixel >> 16), UInt8(truncatingIfNeeded: pixel >> 24))
    }

    /// Channels are converted one by one, because converting a vector calls a slow generic function.
    private static func byte(_ channel: Float) -> UInt32 { UInt32(min(max(channel, 0), 255)) }
}

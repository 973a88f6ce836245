import CPixels

/// Writes a video frame by frame.
///
///     var writer = try VideoWriter(.h264, of: size, rate: 30, ticks: 90)
///     writer.put(words, x: 0..<size.width, y: 0..<size.height, isOpaque: true)
///     var bytes = writer.begin() + try writer.append(lasting: 60)
///     writer.put(changed, x: 10..<40, y: 20..<60, isOpaque: true)
///     bytes += try writer.append(lasting: 30)
///     bytes += try writer.finish()
///
/// A still picture takes one frame, and the same frames give the same bytes on every processor.
package struct VideoWriter: ~Copyable {
    private var planes: VideoPlanes
    private let encoder: VideoEncoder
    private var container: VideoContainer
    private let rate: Int
    private var tick = 0
    private var keyTick: Int?

    /// Players seek to them. In a chat, each takes about as many bytes as ten seconds of typing.
    private static let keySeconds = 5

    /// - Parameters:
    ///   - size: the size of the pictures. An odd side becomes even by repeating the edge.
    ///   - rate: ticks per second; at least 1.
    ///   - ticks: the duration.
    package init(
        _ codec: VideoCodec, of size: PixelSize, rate: Int, ticks: Int, comment: String? = nil
    ) throws(VideoFault) {
        guard size.width > 0, size.height > 0,
            max(size.width, size.height) <= VideoCodec.maxSide(of: size), rate > 0,
            ticks <= Int(UInt32.max)
        else { throw .tooLarge }
        let planes = VideoPlanes(size)
        let encoder = try VideoEncoder(codec, planes.size, rate: rate)
        container = VideoContainer(
            VideoFacts(size: planes.size, rate: rate, ticks: ticks, comment: comment), encoder)
        self.planes = planes
        self.encoder = encoder
        self.rate = rate
    }

    package mutating func begin() -> [UInt8] { container.begin() }

    /// - Parameters:
    ///   - pixels: premultiplied words, row after row without gaps. Transparent pixels are blended
    ///     over white.
    ///   - isOpaque: whether the words' alpha is ignored.
    package mutating func put(_ pixels: [UInt32], x: Range<Int>, y: Range<Int>, isOpaque: Bool) {
        planes.put(pixels, x: x, y: y, isOpaque: isOpaque)
    }

    /// - Returns: the bytes that can be written now; none if they follow with later frames.
    package mutating func append(lasting ticks: Int) throws(VideoFault) -> [UInt8] {
        let ticks = max(1, ticks)
        let frame = try encoder.encode(
            planes, at: tick, ticks: ticks,
            isKey: keyTick.map { tick - $0 >= Self.keySeconds * rate } ?? true)
        if frame.isKey { keyTick = tick }
        tick += ticks
        return try container.add(frame)
    }

    package mutating func finish() throws(VideoFault) -> [UInt8] { try container.end() }
}

/// Each codec has its own container: MP4 for H.264, WebM for VP9.
package enum VideoCodec: Sendable, Hashable, CaseIterable {
    case h264, vp9

    /// The Debian package with the codec's library. Both are used as Debian builds them: libvpx
    /// under a BSD license, libx264 under the GPL.
    package var package: String {
        switch self {
        case .h264: "libx264-164"
        case .vp9: "libvpx7"
        }
    }

    /// Opens the library.
    package var isAvailable: Bool {
        switch self {
        case .h264: X264Library.shared != nil
        case .vp9: VPXLibrary.shared != nil
        }
    }

    /// Level 6.2 of H.264 (table A-1); level 6.2 of VP9 is about equal.
    private static let maxSide = 16_384
    private static let maxPixels = 35_651_584

    /// Returns the maximum length of the longer side for a picture with this shorter side.
    package static func maxSide(of size: PixelSize) -> Int {
        min(maxSide, maxPixels / max(1, min(size.width, size.height)))
    }

    /// With canvas and planes. Measured: 27 to 34 for H.264 and 86 to 101 for VP9, rounded up.
    package var bytesPerPixel: Int {
        switch self {
        case .h264: 36
        case .vp9: 104
        }
    }
}

private enum VideoContainer {
    case mp4(MP4Writer)
    case webm(WebMWriter)

    init(_ facts: VideoFacts, _ encoder: borrowing VideoEncoder) {
        switch encoder {
        case .h264(let encoder):
            self = .mp4(
                MP4Writer(
                    facts, sequence: encoder.sequenceParameters, picture: encoder.pictureParameters)
            )
        case .vp9: self = .webm(WebMWriter(facts))
        }
    }

    mutating func begin() -> [UInt8] {
        switch self {
        case .mp4(var writer):
            defer { self = .mp4(writer) }
            return writer.begin()
        case .webm(let writer): return writer.begin()
        }
    }

    /// Returns the bytes that can be written now.
    mutating func add(_ frame: VideoFrame) throws(VideoFault) -> [UInt8] {
        switch self {
        case .mp4(var writer):
            defer { self = .mp4(writer) }
            return try writer.add(frame)
        case .webm(var writer):
            defer { self = .webm(writer) }
            return writer.add(frame)
        }
    }

    mutating func end() throws(VideoFault) -> [UInt8] {
        switch self {
        case .mp4(var writer): return try writer.end()
        case .webm(var writer): return writer.end()
        }
    }
}

struct VideoFacts: Sendable {
    /// The size of a frame in pixels. Both sides are even, because chroma has half the resolution.
    let size: PixelSize
    /// Ticks per second.
    let rate: Int
    /// The duration in ticks.
    let ticks: Int
    let comment: String?
}

struct VideoFrame: Sendable {
    let bytes: [UInt8]
    let isKey: Bool
    /// The start and the duration in ticks.
    let tick: Int
    let ticks: Int
}

private enum VideoEncoder: ~Copyable {
    case h264(H264Encoder)
    case vp9(VP9Encoder)

    /// - Parameters:
    ///   - size: the size of the planes; both sides are even.
    ///   - rate: ticks per second.
    init(_ codec: VideoCodec, _ size: PixelSize, rate: Int) throws(VideoFault) {
        switch codec {
        case .h264: self = .h264(try H264Encoder(size, rate: rate))
        case .vp9: self = .vp9(try VP9Encoder(size, rate: rate))
        }
    }

    borrowing func encode(
        _ planes: VideoPlanes, at tick: Int, ticks: Int, isKey: Bool
    ) throws(VideoFault) -> VideoFrame {
        let (bytes, isKey) =
            switch self {
            case .h264(let encoder): try encoder.encode(planes, at: tick, isKey: isKey)
            case .vp9(let encoder):
                try encoder.encode(planes, at: tick, ticks: ticks, isKey: isKey)
            }
        return VideoFrame(bytes: bytes, isKey: isKey, tick: tick, ticks: ticks)
    }
}

package enum VideoFault: Error, Sendable, Hashable {
    case missingLibrary(VideoCodec)
    /// More pixels than the codec's highest level allows.
    case tooLarge
    case memory
    /// The value is the library's error code, or 0.
    case refused(Int32)
}

/// A changing picture in the form that codecs require (I420): all luma, then blue and red chroma at
/// half the width and height, by BT.709 in the range of video.
///
/// The conversion does not use libswscale, because it converts only the rows that changed, gives
/// the same result on every processor and needs no further library.
@safe struct VideoPlanes: Sendable {
    /// Both sides are even: if necessary, the picture's last column and row are repeated.
    let size: PixelSize
    private let picture: PixelSize
    private var words: [UInt32]
    private(set) var bytes: [UInt8]

    init(_ picture: PixelSize) {
        self.picture = picture
        size = PixelSize(picture.width + picture.width % 2, picture.height + picture.height % 2)
        words = Array(repeating: 0xFFFF_FFFF, count: size.width * size.height)
        bytes = Array(repeating: 0, count: size.width * size.height * 3 / 2)
    }

    /// Pixels outside of the picture or missing from `pixels` are ignored.
    ///
    /// - Parameters:
    ///   - pixels: premultiplied words, row after row without gaps. Transparent pixels are blended
    ///     over white, because video has no alpha.
    ///   - isOpaque: whether the words' alpha is ignored.
    mutating func put(_ pixels: [UInt32], x: Range<Int>, y: Range<Int>, isOpaque: Bool) {
        let columns = x.clamped(to: 0..<picture.width)
        let rows = y.clamped(
            to: 0..<min(picture.height, y.lowerBound + pixels.count / max(1, x.count)))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        for row in rows {
            let source = (row - y.lowerBound) * x.count + columns.lowerBound - x.lowerBound
            copy(pixels, from: source, to: row * size.width, columns, isOpaque: isOpaque)
        }
        if rows.upperBound < size.height, rows.upperBound == picture.height {
            let last = (picture.height - 1) * size.width
            words.replaceSubrange(
                (last + size.width)..., with: words[last..<(last + size.width)])
        }
        convert(rows.lowerBound & ~1..<(rows.upperBound + 1) & ~1)
    }

    /// Repeats the last column if the planes are wider than the picture.
    private mutating func copy(
        _ pixels: [UInt32], from source: Int, to row: Int, _ columns: Range<Int>, isOpaque: Bool
    ) {
        let start = row + columns.lowerBound
        unsafe words.withUnsafeMutableBufferPointer { words in
            unsafe pixels.withUnsafeBufferPointer { pixels in
                let target = unsafe words[start..<(start + columns.count)]
                let words = unsafe UnsafeMutableBufferPointer(rebasing: target)
                let pixels = unsafe pixels[source..<(source + columns.count)]
                _ = unsafe words.update(fromContentsOf: pixels)
            }
        }
        if !isOpaque {
            for place in start..<(start + columns.count) {
                let word = words[place]
                words[place] = word &+ (255 - word >> 24) &* 0x01_0101
            }
        }
        if columns.upperBound < size.width, columns.upperBound == picture.width {
            words[row + picture.width] = words[row + picture.width - 1]
        }
    }

    /// - Parameter rows: the rows to convert; both bounds are even.
    private mutating func convert(_ rows: Range<Int>) {
        let (width, half) = (size.width, size.width / 2)
        let blue = width * size.height
        let red = blue + half * size.height / 2
        unsafe words.withUnsafeBufferPointer { words in
            unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                guard let words = words.baseAddress, let bytes = bytes.baseAddress else { return }
                unsafe pixels_to_luma(
                    words + rows.lowerBound * width, rows.count * width,
                    bytes + rows.lowerBound * width)
                for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
                    let upper = unsafe words + row * width
                    let place = row / 2 * half
                    unsafe pixels_to_chroma(
                        upper, upper + width, half, bytes + blue + place, bytes + red + place)
                }
            }
        }
    }
}

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

    /// The interval of keyframes, to which players seek. In a chat, a keyframe takes about as many
    /// bytes as ten seconds of typing.
    private static let keySeconds = 5

    /// - Parameters:
    ///   - size: the size of the pictures. An odd side becomes even by repeating the edge.
    ///   - rate: ticks per second; at least 1.
    ///   - ticks: the duration.
    ///   - comment: a comment about the video's origin.
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

    /// Replaces a rectangle of the picture.
    ///
    /// - Parameters:
    ///   - pixels: premultiplied words, row after row without gaps. Transparent pixels are blended
    ///     over white.
    ///   - isOpaque: whether the words' alpha is ignored.
    package mutating func put(_ pixels: [UInt32], x: Range<Int>, y: Range<Int>, isOpaque: Bool) {
        planes.put(pixels, x: x, y: y, isOpaque: isOpaque)
    }

    /// Appends the current picture as a frame.
    ///
    /// - Returns: the bytes that can be written now; none if they are written with those of later
    ///   frames.
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

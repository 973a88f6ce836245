/// Joins compressed pictures into an animated PNG (PNG 3rd edition, §11.3.3). The first covers the
/// whole picture, the others are rectangles drawn over the previous ones.
package struct APNGAssembler {
    private let image: PNGImage
    private let frames: Int
    private let plays: Int
    private var done = 0
    private var sequence: UInt32 = 0

    /// - Parameter plays: the number of times that the PNG is played; 0 for endless repetition.
    package init(_ image: PNGImage, frames: Int, plays: Int) {
        self.image = image
        self.frames = frames
        self.plays = plays
    }

    /// Writes everything that comes before the first picture.
    package func begin(to sink: inout some ByteSink) throws(SinkFailure) {
        var bytes = PNGAssembler(image).head()
        let control = PNGChunk.begin("acTL", in: &bytes)
        bytes.append(big: UInt32(clamping: frames))
        bytes.append(big: UInt32(clamping: plays))
        PNGChunk.end(control, in: &bytes)
        try sink.write(bytes)
    }

    /// - Parameters:
    ///   - stream: the rectangle's pixels, compressed by `StripeEncoder.stream`.
    ///   - duration: the duration, in units of 1/`rate` seconds.
    ///   - rate: the number of units per second.
    package mutating func append(
        _ stream: [UInt8], columns: Range<Int>, rows: Range<Int>, duration: Int, of rate: Int,
        to sink: inout some ByteSink
    ) throws(SinkFailure) {
        precondition(done < frames, "more frames than the header promised")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stream.count + 64)
        let control = PNGChunk.begin("fcTL", in: &bytes)
        bytes.append(big: next())
        for value in [columns.count, rows.count, columns.lowerBound, rows.lowerBound] {
            bytes.append(big: UInt32(clamping: value))
        }
        for value in [duration, rate] {
            let word = UInt16(clamping: value)
            bytes += [UInt8(word >> 8), UInt8(truncatingIfNeeded: word)]
        }
        // The rectangle replaces the pixels under it, and later rectangles are drawn over it.
        bytes += [0, 0]
        PNGChunk.end(control, in: &bytes)
        let data = PNGChunk.begin(done == 0 ? "IDAT" : "fdAT", in: &bytes)
        if done > 0 { bytes.append(big: next()) }
        bytes += stream
        PNGChunk.end(data, in: &bytes)
        done += 1
        try sink.write(bytes)
    }

    package func finish(to sink: inout some ByteSink) throws(SinkFailure) {
        precondition(done == frames, "fewer frames than the header promised")
        var bytes: [UInt8] = []
        PNGChunk.end(PNGChunk.begin("IEND", in: &bytes), in: &bytes)
        try sink.write(bytes)
    }

    private mutating func next() -> UInt32 {
        defer { sequence += 1 }
        return sequence
    }
}

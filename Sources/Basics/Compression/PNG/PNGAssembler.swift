import CDeflate

/// Joins compressed stripes, in order, into one PNG whose height is known in advance.
///
/// The zlib stream is split between stripes. Its header has a separate chunk, and each stripe ends
/// with a full flush. An empty last block and the combined checksum end the stream.
package struct PNGAssembler {
    private let image: PNGImage
    private var checksum = Adler32()
    private var rows = 0

    package init(_ image: PNGImage) { self.image = image }

    package func begin(to sink: ByteSink) throws(SinkFailure) {
        var bytes = head()
        let data = PNGChunk.begin("IDAT", in: &bytes)
        bytes += PNGAssembler.streamHead
        PNGChunk.end(data, in: &bytes)
        try sink.write(bytes)
    }

    /// RFC 1950: deflate with a 32 KiB window, fastest; together a multiple of 31.
    static let streamHead: [UInt8] = [0x78, 0x01]

    /// An empty last block with fixed codes, and the checksum.
    static func streamEnd(_ checksum: Adler32) -> [UInt8] {
        var bytes: [UInt8] = [0x03, 0x00]
        bytes.append(big: checksum.value)
        return bytes
    }

    /// W3C PNG, third edition, §5.2.
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The signature, and the chunks before those of the pixels.
    func head() -> [UInt8] {
        var bytes = Self.signature
        appendHeader(to: &bytes)
        let intent = PNGChunk.begin("sRGB", in: &bytes)
        bytes.append(0)
        PNGChunk.end(intent, in: &bytes)
        appendDensity(to: &bytes)
        for text in image.texts { append(text, to: &bytes) }
        if case .palette(let palette) = image.pixels { append(palette, to: &bytes) }
        return bytes
    }

    package mutating func append(
        _ stripe: CompressedStripe, to sink: ByteSink
    ) throws(SinkFailure) {
        rows += stripe.rows
        precondition(rows <= image.height, "more rows than the header promised")
        checksum.append(stripe.checksum, count: stripe.count)
        try sink.write(stripe.chunks)
    }

    package consuming func finish(to sink: ByteSink) throws(SinkFailure) {
        precondition(rows == image.height, "fewer rows than the header promised")
        var bytes: [UInt8] = []
        let data = PNGChunk.begin("IDAT", in: &bytes)
        bytes += PNGAssembler.streamEnd(checksum)
        PNGChunk.end(data, in: &bytes)
        PNGChunk.end(PNGChunk.begin("IEND", in: &bytes), in: &bytes)
        try sink.write(bytes)
    }

    private func appendHeader(to bytes: inout [UInt8]) {
        let header = PNGChunk.begin("IHDR", in: &bytes)
        bytes.append(big: UInt32(image.width))
        bytes.append(big: UInt32(image.height))
        switch image.pixels {
        case .opaque: bytes.append(contentsOf: [8, 2])
        case .transparent: bytes.append(contentsOf: [8, 6])
        case .palette(let palette): bytes.append(contentsOf: [UInt8(palette.bits), 3])
        }
        bytes.append(contentsOf: [0, 0, 0])
        PNGChunk.end(header, in: &bytes)
    }

    /// Appends the pixels per meter, so that a picture of any scale prints at its layout size.
    private func appendDensity(to bytes: inout [UInt8]) {
        let density = UInt32(min(max(image.scale * 72 / 0.0254, 1), 0x7FFF_FFFF).rounded())
        let chunk = PNGChunk.begin("pHYs", in: &bytes)
        bytes.append(big: density)
        bytes.append(big: density)
        bytes.append(1)
        PNGChunk.end(chunk, in: &bytes)
    }

    private func append(_ text: PNGImage.Text, to bytes: inout [UInt8]) {
        let chunk = PNGChunk.begin("tEXt", in: &bytes)
        bytes += text.keyword.utf8
        bytes.append(0)
        bytes += text.value.utf8
        PNGChunk.end(chunk, in: &bytes)
    }

    private func append(_ palette: PNGPalette, to bytes: inout [UInt8]) {
        let chunk = PNGChunk.begin("PLTE", in: &bytes)
        for color in palette.colors {
            for shift in [16, 8, 0] as [UInt32] {
                bytes.append(UInt8(truncatingIfNeeded: color >> shift))
            }
        }
        PNGChunk.end(chunk, in: &bytes)
    }
}

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

    package func begin(to sink: ByteSink) throws(SinkFailure) {
        var bytes = PNGAssembler(image).head()
        let control = PNGChunk.begin("acTL", in: &bytes)
        bytes.append(big: UInt32(clamping: frames))
        bytes.append(big: UInt32(clamping: plays))
        PNGChunk.end(control, in: &bytes)
        try sink.write(bytes)
    }

    /// - Parameters:
    ///   - stream: the rectangle's pixels, compressed by `StripeEncoder.stream`.
    ///   - duration: in units of 1/`rate` seconds.
    package mutating func append(
        _ stream: [UInt8], columns: Range<Int>, rows: Range<Int>, duration: Int, of rate: Int,
        to sink: ByteSink
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

    package func finish(to sink: ByteSink) throws(SinkFailure) {
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

/// One chunk of a PNG: length, type, data, CRC-32 (PNG 3rd edition, §5.3).
enum PNGChunk {
    /// Begins a chunk. Append its data afterwards, and call `end`.
    static func begin(_ type: StaticString, in bytes: inout [UInt8]) -> Int {
        let start = bytes.count
        bytes.append(contentsOf: [0, 0, 0, 0])
        type.withUTF8Buffer { name in unsafe bytes.append(contentsOf: name) }
        return start
    }

    static func end(_ start: Int, in bytes: inout [UInt8]) {
        let count = bytes.count - start - 8
        for place in 0..<4 {
            bytes[start + place] = UInt8(truncatingIfNeeded: count >> (24 - 8 * place))
        }
        let crc = unsafe bytes.withUnsafeBytes { all in
            unsafe libdeflate_crc32(0, all.baseAddress?.advanced(by: start + 4), count + 4)
        }
        bytes.append(big: crc)
    }
}

extension [UInt8] {
    mutating func append(big word: UInt32) {
        for shift in [24, 16, 8, 0] as [UInt32] {
            append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }
}

/// The container of an animated WebP (RFC 9649, 2.7.1.1). Its header contains the file's length, so
/// that the file cannot be written before all pictures are known.
package struct WebPAnimation: Sendable {
    private let size: PixelSize
    private let plays: Int
    private let isOpaque: Bool
    private let packet: String?
    private var bytes: [UInt8] = []

    /// - Parameters:
    ///   - plays: the number of times that the WebP is played; 0 for endless repetition.
    ///   - packet: the metadata as XMP.
    package init(_ size: PixelSize, plays: Int, isOpaque: Bool, packet: String?) {
        self.size = size
        self.plays = plays
        self.isOpaque = isOpaque
        self.packet = packet
    }

    /// Adds a complete WebP file as a rectangle that replaces the pixels under it.
    ///
    /// - Parameters:
    ///   - x: the left edge, which must be even, like `y`.
    ///   - milliseconds: the duration.
    package mutating func append(
        _ file: [UInt8], x: Int, y: Int, _ picture: PixelSize, milliseconds: Int
    ) {
        var body: [UInt8] = []
        for value in [x / 2, y / 2, picture.width - 1, picture.height - 1, milliseconds] {
            body += [0, 8, 16].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        // Do not blend with the previous pixels, and keep this picture for the following ones.
        body.append(0x02)
        // Skip the header of the file, and that of the extended format.
        var start = 12
        if file.count > 30, file[12..<16].elementsEqual("VP8X".utf8) { start = 30 }
        body += file[min(start, file.count)...]
        bytes += WebPMetadata.chunk("ANMF", body)
    }

    /// The number of bytes without the header and the metadata.
    var count: Int { bytes.count }

    package consuming func finish() -> [UInt8] {
        let flags: UInt8 = 0x02 | (isOpaque ? 0 : 0x10) | (packet == nil ? 0 : 0x04)
        var body = Array("WEBP".utf8)
        body += WebPMetadata.extendedHeader(flags, size)
        body += WebPMetadata.chunk(
            "ANIM",
            [0, 0, 0, 0] + [0, 8].map { UInt8(truncatingIfNeeded: min(plays, 65_535) >> $0) })
        body += bytes
        if let packet { body += WebPMetadata.chunk("XMP ", Array(packet.utf8)) }
        return WebPMetadata.chunk("RIFF", body)
    }
}

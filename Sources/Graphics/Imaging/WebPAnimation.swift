/// The container of a WebP that plays (RFC 9649, 2.7.1.1). Its head tells the file's length, so that
/// all pictures must be there before it is written.
package struct WebPAnimation: Sendable {
    private let size: PixelSize
    private let plays: Int
    private let isOpaque: Bool
    private let packet: String?
    private var bytes: [UInt8] = []

    /// - Parameters:
    ///   - plays: 0 for endlessly.
    ///   - packet: metadata as XMP.
    package init(_ size: PixelSize, plays: Int, isOpaque: Bool, packet: String?) {
        self.size = size
        self.plays = plays
        self.isOpaque = isOpaque
        self.packet = packet
    }

    /// Adds a finished WebP as a rectangle that replaces what was there.
    ///
    /// - Parameters:
    ///   - x: even, as is `y`.
    ///   - milliseconds: how long it is shown.
    package mutating func append(
        _ file: [UInt8], x: Int, y: Int, _ picture: PixelSize, milliseconds: Int
    ) {
        var body: [UInt8] = []
        for value in [x / 2, y / 2, picture.width - 1, picture.height - 1, milliseconds] {
            body += [0, 8, 16].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        // Not blended with what was there, which stays.
        body.append(0x02)
        // Past the head of the file, and that of a picture with more than its pixels.
        var start = 12
        if file.count > 30, file[12..<16].elementsEqual("VP8X".utf8) { start = 30 }
        body += file[min(start, file.count)...]
        bytes += WebPMetadata.chunk("ANMF", body)
    }

    /// The bytes of the file but for those of the pictures.
    var count: Int { bytes.count }

    package consuming func finish() -> [UInt8] {
        let flags: UInt8 = 0x02 | (isOpaque ? 0 : 0x10) | (packet == nil ? 0 : 0x04)
        let sides = [size.width - 1, size.height - 1].flatMap { side in
            [0, 8, 16].map { UInt8(truncatingIfNeeded: side >> $0) }
        }
        var body = Array("WEBP".utf8)
        body += WebPMetadata.chunk("VP8X", [flags, 0, 0, 0] + sides)
        body += WebPMetadata.chunk(
            "ANIM",
            [0, 0, 0, 0] + [0, 8].map { UInt8(truncatingIfNeeded: min(plays, 65_535) >> $0) })
        body += bytes
        if let packet { body += WebPMetadata.chunk("XMP ", Array(packet.utf8)) }
        return WebPMetadata.chunk("RIFF", body)
    }
}

/// Adds metadata to a finished WebP, because libwebp cannot write any.
package enum WebPMetadata {
    /// Appends an XMP chunk and adds the extended header that announces it (RFC 9649, 2.7).
    package static func adding(_ packet: String, to file: [UInt8], _ size: PixelSize) -> [UInt8] {
        guard file.count > 20, file[12..<15].elementsEqual("VP8".utf8) else { return file }
        let hasXMP: UInt8 = 0x04
        let hasAlpha: UInt8 = 0x10
        var body = Array(file[12...])
        switch file[15] {
        case UInt8(ascii: "X"): body[8] |= hasXMP
        default:
            // A lossless picture declares its alpha in the byte after its size.
            let isClear = file[15] == UInt8(ascii: "L") && file.count > 24 && file[24] & 0x10 != 0
            let flags = hasXMP | (isClear ? hasAlpha : 0)
            body = extendedHeader(flags, size) + body
        }
        body += chunk("XMP ", Array(packet.utf8))
        return chunk("RIFF", Array("WEBP".utf8) + body)
    }

    static func extendedHeader(_ flags: UInt8, _ size: PixelSize) -> [UInt8] {
        let sides = [size.width - 1, size.height - 1].flatMap { side in
            [0, 8, 16].map { UInt8(truncatingIfNeeded: side >> $0) }
        }
        return chunk("VP8X", [flags, 0, 0, 0] + sides)
    }

    /// Returns a chunk: name, length and bytes, padded to an even length.
    static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let length = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
        return Array(name.utf8) + length + bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
    }
}

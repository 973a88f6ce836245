/// Reads a GIF's blocks (GIF89a specification, §17 to §27).
enum GIFProbe {
    static func facts(
        of bytes: Span<UInt8>, limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        guard let width = bytes.little16(6), let height = bytes.little16(8),
            let flags = bytes.byte(10)
        else { throw .truncated }
        try limits.check(PixelSize(width, height))
        var offset = 13 + tableBytes(flags)
        var frames = 0
        var first: (size: PixelSize, isInterlaced: Bool, fills: Bool)?
        var hasAlpha = false
        while frames < PictureProbe.maxFrames, let block = bytes.byte(offset) {
            if block == 0x3B { break }
            if block == 0x21 {
                if frames == 0, bytes.byte(offset + 1) == 0xF9, let flags = bytes.byte(offset + 3) {
                    hasAlpha = flags & 1 != 0
                }
                offset = afterSubBlocks(bytes, offset + 2)
            } else if block == 0x2C {
                guard let frame = frame(bytes, offset) else { break }
                if first == nil {
                    first = (
                        frame.size, frame.flags & 0x40 != 0,
                        frame.left == 0 && frame.top == 0 && frame.size.width >= width
                            && frame.size.height >= height
                    )
                }
                frames += 1
                offset = afterSubBlocks(bytes, offset + 11 + tableBytes(frame.flags))
                if frames == 1, offset > bytes.count { throw .truncated }
            } else if frames > 0 {
                // Many encoders leave garbage after a valid frame.
                break
            } else {
                throw .corrupt
            }
        }
        guard let first else { throw .truncated }
        guard first.size.width > 0, first.size.height > 0 else { throw .corrupt }
        try limits.check(first.size)
        // Some encoders leave the screen size empty; the frame's size is then used.
        let size = width > 0 && height > 0 ? PixelSize(width, height) : first.size
        return PictureFacts(
            .gif, storedSize: size, frameSize: first.size, frames: frames,
            hasAlpha: hasAlpha || !first.fills, isInterlaced: first.isInterlaced)
    }

    private static func frame(
        _ bytes: Span<UInt8>, _ offset: Int
    ) -> (left: Int, top: Int, size: PixelSize, flags: Int)? {
        guard let left = bytes.little16(offset + 1), let top = bytes.little16(offset + 3),
            let width = bytes.little16(offset + 5), let height = bytes.little16(offset + 7),
            let flags = bytes.byte(offset + 9)
        else { return nil }
        return (left, top, PixelSize(width, height), flags)
    }

    private static func tableBytes(_ flags: Int) -> Int {
        flags & 0x80 != 0 ? 3 << ((flags & 7) + 1) : 0
    }

    /// Returns the offset after a sequence of sub-blocks, beyond the end if no empty block ends it.
    private static func afterSubBlocks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var offset = start
        while let length = bytes.byte(offset) {
            offset += length + 1
            if length == 0 { return offset }
        }
        return bytes.count + 1
    }
}

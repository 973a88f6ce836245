import CWebP

/// Reads a WebP's chunks (container specification), and its header with libwebp.
enum WebPProbe {
    /// The first frame of an animation: its chunks in the file and its position on the canvas.
    struct Frame: Sendable {
        let data: Range<Int>
        let left: Int
        let top: Int
        let size: PixelSize
    }

    static func facts(
        of bytes: Span<UInt8>, limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        let features = try features(of: bytes)
        let size = PixelSize(Int(features.width), Int(features.height))
        guard size.width > 0, size.height > 0 else { throw .corrupt }
        try limits.check(size)
        // The container states its length; files of odd length may lack the last padding byte.
        guard let length = bytes.little32(4), length + 8 <= bytes.count + 1 else {
            throw .truncated
        }
        var hasAlpha = features.has_alpha != 0
        var frames = 1
        var orientation = Orientation.up
        if bytes.holds("VP8X", at: 12) {
            let chunks = chunks(of: bytes)
            orientation = chunks.orientation
            if features.has_animation != 0 {
                frames = max(1, chunks.frames)
                guard let first = chunks.first else { throw .truncated }
                try limits.check(first.size)
                hasAlpha = hasAlpha || first.size != size
            }
        }
        return PictureFacts(
            .webp, storedSize: size, orientation: orientation, frames: frames, hasAlpha: hasAlpha)
    }

    static func features(of bytes: Span<UInt8>) throws(PictureFault) -> WebPBitstreamFeatures {
        var features = WebPBitstreamFeatures()
        let status = unsafe bytes.withUnsafeBufferPointer {
            unsafe WebPGetFeatures($0.baseAddress, $0.count, &features)
        }
        if status == VP8_STATUS_OK { return features }
        throw status == VP8_STATUS_NOT_ENOUGH_DATA ? .truncated : .corrupt
    }

    /// Returns the first frame of an animation; nil for a still picture.
    static func firstFrame(of bytes: Span<UInt8>) -> Frame? {
        bytes.holds("VP8X", at: 12) ? chunks(of: bytes).first : nil
    }

    private static func chunks(
        of bytes: Span<UInt8>
    ) -> (first: Frame?, frames: Int, orientation: Orientation) {
        var first: Frame?
        var frames = 0
        var orientation = Orientation.up
        var offset = 12
        // An empty chunk still advances by its eight-byte header, so the loop is linear in the
        // file.
        while let size = bytes.little32(offset + 4), frames < PictureProbe.maxFrames {
            let start = offset + 8
            if bytes.holds("ANMF", at: offset) {
                frames += 1
                if first == nil { first = frame(bytes, start, size) }
            }
            if bytes.holds("EXIF", at: offset) {
                // Some writers keep JPEG's prefix before the TIFF header.
                let prefix = bytes.holds("Exif\0\0", at: start) ? 6 : 0
                orientation = EXIF.orientation(bytes, from: start + prefix, to: start + size)
            }
            offset = start + size + size & 1
        }
        return (first, frames, orientation)
    }

    private static func frame(_ bytes: Span<UInt8>, _ start: Int, _ size: Int) -> Frame? {
        func three(_ offset: Int) -> Int? {
            guard let low = bytes.little16(offset), let high = bytes.byte(offset + 2) else {
                return nil
            }
            return low | high << 16
        }
        guard size > 16, let x = three(start), let y = three(start + 3),
            let width = three(start + 6), let height = three(start + 9)
        else { return nil }
        let end = min(start + size, bytes.count)
        guard start + 16 < end else { return nil }
        return Frame(
            data: start + 16..<end, left: 2 * x, top: 2 * y, size: PixelSize(width + 1, height + 1))
    }
}

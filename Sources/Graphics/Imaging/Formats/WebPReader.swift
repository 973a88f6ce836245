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

    /// Nil for a still picture.
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
        // An empty chunk still advances by its eight-byte header, so the loop is linear.
        while let size = bytes.little32(offset + 4), frames < PictureProbe.maxFrames {
            let start = offset + 8
            if bytes.holds("ANMF", at: offset) {
                frames += 1
                if first == nil { first = frame(in: bytes, at: start, size: size) }
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

    private static func frame(in bytes: Span<UInt8>, at start: Int, size: Int) -> Frame? {
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

    /// Returns the profile in the chunk ICCP, which only the extended format has. This loop has
    /// eight lines; libwebp's own API is in a second library (libwebpdemux), which is not linked.
    static func profile(of bytes: [UInt8], atMost most: Int) -> [UInt8]? {
        let span = bytes.span
        guard span.holds("VP8X", at: 12) else { return nil }
        var offset = 12
        // Each chunk advances by at least its header.
        while let size = span.little32(offset + 4), offset + 8 + size <= bytes.count {
            if span.holds("ICCP", at: offset) {
                return size <= most ? Array(bytes[offset + 8..<offset + 8 + size]) : []
            }
            offset += 8 + size + size & 1
        }
        return nil
    }
}

/// Decodes a WebP, or the first frame of an animation; libwebp scales while it decodes.
enum WebPReader {
    static func decode(
        _ bytes: [UInt8], _ facts: PictureFacts, to target: PixelSize
    ) throws(PictureFault) -> Bitmap {
        let canvas = facts.storedSize
        guard let frame = WebPProbe.firstFrame(of: bytes.span) else {
            let pixels = try pixels(bytes[...], canvas, to: target)
            return Bitmap(size: target, pixels: pixels, isOpaque: !facts.hasAlpha)
        }
        // The frame keeps its position on the reduced canvas and is clipped to it.
        let left = frame.left * target.width / canvas.width
        let top = frame.top * target.height / canvas.height
        let size = PixelSize(
            min(max(1, frame.size.width * target.width / canvas.width), frame.size.width),
            min(max(1, frame.size.height * target.height / canvas.height), frame.size.height))
        let drawn = try pixels(bytes[frame.data], frame.size, to: size)
        guard left != 0 || top != 0 || size != target else {
            return Bitmap(size: target, pixels: drawn, isOpaque: !facts.hasAlpha)
        }
        var pixels = [UInt32](repeating: 0, count: target.width * target.height)
        for y in 0..<min(size.height, max(0, target.height - top)) {
            for x in 0..<min(size.width, max(0, target.width - left)) {
                pixels[(top + y) * target.width + left + x] = drawn[y * size.width + x]
            }
        }
        return Bitmap(size: target, pixels: pixels, isOpaque: false)
    }

    private static func pixels(
        _ bytes: ArraySlice<UInt8>, _ size: PixelSize, to target: PixelSize
    ) throws(PictureFault) -> [UInt32] {
        let features = try WebPProbe.features(of: bytes.span)
        // Libwebp must see the size that was probed; the memory was reserved for that one.
        guard PixelSize(Int(features.width), Int(features.height)) == size,
            features.has_animation == 0
        else { throw .corrupt }
        var status = VP8_STATUS_OUT_OF_MEMORY
        let count = target.width * target.height
        let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe buffer.initialize(repeating: 0)
            written = count
            var config = unsafe WebPDecoderConfig()
            guard unsafe WebPInitDecoderConfig(&config) != 0 else { return }
            if size != target {
                unsafe config.options.use_scaling = 1
                unsafe config.options.scaled_width = Int32(target.width)
                unsafe config.options.scaled_height = Int32(target.height)
            }
            unsafe config.output.colorspace = MODE_bgrA
            unsafe config.output.is_external_memory = 1
            unsafe config.output.u.RGBA.rgba = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            unsafe config.output.u.RGBA.stride = Int32(target.width * 4)
            unsafe config.output.u.RGBA.size = count * 4
            status = unsafe bytes.withUnsafeBufferPointer {
                unsafe WebPDecode($0.baseAddress, $0.count, &config)
            }
            unsafe WebPFreeDecBuffer(&config.output)
        }
        if status == VP8_STATUS_OK { return pixels }
        throw status == VP8_STATUS_NOT_ENOUGH_DATA ? .truncated : .corrupt
    }
}

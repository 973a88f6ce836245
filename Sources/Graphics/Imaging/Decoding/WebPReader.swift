import CWebP

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

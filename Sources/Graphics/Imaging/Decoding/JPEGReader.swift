import CTurboJPEG

/// Owns one TurboJPEG decoder.
@safe struct JPEGReader: ~Copyable {
    private let handle: tjhandle

    private init() throws(PictureFault) {
        guard let handle = unsafe tjInitDecompress() else { throw .corrupt }
        unsafe self.handle = handle
    }

    deinit { unsafe tjDestroy(handle) }

    static func decode(
        _ bytes: [UInt8], _ facts: PictureFacts, to target: PixelSize,
        inks: PictureProfile? = nil
    ) throws(PictureFault) -> Bitmap {
        let reader = try JPEGReader()
        try reader.checkHeader(bytes, facts)
        let size = shrunk(facts.storedSize, covering: target)
        var pixels = try reader.pixels(bytes, size, isCMYK: facts.isCMYK)
        if facts.isCMYK {
            show(&pixels, areInverted: facts.hasInvertedInk, profile: inks)
        }
        guard size != target else { return Bitmap(size: size, pixels: pixels, isOpaque: true) }
        var reducer = RowReducer(from: size, to: target, isOpaque: true)
        for row in 0..<size.height {
            reducer.add(pixels.span.extracting(row * size.width..<(row + 1) * size.width))
        }
        return reducer.finish()
    }

    /// Checks that the decoder sees the size that was probed; the memory was reserved for that one.
    private func checkHeader(_ bytes: [UInt8], _ facts: PictureFacts) throws(PictureFault) {
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = 0
        var space: Int32 = 0
        let status = unsafe bytes.withUnsafeBufferPointer {
            unsafe tjDecompressHeader3(
                handle, $0.baseAddress, UInt($0.count), &width, &height, &subsampling, &space)
        }
        let isCMYK = space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue
        guard unsafe status == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue,
            PixelSize(Int(width), Int(height)) == facts.storedSize, isCMYK == facts.isCMYK
        else { throw .corrupt }
    }

    /// Returns the smallest size that covers the target and that the inverse transform can produce.
    /// Only powers of two have SIMD kernels.
    private static func shrunk(_ size: PixelSize, covering target: PixelSize) -> PixelSize {
        for divisor in [8, 4, 2] {
            let width = (size.width + divisor - 1) / divisor
            let height = (size.height + divisor - 1) / divisor
            if width >= target.width, height >= target.height { return PixelSize(width, height) }
        }
        return size
    }

    private func pixels(
        _ bytes: [UInt8], _ size: PixelSize, isCMYK: Bool
    ) throws(PictureFault) -> [UInt32] {
        var status: Int32 = -1
        let pixels = unsafe [UInt32](unsafeUninitializedCapacity: size.width * size.height) {
            buffer, count in
            // A warning may leave rows undecoded, so they are initialized.
            unsafe buffer.initialize(repeating: 0xFF00_0000)
            count = size.width * size.height
            let target = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            status = unsafe bytes.withUnsafeBufferPointer {
                unsafe tjDecompress2(
                    handle, $0.baseAddress, UInt($0.count), target, Int32(size.width),
                    Int32(size.width * 4), Int32(size.height),
                    isCMYK ? TJPF_CMYK.rawValue : TJPF_BGRA.rawValue,
                    TJFLAG_LIMITSCANS)
            }
        }
        if status == 0 { return pixels }
        // The probe found the end marker, so a warning means minor damage that every viewer
        // tolerates.
        guard unsafe tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { throw .corrupt }
        return pixels
    }

    /// Converts CMYK to RGB, with the profile if there is one.
    private static func show(
        _ inks: inout [UInt32], areInverted: Bool, profile: PictureProfile?
    ) {
        if areInverted {
            for index in inks.indices { inks[index] = ~inks[index] }
        }
        if let profile, profile.space == .inks, profile.convert(&inks) { return }
        for index in inks.indices { inks[index] = light(leftBy: inks[index]) }
    }

    /// The light left by four inks, each multiplied in: the usual conversion without a profile.
    private static func light(leftBy ink: UInt32) -> UInt32 {
        let ink = ~ink
        let key = ink >> 24
        func light(_ channel: UInt32) -> UInt32 { (channel &* key &+ 127) / 255 }
        return 0xFF00_0000 | light(ink & 255) << 16 | light(ink >> 8 & 255) << 8
            | light(ink >> 16 & 255)
    }
}

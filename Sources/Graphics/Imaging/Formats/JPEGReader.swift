import CTurboJPEG

/// Reads a JPEG's marker segments up to its frame header (ITU-T T.81, B.1.1 and B.2.2).
enum JPEGProbe {
    static func facts(
        of bytes: Span<UInt8>, limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        var orientation: Orientation?
        var hasAdobe = false
        var offset = 2
        while true {
            guard let marker = nextMarker(bytes, &offset) else { throw .truncated }
            // Markers without a segment. A start or end marker here means that there is no picture.
            if marker == 0xD9 || marker == 0xDA || marker == 0xD8 { throw .corrupt }
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            guard let length = bytes.big16(offset) else { throw .truncated }
            guard length >= 2 else { throw .corrupt }
            if marker == 0xE1, orientation == nil, bytes.holds("Exif\0\0", at: offset + 2) {
                orientation = EXIF.orientation(bytes, from: offset + 8, to: offset + length)
            }
            if marker == 0xEE, bytes.holds("Adobe", at: offset + 2) { hasAdobe = true }
            if isFrameHeader(marker) {
                return try frame(
                    bytes, offset, marker: marker, orientation: orientation ?? .up,
                    hasAdobe: hasAdobe, limits: limits)
            }
            offset += length
        }
    }

    /// SOF0 to SOF15, except for DHT, JPG and DAC within that range.
    private static func isFrameHeader(_ marker: Int) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// Returns the next marker, skipping entropy-coded data, in which FF is followed by 00
    /// (B.1.1.5). Any number of fill bytes may precede a marker (B.1.1.2).
    private static func nextMarker(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int? {
        while let found = bytes.next(0xFF, from: offset) {
            offset = found + 1
            while bytes.byte(offset) == 0xFF { offset += 1 }
            guard let marker = bytes.byte(offset) else { return nil }
            offset += 1
            if marker != 0 { return marker }
        }
        return nil
    }

    private static func frame(
        _ bytes: Span<UInt8>, _ offset: Int, marker: Int, orientation: Orientation, hasAdobe: Bool,
        limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        guard let length = bytes.big16(offset), let precision = bytes.byte(offset + 2),
            let height = bytes.big16(offset + 3), let width = bytes.big16(offset + 5),
            let components = bytes.byte(offset + 7)
        else { throw .truncated }
        // Baseline, extended and progressive Huffman and their arithmetic variants, with 8 bits. A
        // height of zero announces a DNL marker, which our decoder does not support.
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker), precision == 8, width > 0,
            height > 0, [1, 3, 4].contains(components)
        else { throw .corrupt }
        let size = PixelSize(width, height)
        try limits.check(size)
        let isProgressive = marker == 0xC2 || marker == 0xCA
        let scans = try countScans(bytes, from: offset + length)
        if isProgressive { try limits.check(scans: scans, of: size) }
        return PictureFacts(
            .jpeg, storedSize: size, orientation: orientation,
            isCMYK: components == 4, isGray: components == 1,
            hasInvertedInk: components == 4 && hasAdobe, isInterlaced: isProgressive)
    }

    /// Up to the end marker; a file without one is truncated. Some cameras append a video after it.
    private static func countScans(
        _ bytes: Span<UInt8>, from start: Int
    ) throws(PictureFault) -> Int {
        var scans = 0
        var offset = start
        while let marker = nextMarker(bytes, &offset) {
            if marker == 0xD9 {
                guard scans > 0 else { throw .corrupt }
                return scans
            }
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            if marker == 0xDA { scans += 1 }
            guard let length = bytes.big16(offset) else { throw .truncated }
            offset += length
        }
        throw .truncated
    }

    /// Joins the parts of a profile in order (ICC.1, B.4).
    static func profile(of bytes: [UInt8], atMost most: Int) -> [UInt8]? {
        var parts: [Int: ArraySlice<UInt8>] = [:]
        var size = 0
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            guard marker != 0xDA, marker != 0xD9, let length = bytes.span.big16(offset + 2),
                length >= 2, offset + 2 + length <= bytes.count
            else { break }
            let end = offset + 2 + length
            if marker == 0xE2, length > 16, bytes.span.holds("ICC_PROFILE\0", at: offset + 4) {
                parts[Int(bytes[offset + 16])] = bytes[(offset + 18)..<end]
                size += length
            }
            offset = end
        }
        guard !parts.isEmpty, size <= most else { return parts.isEmpty ? nil : [] }
        return parts.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}

extension PictureLimits {
    /// Limits the number of scans, because a scan of a few bytes costs a pass over all blocks. The
    /// limit equals sixteen passes over the largest allowed picture, so small pictures may have
    /// more scans, up to `scans`.
    fileprivate func check(scans: Int, of size: PixelSize) throws(PictureFault) {
        let pixelCount = max(1, size.width * size.height)
        let limit = min(self.scans, max(16, 16 * (pixels / pixelCount)))
        if scans > limit { throw .tooManyScans(scans, limit: limit) }
    }
}

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

    /// The memory was reserved for the size that was probed.
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

    /// The inverse transform has SIMD kernels only for powers of two.
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
        // The probe found the end marker, so a warning means damage that every viewer tolerates.
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

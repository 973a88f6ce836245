import CWebP

/// Collects a picture row by row and then writes it as WebP.
///
/// Lossless WebP encodes the whole picture at once, so all of its pixels are in memory.
@safe
package struct WebPWriter: ~Copyable {
    package enum Fault: Error, Sendable, Equatable {
        case stopped
        case memory
        /// The value is libwebp's error code.
        case refused(UInt32)
    }

    /// The maximum number of pixels on a side, which has fourteen bits.
    package static let maxPixels = 16_383

    private var picture = unsafe WebPPicture()

    /// Returns nil if there is not enough memory.
    package init?(_ size: PixelSize) {
        guard unsafe WebPPictureInit(&picture) != 0 else { return nil }
        unsafe picture.use_argb = 1
        unsafe picture.width = Int32(size.width)
        unsafe picture.height = Int32(size.height)
        guard unsafe WebPPictureAlloc(&picture) != 0 else { return nil }
    }

    deinit {
        var picture = unsafe picture
        unsafe WebPPictureFree(&picture)
    }

    /// Copies rows of cairo's premultiplied words and converts them to straight alpha.
    package mutating func put(_ words: [UInt32], at row: Int, isOpaque: Bool) {
        guard let pixels = unsafe picture.argb else { return }
        let (width, stride) = unsafe (Int(picture.width), Int(picture.argb_stride))
        let height = unsafe Int(picture.height)
        for line in 0..<min(words.count / width, height - row) {
            let target = unsafe pixels + (row + line) * stride
            for column in 0..<width {
                let word = words[line * width + column]
                unsafe target[column] = isOpaque ? word | 0xFF00_0000 : Bitmap.straight(word)
            }
        }
    }

    /// - Parameters:
    ///   - quality: 1 to 100; nil for lossless.
    ///   - isSmall: whether to spend more time to save bytes.
    ///   - mayContinue: called during encoding; false stops it.
    package mutating func encode(
        quality: Int?, isSmall: Bool, mayContinue: @escaping () -> Bool
    ) throws(Fault) -> [UInt8] {
        var configuration = WebPConfig()
        guard unsafe WebPConfigInit(&configuration) != 0 else { throw .refused(0) }
        if let quality {
            configuration.quality = Float(quality)
            configuration.method = isSmall ? 6 : 4
        } else {
            // Level 1 takes half the time of the default level 6; level 0 is larger than PNG.
            guard unsafe WebPConfigLosslessPreset(&configuration, isSmall ? 6 : 1) != 0 else {
                throw .refused(0)
            }
        }
        let question = Question(mayContinue)
        unsafe picture.user_data = Unmanaged.passUnretained(question).toOpaque()
        unsafe picture.progress_hook = { _, picture in
            guard let box = unsafe picture?.pointee.user_data else { return 1 }
            let question = unsafe Unmanaged<Question>.fromOpaque(box).takeUnretainedValue()
            return question.mayContinue() ? 1 : 0
        }
        var writer = unsafe WebPMemoryWriter()
        unsafe WebPMemoryWriterInit(&writer)
        defer { unsafe WebPMemoryWriterClear(&writer) }
        unsafe picture.writer = { bytes, count, picture in
            unsafe WebPMemoryWrite(bytes, count, picture)
        }
        let isMade = unsafe withUnsafeMutablePointer(to: &writer) { target in
            unsafe picture.custom_ptr = UnsafeMutableRawPointer(target)
            return unsafe WebPEncode(&configuration, &picture) != 0
        }
        withExtendedLifetime(question) {}
        guard isMade else {
            switch unsafe picture.error_code {
            case VP8_ENC_ERROR_USER_ABORT: throw .stopped
            case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: throw .memory
            default: throw .refused(unsafe picture.error_code.rawValue)
            }
        }
        return unsafe Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
    }

    /// The state that libwebp passes to its progress callback.
    private final class Question {
        let mayContinue: () -> Bool

        init(_ mayContinue: @escaping () -> Bool) { self.mayContinue = mayContinue }
    }
}

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

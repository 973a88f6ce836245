import CWebP

/// Collects a picture row by row and then writes it as WebP.
///
/// Lossless WebP encodes the whole picture at once, so all of its pixels are in memory.
@safe
package struct WebPWriter: ~Copyable {
    package enum Fault: Error, Sendable, Equatable {
        /// The work must end.
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

import Basics
import CDE265
import COpenH264

/// A decoded picture: three planes, of which those of color have half the width and height. Valid
/// within the call that receives it.
@safe struct VideoPicture {
    @safe struct Plane {
        let start: UnsafeRawPointer
        /// In bytes.
        let stride: Int
    }

    let width: Int
    let height: Int
    let planes: [Plane]
    /// 8, or up to 16 in words of two bytes.
    let bits: Int
    /// As the stream states it.
    let color: VideoColor?

    /// The longer side of a poster at most.
    private static let maxSide = 640

    /// The mean of squares of pixels in sRGB, at most 640 pixels wide and high; nil if its colors
    /// cannot be converted.
    func reduced(color stated: VideoColor?) -> SmallPicture? {
        let color = stated ?? self.color ?? VideoColor(height: min(width, height))
        guard !color.isAbsolute, width >= 2, height >= 2 else { return nil }
        let step = max((max(width, height) + Self.maxSide - 1) / Self.maxSide, 1)
        let (columns, rows) = (width / step, height / step)
        guard columns > 0, rows > 0 else { return nil }
        let green = 1 - color.red - color.blue
        let (top, base) = color.isFullRange ? (255.0, 0.0) : (219.0, 16.0)
        let span = color.isFullRange ? 255.0 : 224.0
        var words: [UInt32] = []
        words.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let luma = mean(
                    planes[0], column * step..<(column + 1) * step, row * step..<(row + 1) * step)
                let across = column * step / 2..<((column + 1) * step + 1) / 2
                let down = row * step / 2..<((row + 1) * step + 1) / 2
                let y = (luma - base) / top
                let u = (mean(planes[1], across, down) - 128) / span
                let v = (mean(planes[2], across, down) - 128) / span
                let (red, blue) = (y + 2 * (1 - color.red) * v, y + 2 * (1 - color.blue) * u)
                let rest = (y - color.red * red - color.blue * blue) / green
                words.append(
                    0xFF00_0000 | Self.byte(red) << 16 | Self.byte(rest) << 8 | Self.byte(blue))
            }
        }
        return SmallPicture(width: columns, height: rows, words: words)
    }

    private static func byte(_ value: Double) -> UInt32 {
        UInt32((min(max(value, 0), 1) * 255).rounded())
    }

    /// In steps of eight bits.
    private func mean(_ plane: Plane, _ columns: Range<Int>, _ rows: Range<Int>) -> Double {
        var sum = 0
        for row in rows {
            let line = unsafe plane.start + row * plane.stride
            for column in columns {
                sum +=
                    bits == 8
                    ? unsafe Int(line.load(fromByteOffset: column, as: UInt8.self))
                    : unsafe Int(line.load(fromByteOffset: 2 * column, as: UInt16.self))
            }
        }
        return Double(sum) / Double(columns.count * rows.count) / Double(1 << (bits - 8))
    }
}

/// H.264, by openh264: baseline, main and high profile without interlacing, 8 bits.
@safe enum H264Decoder {
    private typealias Decoder = UnsafeMutablePointer<ISVCDecoder?>

    static var isInstalled: Bool { Library.shared != nil }

    /// Decodes one picture that needs no other. Returns nil if it is damaged.
    static func picture<Result>(
        of units: [ArraySlice<UInt8>], _ take: (VideoPicture) -> Result
    ) -> Result? {
        var decoder: Decoder?
        guard let library = Library.shared, unsafe library.create(&decoder) == 0,
            let decoder = unsafe decoder, let calls = unsafe decoder.pointee?.pointee
        else { return nil }
        defer { unsafe library.destroy(decoder) }
        var quiet: Int32 = 0
        _ = unsafe calls.SetOption(decoder, DECODER_OPTION_TRACE_LEVEL, &quiet)
        var parameters = unsafe SDecodingParam()
        unsafe parameters.sVideoProperty.eVideoBsType = VIDEO_BITSTREAM_AVC
        guard unsafe calls.Initialize(decoder, &parameters) == 0 else { return nil }
        defer { _ = unsafe calls.Uninitialize(decoder) }
        let stream = units.flatMap { [0, 0, 0, 1] + $0 }
        var planes: [UnsafeMutablePointer<UInt8>?] = unsafe [nil, nil, nil]
        var info = SBufferInfo()
        _ = unsafe calls.DecodeFrameNoDelay(decoder, stream, Int32(stream.count), &planes, &info)
        if info.iBufferStatus != 1 {
            _ = unsafe calls.FlushFrame(decoder, &planes, &info)
        }
        let place = unsafe info.UsrData.sSystemBuffer
        guard info.iBufferStatus == 1, place.iWidth > 1, place.iHeight > 1,
            place.iFormat == Int32(videoFormatI420.rawValue), let luma = unsafe planes[0],
            let blue = unsafe planes[1], let red = unsafe planes[2]
        else { return nil }
        return unsafe take(
            VideoPicture(
                width: Int(place.iWidth) & ~1, height: Int(place.iHeight) & ~1,
                planes: [
                    VideoPicture.Plane(start: luma, stride: Int(place.iStride.0)),
                    VideoPicture.Plane(start: blue, stride: Int(place.iStride.1)),
                    VideoPicture.Plane(start: red, stride: Int(place.iStride.1)),
                ], bits: 8, color: nil))
    }

    @safe private struct Library: Sendable {
        let create: @convention(c) @Sendable (UnsafeMutablePointer<Decoder?>?) -> Int
        let destroy: @convention(c) @Sendable (Decoder?) -> Void

        static let shared = Library()

        private init?() {
            do throws(LoadedLibrary.Missing) {
                let library = try LoadedLibrary("libopenh264.so.7")
                unsafe create = try library.symbol("WelsCreateDecoder")
                unsafe destroy = try library.symbol("WelsDestroyDecoder")
            } catch {
                return nil
            }
        }
    }
}

/// HEVC, by libde265: main and main 10 profile.
@safe enum HEVCDecoder {
    static var isInstalled: Bool { Library.shared != nil }

    /// Decodes one picture that needs no other. Returns nil if it is damaged.
    static func picture<Result>(
        of units: [ArraySlice<UInt8>], _ take: (VideoPicture) -> Result
    ) -> Result? {
        guard let library = Library.shared, let context = unsafe library.create() else {
            return nil
        }
        defer { _ = unsafe library.destroy(context) }
        for unit in units {
            let fault = unsafe unit.withUnsafeBytes { bytes in
                unsafe library.push(context, bytes.baseAddress, Int32(bytes.count), 0, nil)
            }
            guard fault == DE265_OK else { return nil }
        }
        guard unsafe library.flush(context) == DE265_OK else { return nil }
        var more: Int32 = 1
        var steps = 0
        // A picture takes a few steps, one for each slice.
        while more != 0, steps < units.count + 64 {
            guard unsafe library.decode(context, &more) == DE265_OK else { break }
            steps += 1
        }
        guard let image = unsafe library.next(context) else { return nil }
        return unsafe library.picture(image).map(take)
    }

    @safe private struct Library: Sendable {
        typealias Context = UnsafeMutableRawPointer

        let create: @convention(c) @Sendable () -> Context?
        let destroy: @convention(c) @Sendable (Context?) -> de265_error
        let push:
            @convention(c) @Sendable (
                Context?, UnsafeRawPointer?, Int32, Int64, UnsafeMutableRawPointer?
            ) -> de265_error
        let flush: @convention(c) @Sendable (Context?) -> de265_error
        let decode: @convention(c) @Sendable (Context?, UnsafeMutablePointer<Int32>?) -> de265_error
        let next: @convention(c) @Sendable (Context?) -> OpaquePointer?
        private let plane:
            @convention(c) @Sendable (
                OpaquePointer?, Int32, UnsafeMutablePointer<Int32>?
            ) -> UnsafePointer<UInt8>?
        private let width: @convention(c) @Sendable (OpaquePointer?, Int32) -> Int32
        private let height: @convention(c) @Sendable (OpaquePointer?, Int32) -> Int32
        private let bits: @convention(c) @Sendable (OpaquePointer?, Int32) -> Int32
        private let chroma: @convention(c) @Sendable (OpaquePointer?) -> de265_chroma
        private let matrix: @convention(c) @Sendable (OpaquePointer?) -> Int32
        private let transfer: @convention(c) @Sendable (OpaquePointer?) -> Int32
        private let isFull: @convention(c) @Sendable (OpaquePointer?) -> Int32

        static let shared = Library()

        private init?() {
            do throws(LoadedLibrary.Missing) {
                let library = try LoadedLibrary("libde265.so.0")
                unsafe create = try library.symbol("de265_new_decoder")
                unsafe destroy = try library.symbol("de265_free_decoder")
                unsafe push = try library.symbol("de265_push_NAL")
                unsafe flush = try library.symbol("de265_flush_data")
                unsafe decode = try library.symbol("de265_decode")
                unsafe next = try library.symbol("de265_get_next_picture")
                unsafe plane = try library.symbol("de265_get_image_plane")
                unsafe width = try library.symbol("de265_get_image_width")
                unsafe height = try library.symbol("de265_get_image_height")
                unsafe bits = try library.symbol("de265_get_bits_per_pixel")
                unsafe chroma = try library.symbol("de265_get_chroma_format")
                unsafe matrix = try library.symbol("de265_get_image_matrix_coefficients")
                unsafe transfer = try library.symbol("de265_get_image_transfer_characteristics")
                unsafe isFull = try library.symbol("de265_get_image_full_range_flag")
            } catch {
                return nil
            }
        }

        func picture(_ image: OpaquePointer) -> VideoPicture? {
            guard unsafe chroma(image) == de265_chroma_420,
                unsafe (8...16).contains(bits(image, 0)), unsafe bits(image, 0) == bits(image, 1)
            else { return nil }
            var planes: [VideoPicture.Plane] = []
            for channel in 0..<3 as Range<Int32> {
                var stride: Int32 = 0
                guard let start = unsafe plane(image, channel, &stride) else { return nil }
                unsafe planes.append(
                    VideoPicture.Plane(start: UnsafeRawPointer(start), stride: Int(stride)))
            }
            return unsafe VideoPicture(
                width: Int(width(image, 0)) & ~1, height: Int(height(image, 0)) & ~1,
                planes: planes, bits: Int(bits(image, 0)),
                color: VideoColor(
                    matrix: Int(matrix(image)), transfer: Int(transfer(image)),
                    isFullRange: isFull(image) != 0))
        }
    }
}

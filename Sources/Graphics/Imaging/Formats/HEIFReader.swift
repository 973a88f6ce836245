import Basics
import CHEIF
import CLCMS
import Glibc

/// Gets the size of a HEIC's or AVIF's primary picture from libheif, which reads only the boxes.
enum HEIFProbe {
    static func facts(
        of bytes: [UInt8], _ format: PictureFormat, limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        guard limits.readsHEIF else { throw .disabledType(format) }
        return try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureFault) in
            let reader = try unsafe HEIFReader(bytes, format)
            guard reader.size.width > 0, reader.size.height > 0 else { throw .corrupt }
            return PictureFacts(format, storedSize: reader.size, hasAlpha: reader.hasAlpha)
        }
    }

    static func profile(
        of bytes: [UInt8], _ format: PictureFormat, atMost most: Int
    ) -> [UInt8]? {
        do throws(PictureFault) {
            return try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureFault) in
                try unsafe HEIFReader(bytes, format).profile(atMost: most)
            }
        } catch {
            // Decoding reports the same fault later.
            return nil
        }
    }
}

/// Owns one libheif context and the handle of its primary picture, over borrowed bytes.
@safe struct HEIFReader: ~Copyable {
    private let library: HEIFLibrary
    private let context: OpaquePointer
    private let handle: OpaquePointer

    init(_ bytes: UnsafeRawBufferPointer, _ format: PictureFormat) throws(PictureFault) {
        guard let library = HEIFLibrary.shared, let context = unsafe library.makeContext() else {
            throw .disabledType(format)
        }
        // Decode tiles on the calling worker, on which the machine's share of threads is based.
        unsafe library.setThreads(context, 0)
        var handle: OpaquePointer?
        guard
            unsafe library.read(context, bytes.baseAddress, bytes.count, nil).code == heif_error_Ok,
            unsafe library.primary(context, &handle).code == heif_error_Ok,
            let handle = unsafe handle
        else {
            unsafe library.freeContext(context)
            throw .corrupt
        }
        self.library = library
        unsafe self.context = context
        unsafe self.handle = handle
    }

    deinit {
        unsafe library.freeHandle(handle)
        unsafe library.freeContext(context)
    }

    /// The size after rotation, which the library applies by itself.
    var size: PixelSize {
        unsafe PixelSize(Int(library.width(handle)), Int(library.height(handle)))
    }

    var hasAlpha: Bool { unsafe library.hasAlpha(handle) != 0 }

    /// The ICC profile, also of code points; nil if there is none or it is that of sRGB, and empty if
    /// it is larger than `most`.
    func profile(atMost most: Int) -> [UInt8]? {
        let kind = unsafe library.profileKind(handle)
        if kind == heif_color_profile_type_nclx { return codePoints?.profile }
        guard kind == heif_color_profile_type_prof || kind == heif_color_profile_type_rICC else {
            return nil
        }
        let size = unsafe library.profileSize(handle)
        guard size > 0, size <= most else { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let status = unsafe bytes.withUnsafeMutableBytes {
            unsafe library.copyProfile(handle, $0.baseAddress)
        }
        return unsafe status.code == heif_error_Ok ? bytes : []
    }

    /// The library applies the matrix and range of the code points itself.
    private var codePoints: ColorCodePoints? {
        var codes: HEIFLibrary.Codes = nil
        guard unsafe library.copyCodes(handle, &codes).code == heif_error_Ok,
            let codes = unsafe codes
        else { return nil }
        defer { unsafe library.freeCodes(codes) }
        return unsafe ColorCodePoints(
            primaries: Int(codes.pointee.color_primaries.rawValue),
            transfer: Int(codes.pointee.transfer_characteristics.rawValue))
    }

    static func decode(
        _ bytes: [UInt8], _ facts: PictureFacts, to target: PixelSize
    ) throws(PictureFault) -> Bitmap {
        try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureFault) in
            let reader = try unsafe HEIFReader(bytes, facts.format)
            return try reader.read(facts, to: target)
        }
    }

    private func read(_ facts: PictureFacts, to target: PixelSize) throws(PictureFault) -> Bitmap {
        guard size == facts.storedSize else { throw .corrupt }
        var image: OpaquePointer?
        let status = unsafe library.decode(
            handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, nil)
        guard unsafe status.code == heif_error_Ok, let image = unsafe image else { throw .corrupt }
        defer { unsafe library.freeImage(image) }
        var stride: Int32 = 0
        guard let plane = unsafe library.plane(image, heif_channel_interleaved, &stride),
            unsafe library.imageWidth(image, heif_channel_interleaved) == Int32(size.width),
            unsafe library.imageHeight(image, heif_channel_interleaved) == Int32(size.height),
            Int(stride) >= size.width * 4
        else { throw .corrupt }
        var reducer = RowReducer(from: size, to: target, isOpaque: !facts.hasAlpha)
        var line = [UInt32](repeating: 0, count: size.width)
        for y in 0..<size.height {
            let row = unsafe plane + y * Int(stride)
            for x in 0..<size.width {
                let red = unsafe UInt32(row[4 * x])
                let green = unsafe UInt32(row[4 * x + 1])
                let blue = unsafe UInt32(row[4 * x + 2])
                let alpha = facts.hasAlpha ? unsafe UInt32(row[4 * x + 3]) : 255
                line[x] = Bitmap.premultiplied(alpha << 24 | red << 16 | green << 8 | blue)
            }
            reducer.add(line.span)
        }
        return reducer.finish()
    }
}

/// libheif, loaded for the first HEIC or AVIF. Linking it would load x265, aom and dav1d at every
/// start (measured 4 ms) for a setting that is off by default.
@safe private struct HEIFLibrary: Sendable {
    typealias Pointer = OpaquePointer?
    typealias Made = UnsafeMutablePointer<OpaquePointer?>?
    typealias Make = @convention(c) @Sendable () -> Pointer
    typealias Free = @convention(c) @Sendable (Pointer) -> Void
    typealias SetNumber = @convention(c) @Sendable (Pointer, Int32) -> Void
    typealias Number = @convention(c) @Sendable (Pointer) -> Int32
    typealias ChannelNumber = @convention(c) @Sendable (Pointer, heif_channel) -> Int32
    typealias Read =
        @convention(c) @Sendable (Pointer, UnsafeRawPointer?, Int, Pointer) -> heif_error
    typealias Primary = @convention(c) @Sendable (Pointer, Made) -> heif_error
    typealias Decode =
        @convention(c) @Sendable (Pointer, Made, heif_colorspace, heif_chroma, Pointer) ->
        heif_error
    typealias Kind = @convention(c) @Sendable (Pointer) -> heif_color_profile_type
    typealias Count = @convention(c) @Sendable (Pointer) -> Int
    typealias Copy = @convention(c) @Sendable (Pointer, UnsafeMutableRawPointer?) -> heif_error
    typealias Codes = UnsafeMutablePointer<heif_color_profile_nclx>?
    typealias CopyCodes =
        @convention(c) @Sendable (Pointer, UnsafeMutablePointer<Codes>?) -> heif_error
    typealias FreeCodes = @convention(c) @Sendable (Codes) -> Void
    typealias Plane =
        @convention(c) @Sendable (Pointer, heif_channel, UnsafeMutablePointer<Int32>?) ->
        UnsafePointer<UInt8>?

    let makeContext: Make
    let freeContext: Free
    let setThreads: SetNumber
    let read: Read
    let primary: Primary
    let freeHandle: Free
    let width: Number
    let height: Number
    let hasAlpha: Number
    let profileKind: Kind
    let profileSize: Count
    let copyProfile: Copy
    let copyCodes: CopyCodes
    let freeCodes: FreeCodes
    let decode: Decode
    let freeImage: Free
    let imageWidth: ChannelNumber
    let imageHeight: ChannelNumber
    let plane: Plane

    /// Nil if it is not installed.
    static let shared = HEIFLibrary()

    private init?() {
        do throws(LoadedLibrary.Missing) {
            let library = try LoadedLibrary("libheif.so.1")
            unsafe makeContext = try library.symbol("heif_context_alloc")
            unsafe freeContext = try library.symbol("heif_context_free")
            unsafe setThreads = try library.symbol("heif_context_set_max_decoding_threads")
            unsafe read = try library.symbol("heif_context_read_from_memory_without_copy")
            unsafe primary = try library.symbol("heif_context_get_primary_image_handle")
            unsafe freeHandle = try library.symbol("heif_image_handle_release")
            unsafe width = try library.symbol("heif_image_handle_get_width")
            unsafe height = try library.symbol("heif_image_handle_get_height")
            unsafe hasAlpha = try library.symbol("heif_image_handle_has_alpha_channel")
            unsafe profileKind = try library.symbol("heif_image_handle_get_color_profile_type")
            unsafe profileSize = try library.symbol("heif_image_handle_get_raw_color_profile_size")
            unsafe copyProfile = try library.symbol("heif_image_handle_get_raw_color_profile")
            unsafe copyCodes = try library.symbol("heif_image_handle_get_nclx_color_profile")
            unsafe freeCodes = try library.symbol("heif_nclx_color_profile_free")
            unsafe decode = try library.symbol("heif_decode_image")
            unsafe freeImage = try library.symbol("heif_image_release")
            unsafe imageWidth = try library.symbol("heif_image_get_width")
            unsafe imageHeight = try library.symbol("heif_image_get_height")
            unsafe plane = try library.symbol("heif_image_get_plane_readonly")
        } catch {
            return nil
        }
    }
}

extension PictureDecoder {
    /// Loads the library now. It is searched only once; if no file descriptor is left at that time,
    /// enabled formats would be rejected permanently.
    package static func openHEIF() { _ = HEIFLibrary.shared }
}

/// A color space stated by code points (ITU-T H.273) instead of a profile.
struct ColorCodePoints: Hashable {
    /// `ColourPrimaries` (8.1).
    let primaries: Int
    /// `TransferCharacteristics` (8.2).
    let transfer: Int

    /// Red, green, blue, white; nil if unspecified, reserved or not of three colors.
    private var chromaticities: [(x: Double, y: Double)]? {
        let daylight = (0.3127, 0.329)
        return switch primaries {
        case 1: [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06), daylight]
        case 4: [(0.67, 0.33), (0.21, 0.71), (0.14, 0.08), (0.31, 0.316)]
        case 5: [(0.64, 0.33), (0.29, 0.6), (0.15, 0.06), daylight]
        case 6, 7: [(0.63, 0.34), (0.31, 0.595), (0.155, 0.07), daylight]
        case 8: [(0.681, 0.319), (0.243, 0.692), (0.145, 0.049), (0.31, 0.316)]
        case 9: [(0.708, 0.292), (0.17, 0.797), (0.131, 0.046), daylight]
        case 11: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), (0.314, 0.351)]
        case 12: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), daylight]
        case 22: [(0.63, 0.34), (0.295, 0.605), (0.155, 0.077), daylight]
        default: nil
        }
    }

    private enum Curve {
        case sRGB
        case gamma(Double)
        /// The light of a signal, both from 0 to 1.
        case function((Double) -> Double)
    }

    /// Like browsers, this treats the functions of television as that of sRGB.
    private var curve: Curve {
        switch transfer {
        case 4: .gamma(2.2)
        case 5: .gamma(2.8)
        case 8: .gamma(1)
        case 16: .function(Self.light(ofPQ:))
        case 17: .gamma(2.6)
        case 18: .function(Self.light(ofHLG:))
        default: .sRGB
        }
    }

    /// The light of white paper in high dynamic range, in cd/m² (ITU-R BT.2408, 2.1). Brighter
    /// colors become white.
    private static let white = 203.0

    /// SMPTE ST 2084.
    private static func light(ofPQ signal: Double) -> Double {
        let power = pow(signal, 32 / 2523)
        let light = max(power - 107 / 128, 0) / (2413 / 128 - 2392 / 128 * power)
        return min(1, pow(light, 16384 / 2610) * 10_000 / white)
    }

    /// ARIB STD-B67, with the system gamma of a display of 1,000 cd/m². White paper has three
    /// quarters of the signal.
    private static func light(ofHLG signal: Double) -> Double {
        func scene(_ signal: Double) -> Double {
            signal <= 0.5
                ? signal * signal / 3 : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
        }
        return min(1, pow(scene(signal) / scene(0.75), 1.2))
    }

    private static let tableSize = 4_096

    /// The ICC profile of these code points; nil for sRGB and for unknown primaries.
    var profile: [UInt8]? {
        guard let chromaticities else { return nil }
        if case .sRGB = curve, primaries == 1 { return nil }
        let made: OpaquePointer?
        switch curve {
        case .sRGB:
            let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            unsafe made = cmsBuildParametricToneCurve(nil, 4, parameters)
        case .gamma(let gamma): unsafe made = cmsBuildGamma(nil, gamma)
        case .function(let light):
            let table = (0..<Self.tableSize).map { place in
                UInt16((light(Double(place) / Double(Self.tableSize - 1)) * 65_535).rounded())
            }
            unsafe made = cmsBuildTabulatedToneCurve16(nil, UInt32(table.count), table)
        }
        guard let made = unsafe made else { return nil }
        defer { unsafe cmsFreeToneCurve(made) }
        let points = chromaticities.map { cmsCIExyY(x: $0.x, y: $0.y, Y: 1) }
        var white = points[3]
        var primaries = cmsCIExyYTRIPLE(Red: points[0], Green: points[1], Blue: points[2])
        var curves = unsafe [Optional(made), made, made]
        guard let profile = unsafe cmsCreateRGBProfile(&white, &primaries, &curves) else {
            return nil
        }
        defer { unsafe cmsCloseProfile(profile) }
        return unsafe ICCProfile.bytes(of: profile)
    }
}

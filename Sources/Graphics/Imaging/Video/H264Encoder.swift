import Basics
import CX264

/// Owns one libx264 encoder, which returns every frame immediately.
@safe struct H264Encoder: ~Copyable {
    /// The sequence and picture parameter sets, without lengths.
    let sequenceParameters: [UInt8]
    let pictureParameters: [UInt8]

    private let library: X264Library
    private let encoder: OpaquePointer
    private let size: PixelSize

    /// Keeps the edges of letters: the luma of a scrolling chat has a measured SSIM of 0.999.
    private static let quality: Float = 19

    /// - Parameters:
    ///   - size: the size of the planes; both sides are even.
    ///   - rate: ticks per second.
    init(
        _ size: PixelSize, rate: Int, by library: X264Library? = .shared
    ) throws(VideoFault) {
        guard let library else { throw .missingLibrary(.h264) }
        var parameters = unsafe x264_param_t()
        // Measured: the next slower preset takes 1.4 times as long for 4 to 14 % fewer bytes.
        guard unsafe library.setPreset(&parameters, "superfast", nil) == 0 else {
            throw .refused(0)
        }
        unsafe Self.configure(&parameters, for: size, rate: rate)
        guard unsafe library.setProfile(&parameters, "high") == 0 else { throw .refused(0) }
        // libx264 gives no reason. Sizes were checked before, so the cause is a lack of memory.
        guard let encoder = unsafe library.open(&parameters) else { throw .memory }
        let sets = unsafe Self.parameterSets(library, encoder)
        guard let sequence = sets[7], let picture = sets[8] else {
            unsafe library.close(encoder)
            throw .refused(0)
        }
        self.library = library
        unsafe self.encoder = encoder
        self.size = size
        sequenceParameters = sequence
        pictureParameters = picture
    }

    deinit { unsafe library.close(encoder) }

    private static func configure(
        _ parameters: inout x264_param_t, for size: PixelSize, rate: Int
    ) {
        unsafe parameters.i_log_level = X264_LOG_NONE
        unsafe parameters.i_width = Int32(size.width)
        unsafe parameters.i_height = Int32(size.height)
        unsafe parameters.i_csp = X264_CSP_I420
        // Gives the same bytes on every processor, and encodes on the calling worker.
        unsafe parameters.b_cpu_independent = 1
        unsafe parameters.i_threads = 1
        unsafe parameters.i_lookahead_threads = 1
        // Every frame is returned immediately: no look-ahead, and no references to later frames.
        unsafe parameters.i_sync_lookahead = 0
        unsafe parameters.rc.i_lookahead = 0
        unsafe parameters.rc.b_mb_tree = 0
        unsafe parameters.i_bframe = 0
        // The container stores the durations of frames. If libx264 considered them, it would hold
        // each frame until it has the next one.
        unsafe parameters.b_vfr_input = 0
        unsafe parameters.i_fps_num = UInt32(rate)
        unsafe parameters.i_fps_den = 1
        // The writer decides which frames are keyframes.
        unsafe parameters.i_keyint_max = X264_KEYINT_MAX_INFINITE
        unsafe parameters.i_scenecut_threshold = 0
        unsafe parameters.rc.i_rc_method = X264_RC_CRF
        unsafe parameters.rc.f_rf_constant = quality
        // ITU-T H.264, annex E: BT.709 with a range of 16 to 235.
        unsafe parameters.vui.b_fullrange = 0
        unsafe parameters.vui.i_colorprim = 1
        unsafe parameters.vui.i_transfer = 1
        unsafe parameters.vui.i_colmatrix = 1
        // The form of MP4: units are preceded by their lengths, and headers are separate.
        unsafe parameters.b_annexb = 0
        unsafe parameters.b_repeat_headers = 0
    }

    /// Returns the header units by their types. The unit with the library's version is not used.
    private static func parameterSets(
        _ library: X264Library, _ encoder: OpaquePointer
    ) -> [Int32: [UInt8]] {
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        guard unsafe library.headers(encoder, &units, &count) > 0 else { return [:] }
        var sets: [Int32: [UInt8]] = [:]
        for number in 0..<Int(count) {
            guard let unit = unsafe units?[number] else { continue }
            let bytes = unsafe UnsafeBufferPointer(
                start: unit.p_payload, count: Int(unit.i_payload))
            sets[unsafe unit.i_type] = unsafe Array(bytes.dropFirst(4))
        }
        return sets
    }

    /// - Parameter planes: planes of this encoder's size.
    /// - Returns: units with their lengths, and whether the frame is a keyframe.
    func encode(
        _ planes: VideoPlanes, at tick: Int, isKey: Bool
    ) throws(VideoFault) -> (bytes: [UInt8], isKey: Bool) {
        var (picture, made) = unsafe (x264_picture_t(), x264_picture_t())
        unsafe library.initialize(&picture)
        unsafe picture.i_type = isKey ? X264_TYPE_IDR : X264_TYPE_AUTO
        unsafe picture.i_pts = Int64(tick)
        unsafe picture.img.i_csp = X264_CSP_I420
        unsafe picture.img.i_plane = 3
        let half = Int32(size.width / 2)
        unsafe picture.img.i_stride = (Int32(size.width), half, half, 0)
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        let length = unsafe planes.bytes.withUnsafeBufferPointer { bytes in
            // libx264 only reads the planes, although its structure declares them as mutable.
            guard let luma = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress) else {
                return Int32(-1)
            }
            let blue = unsafe luma + size.width * size.height
            let red = unsafe blue + size.width * size.height / 4
            unsafe picture.img.plane = (luma, blue, red, nil)
            return unsafe library.encode(encoder, &units, &count, &picture, &made)
        }
        guard length > 0, count > 0, let first = unsafe units?.pointee.p_payload else {
            throw .refused(length)
        }
        let bytes = unsafe UnsafeBufferPointer(start: first, count: Int(length))
        return unsafe (Array(bytes), made.b_keyframe != 0)
    }
}

/// libx264, opened for the first MP4.
///
/// libavcodec would also work, but brings 134 libraries: opening it takes 75 to 115 ms instead of
/// 0.3 ms, and it adds 169 MB to an image instead of 2 MB. Only the version whose header was
/// compiled in is accepted, because its structures differ between versions.
@safe struct X264Library: Sendable {
    typealias Pointer = OpaquePointer?
    typealias Parameters = UnsafeMutablePointer<x264_param_t>?
    typealias Picture = UnsafeMutablePointer<x264_picture_t>?
    typealias Units = UnsafeMutablePointer<UnsafeMutablePointer<x264_nal_t>?>?
    typealias Count = UnsafeMutablePointer<Int32>?
    typealias Preset =
        @convention(c) @Sendable (Parameters, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
    typealias Profile = @convention(c) @Sendable (Parameters, UnsafePointer<CChar>?) -> Int32
    typealias Initialize = @convention(c) @Sendable (Picture) -> Void
    typealias Open = @convention(c) @Sendable (Parameters) -> Pointer
    typealias Headers = @convention(c) @Sendable (Pointer, Units, Count) -> Int32
    typealias Encode = @convention(c) @Sendable (Pointer, Units, Count, Picture, Picture) -> Int32
    typealias Close = @convention(c) @Sendable (Pointer) -> Void

    let setPreset: Preset
    let setProfile: Profile
    let initialize: Initialize
    let open: Open
    let headers: Headers
    let encode: Encode
    let close: Close

    /// Nil if it is not installed.
    static let shared = X264Library("libx264.so.\(X264_BUILD)")

    init?(_ name: String) {
        do throws(LoadedLibrary.Missing) {
            let library = try LoadedLibrary(name)
            unsafe setPreset = try library.symbol("x264_param_default_preset")
            unsafe setProfile = try library.symbol("x264_param_apply_profile")
            unsafe initialize = try library.symbol("x264_picture_init")
            unsafe open = try library.symbol("x264_encoder_open_\(X264_BUILD)")
            unsafe headers = try library.symbol("x264_encoder_headers")
            unsafe encode = try library.symbol("x264_encoder_encode")
            unsafe close = try library.symbol("x264_encoder_close")
        } catch {
            return nil
        }
    }
}

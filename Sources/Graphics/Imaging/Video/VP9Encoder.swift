import Basics
import CVPX

/// Owns one libvpx encoder of VP9, which returns every frame immediately.
@safe struct VP9Encoder: ~Copyable {
    private let library: VPXLibrary
    private let context: UnsafeMutablePointer<vpx_codec_ctx_t>
    private let size: PixelSize

    /// The quantizer, from 0 to 63. It keeps the edges of letters: the luma of a scrolling chat has
    /// a measured SSIM of 0.998.
    private static let quality: Int32 = 20

    /// - Parameters:
    ///   - size: the size of the planes; both sides are even.
    ///   - rate: ticks per second.
    init(
        _ size: PixelSize, rate: Int, by library: VPXLibrary? = .shared
    ) throws(VideoFault) {
        guard let library else { throw .missingLibrary(.vp9) }
        var configuration = unsafe vpx_codec_enc_cfg_t()
        let interface = unsafe library.interface()
        let status = unsafe library.setDefaults(interface, &configuration, 0)
        guard status == VPX_CODEC_OK else { throw Self.fault(status) }
        unsafe Self.configure(&configuration, for: size, rate: rate)
        let context = UnsafeMutablePointer<vpx_codec_ctx_t>.allocate(capacity: 1)
        unsafe context.initialize(to: vpx_codec_ctx_t())
        let opened = unsafe library.open(context, interface, &configuration, 0, vpx_encoder_version)
        var failure = opened == VPX_CODEC_OK ? nil : Self.fault(opened)
        if failure == nil { failure = unsafe Self.set(context, by: library) }
        if let failure {
            _ = unsafe library.close(context)
            unsafe context.deallocate()
            throw failure
        }
        self.library = library
        unsafe self.context = context
        self.size = size
    }

    deinit {
        _ = unsafe library.close(context)
        unsafe context.deallocate()
    }

    private static func configure(
        _ configuration: inout vpx_codec_enc_cfg_t, for size: PixelSize, rate: Int
    ) {
        unsafe configuration.g_w = UInt32(size.width)
        unsafe configuration.g_h = UInt32(size.height)
        unsafe configuration.g_timebase = vpx_rational(num: 1, den: Int32(rate))
        // Encodes on the calling worker, and returns every frame immediately.
        unsafe configuration.g_threads = 1
        unsafe configuration.g_lag_in_frames = 0
        unsafe configuration.g_pass = VPX_RC_ONE_PASS
        unsafe configuration.rc_end_usage = VPX_Q
        unsafe configuration.rc_dropframe_thresh = 0
        // The writer decides which frames are keyframes.
        unsafe configuration.kf_mode = VPX_KF_DISABLED
    }

    /// Returns nil if all settings were accepted.
    private static func set(
        _ context: UnsafeMutablePointer<vpx_codec_ctx_t>, by library: VPXLibrary
    ) -> VideoFault? {
        let numbers: [(vp8e_enc_control_id, Int32)] = [
            // 9 is the fastest speed. Speed 7 takes 1.5 times as long for a quarter fewer bytes.
            (VP8E_SET_CPUUSED, 9),
            (VP8E_SET_CQ_LEVEL, quality),
            (VP8E_SET_ENABLEAUTOALTREF, 0),
            (VP9E_SET_AQ_MODE, 0),
            (VP9E_SET_TUNE_CONTENT, Int32(VP9E_CONTENT_SCREEN.rawValue)),
            (VP9E_SET_COLOR_SPACE, Int32(VPX_CS_BT_709.rawValue)),
            (VP9E_SET_COLOR_RANGE, Int32(VPX_CR_STUDIO_RANGE.rawValue)),
        ]
        let control = unsafe UnsafeMutableRawPointer(bitPattern: library.control)
        for (key, value) in numbers {
            let status = unsafe vpx_set_number(control, context, Int32(key.rawValue), value)
            guard status == VPX_CODEC_OK else { return fault(status) }
        }
        return nil
    }

    private static func fault(_ status: vpx_codec_err_t) -> VideoFault {
        status == VPX_CODEC_MEM_ERROR ? .memory : .refused(Int32(status.rawValue))
    }

    /// - Parameter planes: planes of this encoder's size.
    /// - Returns: a frame, and whether it is a keyframe.
    func encode(
        _ planes: VideoPlanes, at tick: Int, ticks: Int, isKey: Bool
    ) throws(VideoFault) -> (bytes: [UInt8], isKey: Bool) {
        var image = unsafe vpx_image_t()
        let status = unsafe planes.bytes.withUnsafeBufferPointer { bytes in
            // libvpx only reads the planes, although its structure declares them as mutable.
            let start = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
            let (width, height) = (UInt32(size.width), UInt32(size.height))
            _ = unsafe library.wrap(&image, VPX_IMG_FMT_I420, width, height, 1, start)
            return unsafe library.encode(
                context, &image, Int64(tick), UInt(ticks), isKey ? Int(VPX_EFLAG_FORCE_KF) : 0,
                UInt(VPX_DL_REALTIME))
        }
        guard status == VPX_CODEC_OK else { throw Self.fault(status) }
        var place: OpaquePointer?
        while let packet = unsafe library.packet(context, &place) {
            guard let bytes = unsafe vpx_packet_bytes(packet) else { continue }
            let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: vpx_packet_size(packet))
            return unsafe (Array(buffer), vpx_packet_is_key(packet) != 0)
        }
        throw .refused(0)
    }
}

/// libvpx, opened for the first WebM. `X264Library` explains why libavcodec is not used.
@safe struct VPXLibrary: Sendable {
    typealias Context = UnsafeMutablePointer<vpx_codec_ctx_t>?
    typealias Configuration = UnsafeMutablePointer<vpx_codec_enc_cfg_t>?
    typealias Image = UnsafeMutablePointer<vpx_image_t>?
    typealias Interface = @convention(c) @Sendable () -> OpaquePointer?
    typealias Defaults =
        @convention(c) @Sendable (OpaquePointer?, Configuration, UInt32) -> vpx_codec_err_t
    typealias Open =
        @convention(c) @Sendable (Context, OpaquePointer?, Configuration, Int, Int32) ->
        vpx_codec_err_t
    typealias Wrap =
        @convention(c) @Sendable (
            Image, vpx_img_fmt_t, UInt32, UInt32, UInt32, UnsafeMutablePointer<UInt8>?
        ) -> Image
    typealias Encode =
        @convention(c) @Sendable (Context, Image, Int64, UInt, Int, UInt) -> vpx_codec_err_t
    typealias Packet =
        @convention(c) @Sendable (Context, UnsafeMutablePointer<OpaquePointer?>?) ->
        UnsafePointer<vpx_codec_cx_pkt_t>?
    typealias Close = @convention(c) @Sendable (Context) -> vpx_codec_err_t

    let interface: Interface
    let setDefaults: Defaults
    let open: Open
    let wrap: Wrap
    let encode: Encode
    let packet: Packet
    let close: Close
    /// The address of a variadic function, which Swift cannot call.
    let control: UInt

    /// Nil if it is not installed.
    static let shared = VPXLibrary("libvpx.so.7")

    init?(_ name: String) {
        do throws(LoadedLibrary.Missing) {
            let library = try LoadedLibrary(name)
            unsafe interface = try library.symbol("vpx_codec_vp9_cx")
            unsafe setDefaults = try library.symbol("vpx_codec_enc_config_default")
            unsafe open = try library.symbol("vpx_codec_enc_init_ver")
            unsafe wrap = try library.symbol("vpx_img_wrap")
            unsafe encode = try library.symbol("vpx_codec_encode")
            unsafe packet = try library.symbol("vpx_codec_get_cx_data")
            unsafe close = try library.symbol("vpx_codec_destroy")
            unsafe control = try library.symbol("vpx_codec_control_")
        } catch {
            return nil
        }
    }
}

import CVPX
import Glibc

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

    /// The library; nil if it is not installed.
    static let shared = VPXLibrary("libvpx.so.7")

    init?(_ name: String) {
        guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        func symbol<F>(_ name: String) -> F? {
            unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: F.self) }
        }
        guard let interface: Interface = unsafe symbol("vpx_codec_vp9_cx"),
            let setDefaults: Defaults = unsafe symbol("vpx_codec_enc_config_default"),
            let open: Open = unsafe symbol("vpx_codec_enc_init_ver"),
            let wrap: Wrap = unsafe symbol("vpx_img_wrap"),
            let encode: Encode = unsafe symbol("vpx_codec_encode"),
            let packet: Packet = unsafe symbol("vpx_codec_get_cx_data"),
            let close: Close = unsafe symbol("vpx_codec_destroy"),
            let control: UInt = symbol("vpx_codec_control_")
        else { return nil }
        unsafe self.interface = interface
        unsafe self.setDefaults = setDefaults
        unsafe self.open = open
        unsafe self.wrap = wrap
        unsafe self.encode = encode
        unsafe self.packet = packet
        unsafe self.close = close
        self.control = control
    }
}

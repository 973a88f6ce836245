import CX264
import Glibc

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

    /// The library; nil if it is not installed.
    static let shared = X264Library("libx264.so.\(X264_BUILD)")

    init?(_ name: String) {
        guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        func symbol<F>(_ name: String) -> F? {
            unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: F.self) }
        }
        guard let setPreset: Preset = unsafe symbol("x264_param_default_preset"),
            let setProfile: Profile = unsafe symbol("x264_param_apply_profile"),
            let initialize: Initialize = unsafe symbol("x264_picture_init"),
            let open: Open = unsafe symbol("x264_encoder_open_\(X264_BUILD)"),
            let headers: Headers = unsafe symbol("x264_encoder_headers"),
            let encode: Encode = unsafe symbol("x264_encoder_encode"),
            let close: Close = unsafe symbol("x264_encoder_close")
        else { return nil }
        unsafe self.setPreset = setPreset
        unsafe self.setProfile = setProfile
        unsafe self.initialize = initialize
        unsafe self.open = open
        unsafe self.headers = headers
        unsafe self.encode = encode
        unsafe self.close = close
    }
}

import CHEIF
import Glibc

/// libheif, loaded for the first HEIC or AVIF. Linking it would load x265, aom and dav1d at every
/// start (measured 4 ms) for a setting that is off by default.
@safe struct HEIFLibrary: Sendable {
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

    /// The library; nil if it is not installed.
    static let shared = HEIFLibrary()

    private init?() {
        guard let library = unsafe dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func symbol<F>(_ name: String) -> F? {
            unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: F.self) }
        }
        guard let makeContext: Make = unsafe symbol("heif_context_alloc"),
            let freeContext: Free = unsafe symbol("heif_context_free"),
            let setThreads: SetNumber = unsafe symbol("heif_context_set_max_decoding_threads"),
            let read: Read = unsafe symbol("heif_context_read_from_memory_without_copy"),
            let primary: Primary = unsafe symbol("heif_context_get_primary_image_handle"),
            let freeHandle: Free = unsafe symbol("heif_image_handle_release"),
            let width: Number = unsafe symbol("heif_image_handle_get_width"),
            let height: Number = unsafe symbol("heif_image_handle_get_height"),
            let hasAlpha: Number = unsafe symbol("heif_image_handle_has_alpha_channel"),
            let profileKind: Kind = unsafe symbol("heif_image_handle_get_color_profile_type"),
            let profileSize: Count = unsafe symbol("heif_image_handle_get_raw_color_profile_size"),
            let copyProfile: Copy = unsafe symbol("heif_image_handle_get_raw_color_profile"),
            let copyCodes: CopyCodes = unsafe symbol("heif_image_handle_get_nclx_color_profile"),
            let freeCodes: FreeCodes = unsafe symbol("heif_nclx_color_profile_free"),
            let decode: Decode = unsafe symbol("heif_decode_image"),
            let freeImage: Free = unsafe symbol("heif_image_release"),
            let imageWidth: ChannelNumber = unsafe symbol("heif_image_get_width"),
            let imageHeight: ChannelNumber = unsafe symbol("heif_image_get_height"),
            let plane: Plane = unsafe symbol("heif_image_get_plane_readonly")
        else { return nil }
        unsafe self.makeContext = makeContext
        unsafe self.freeContext = freeContext
        unsafe self.setThreads = setThreads
        unsafe self.read = read
        unsafe self.primary = primary
        unsafe self.freeHandle = freeHandle
        unsafe self.width = width
        unsafe self.height = height
        unsafe self.hasAlpha = hasAlpha
        unsafe self.profileKind = profileKind
        unsafe self.profileSize = profileSize
        unsafe self.copyProfile = copyProfile
        unsafe self.copyCodes = copyCodes
        unsafe self.freeCodes = freeCodes
        unsafe self.decode = decode
        unsafe self.freeImage = freeImage
        unsafe self.imageWidth = imageWidth
        unsafe self.imageHeight = imageHeight
        unsafe self.plane = plane
    }
}

extension PictureDecoder {
    /// Loads the library now. It is searched only once; if no file descriptor is left at that time,
    /// enabled formats would be rejected permanently.
    package static func openHEIF() { _ = HEIFLibrary.shared }
}

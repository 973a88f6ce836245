/// The codec of a video. Each codec has its own container: MP4 for H.264, WebM for VP9.
package enum VideoCodec: Sendable, Hashable, CaseIterable {
    case h264, vp9

    /// The Debian package with the codec's library. Both are used as Debian builds them: libvpx
    /// under a BSD license, libx264 under the GPL.
    package var package: String {
        switch self {
        case .h264: "libx264-164"
        case .vp9: "libvpx7"
        }
    }

    /// Opens the library.
    package var isAvailable: Bool {
        switch self {
        case .h264: X264Library.shared != nil
        case .vp9: VPXLibrary.shared != nil
        }
    }

    /// The maximum number of pixels on one side and in total, from level 6.2 of H.264 (table A-1);
    /// level 6.2 of VP9 is about equal.
    private static let maxSide = 16_384
    private static let maxPixels = 35_651_584

    /// Returns the maximum length of the longer side for a picture with this shorter side.
    package static func maxSide(of size: PixelSize) -> Int {
        min(maxSide, maxPixels / max(1, min(size.width, size.height)))
    }

    /// The memory of a `VideoWriter` in bytes per pixel, including its canvas and planes. Measured:
    /// 27 to 34 for H.264 and 86 to 101 for VP9, rounded up.
    package var bytesPerPixel: Int {
        switch self {
        case .h264: 36
        case .vp9: 104
        }
    }
}

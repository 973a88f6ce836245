/// How the frames of a video are compressed. Each codec has its own container: H.264 is in MP4, VP9
/// in WebM.
package enum VideoCodec: Sendable, Hashable, CaseIterable {
    case h264, vp9

    /// Debian's package with the codec's library. Both are used as Debian ships them: libvpx under
    /// a BSD license, libx264 under the GPL.
    package var package: String {
        switch self {
        case .h264: "libx264-164"
        case .vp9: "libvpx7"
        }
    }

    /// Whether the library is installed. Opens it.
    package var isAvailable: Bool {
        switch self {
        case .h264: X264Library.shared != nil
        case .vp9: VPXLibrary.shared != nil
        }
    }

    /// The most pixels on either side and in all: level 6.2 of H.264 (table A-1) and of VP9, which
    /// are about equal.
    private static let maxSide = 16_384
    private static let maxPixels = 35_651_584

    /// The most pixels on the longer side of a picture as wide or as high as this one.
    package static func maxSide(of size: PixelSize) -> Int {
        min(maxSide, maxPixels / max(1, min(size.width, size.height)))
    }

    /// The bytes that a `VideoWriter` takes for each pixel, its canvas and planes included: measured
    /// 27 to 34 and 86 to 101, and some more.
    package var bytesPerPixel: Int {
        switch self {
        case .h264: 36
        case .vp9: 104
        }
    }
}

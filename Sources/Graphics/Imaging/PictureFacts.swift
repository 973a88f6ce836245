/// The properties in a picture's headers, found without decoding a pixel.
package struct PictureFacts: Sendable, Hashable {
    package let format: PictureFormat
    /// The stored size; `size` is the size after rotation.
    let storedSize: PixelSize
    /// The size of the first frame, which may be smaller than the picture, or invalidly larger.
    let frameSize: PixelSize
    package let orientation: Orientation
    /// The number of frames, counted up to `PictureProbe.maxFrames`. Only the first is ever drawn.
    let frames: Int
    package let hasAlpha: Bool
    package let isCMYK: Bool
    /// Whether the file is a grayscale JPEG or PNG.
    package let isGray: Bool
    /// Whether the file is a PNG with rows of 8-bit gray or RGB from top to bottom. A document can
    /// embed these without decoding.
    package let hasPlainRows: Bool
    /// Whether an Adobe marker states that a CMYK picture is stored inverted.
    let hasInvertedInk: Bool
    /// Whether the decoder needs the whole picture in memory to return the first row.
    let isInterlaced: Bool

    init(
        _ format: PictureFormat, storedSize: PixelSize, frameSize: PixelSize? = nil,
        orientation: Orientation = .up, frames: Int = 1, hasAlpha: Bool = false,
        isCMYK: Bool = false, isGray: Bool = false,
        hasPlainRows: Bool = false,
        hasInvertedInk: Bool = false, isInterlaced: Bool = false
    ) {
        self.format = format
        self.storedSize = storedSize
        self.frameSize = frameSize ?? storedSize
        self.orientation = orientation
        self.frames = frames
        self.hasAlpha = hasAlpha
        self.isCMYK = isCMYK
        self.isGray = isGray
        self.hasPlainRows = hasPlainRows
        self.hasInvertedInk = hasInvertedInk
        self.isInterlaced = isInterlaced
    }

    package var size: PixelSize { orientation.swapsSides ? storedSize.transposed : storedSize }
    package var width: Int { size.width }
    package var height: Int { size.height }

    /// The approximate peak memory of decoding in bytes, to be reserved beforehand.
    package func decodingBytes(covering wanted: PixelSize?) -> Int {
        let target = size.reduced(covering: wanted)
        let result = target.width * target.height * 4
        let whole = storedSize.width * storedSize.height
        let working =
            switch format {
            case .png: isInterlaced ? whole * 4 : 0
            case .jpeg: min(result * 4, whole * 4) + (isInterlaced ? whole * 6 : 0)
            case .webp, .heic, .avif: whole * 4
            case .gif: isInterlaced ? whole : 0
            }
        return result * (orientation == .up ? 1 : 2) + working
    }
}

package enum PictureFormat: String, Sendable, CaseIterable {
    case png, jpeg, webp, gif, heic, avif
}

/// File formats that people send as pictures and that are not supported: vector formats with active
/// content (SVG, PostScript, HTML), documents, videos, and pictures that no chat contains.
package enum ForeignType: String, Sendable, CaseIterable {
    case svg, html, xml, pdf, postscript, mvg, tiff, bmp, icon, photoshop, jpegxl, jpeg2000, video,
        zip
}

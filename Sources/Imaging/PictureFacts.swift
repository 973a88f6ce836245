/// The facts in a picture's headers, found without decoding a pixel.
package struct PictureFacts: Sendable, Hashable {
    package let format: PictureFormat
    /// As stored; `size` is as seen.
    let storedSize: PixelSize
    /// The first frame's own size, which may be smaller than the picture's, or wrongly larger.
    let frameSize: PixelSize
    package let orientation: Orientation
    /// Counted up to `PictureProbe.mostFrames`; only the first is ever drawn.
    package let frames: Int
    package let hasAlpha: Bool
    package let isCMYK: Bool
    /// A JPEG or PNG of lightness alone.
    package let isGrey: Bool
    /// A PNG whose rows are 8 bits of grey, or of red, green and blue, from top to bottom: a
    /// document can take them over unread.
    package let hasPlainRows: Bool
    /// An Adobe marker says that a CMYK picture's inks are stored inverted.
    let hasInvertedInk: Bool
    /// The decoder must hold the whole picture before it can give the first row.
    let isInterlaced: Bool

    init(
        _ format: PictureFormat, storedSize: PixelSize, frameSize: PixelSize? = nil,
        orientation: Orientation = .up, frames: Int = 1, hasAlpha: Bool = false,
        isCMYK: Bool = false, isGrey: Bool = false,
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
        self.isGrey = isGrey
        self.hasPlainRows = hasPlainRows
        self.hasInvertedInk = hasInvertedInk
        self.isInterlaced = isInterlaced
    }

    /// The size as seen: after the orientation was applied.
    package var size: PixelSize { orientation.swapsSides ? storedSize.transposed : storedSize }
    package var width: Int { size.width }
    package var height: Int { size.height }

    /// About how many bytes decoding takes at its peak, for a budget to be kept before they are
    /// taken.
    package func decodingBytes(covering wanted: PixelSize? = nil) -> Int {
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

/// The kinds of picture that are read.
package enum PictureFormat: String, Sendable, CaseIterable {
    case png, jpeg, webp, gif, heic, avif
}

/// Kinds of file that people send as pictures and that are never read: drawing programs in disguise
/// (SVG, PostScript, HTML), documents, films, and pictures no chat holds.
package enum ForeignType: String, Sendable, CaseIterable {
    case svg, html, xml, pdf, postscript, mvg, tiff, bmp, icon, photoshop, jpegxl, jpeg2000, video,
        zip
}

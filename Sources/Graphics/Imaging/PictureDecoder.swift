/// Decodes a probed picture: upright, premultiplied, and no larger than needed for drawing.
package enum PictureDecoder {
    /// Returns the smallest picture of the same proportions that covers `wanted`, or the full size
    /// if it is nil. The facts must come from `PictureProbe` for the same bytes.
    ///
    /// - Parameter inks: the color profile of a CMYK picture.
    package static func decode(
        _ bytes: [UInt8], _ facts: PictureFacts, covering wanted: PixelSize? = nil,
        inks: PictureProfile? = nil
    ) throws(PictureFault) -> Bitmap {
        let upright = facts.size.reduced(covering: wanted)
        let target = facts.orientation.swapsSides ? upright.transposed : upright
        let bitmap: Bitmap =
            switch facts.format {
            case .png: try PNGReader.decode(bytes, facts, to: target)
            case .jpeg: try JPEGReader.decode(bytes, facts, to: target, inks: inks)
            case .webp: try WebPReader.decode(bytes, facts, to: target)
            case .gif: try GIFReader.decode(bytes, facts, to: target)
            case .heic, .avif: try HEIFReader.decode(bytes, facts, to: target)
            }
        return bitmap.turned(facts.orientation)
    }

    /// Decodes the picture and converts its colors to sRGB.
    package static func decode(
        _ picture: EncodedPicture, covering wanted: PixelSize? = nil
    ) throws(PictureFault) -> Bitmap {
        let bitmap = try decode(
            picture.bytes, picture.facts, covering: wanted, inks: picture.profile)
        return picture.profile?.converted(bitmap) ?? bitmap
    }
}

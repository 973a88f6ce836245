/// Decodes a probed picture: upright, premultiplied, and no larger than it will be drawn.
package enum PictureDecoder {
    /// The smallest picture with its own proportions that covers `wanted`, or its own size when
    /// nil. Facts must be those that `PictureProbe` found in the same bytes.
    ///
    /// - Parameter inks: what the colours of a picture of inks mean.
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

    /// The same in sRGB's colours.
    package static func decode(
        _ picture: EncodedPicture, covering wanted: PixelSize? = nil
    ) throws(PictureFault) -> Bitmap {
        let bitmap = try decode(
            picture.bytes, picture.facts, covering: wanted, inks: picture.profile)
        return picture.profile?.converted(bitmap) ?? bitmap
    }
}

extension Bitmap {
    /// An emoji's picture, as its font holds it. Fonts are the machine's own; one with a broken picture
    /// loses that picture only.
    package init?(emoji png: [UInt8]) {
        do throws(PictureFault) {
            let facts = try PictureProbe(limits: PictureLimits(pixels: 1_000_000)).facts(of: png)
            self = try PictureDecoder.decode(png, facts)
        } catch {
            return nil
        }
    }
}

package import Scene

/// Holds the pictures that travel beside a drawing.
package protocol PictureLookup {
    /// The picture's pixels: all of it, in its own proportions, at its own size or smaller, but no
    /// smaller than would cover `width` × `height` pixels. Nil for a picture that cannot be had.
    func bitmap(_ id: PictureID, coveringWidth width: Int, height: Int) -> Bitmap?
}

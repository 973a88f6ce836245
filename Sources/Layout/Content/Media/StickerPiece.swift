import Scene

/// An uncropped picture directly on the canvas.
struct StickerPiece: Piece {
    let picture: PictureID
    let size: Size
    let side: Side
    let alt: String
    let text: String
    /// The exhibit in which the attachment appears whole.
    let exhibit: Exhibited?

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let x = side == .left ? frame.minX : frame.maxX - size.width
        let place = Rect(x, frame.minY, size.width, size.height)
        drawing.add(
            .figure(alt: alt, [.picture(PlacedPicture(picture, frame: place, fit: .cover))]))
        if let exhibit { drawing.add(exhibit.lead(over: place)) }
    }

    /// Returns the theme's sticker size in the picture's proportions. Each side is at least one
    /// point.
    static func size(ofPixels pixels: Size, side: Double) -> Size {
        let scale = side / max(pixels.width, pixels.height, 1)
        return Size(max(pixels.width * scale, 1), max(pixels.height * scale, 1))
    }
}

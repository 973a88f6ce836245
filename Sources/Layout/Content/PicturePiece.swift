import Scene

/// A photo, as large as the look allows, its corners following the bubble's.
struct PicturePiece: Piece {
    let picture: PictureID
    let size: Size
    let alt: String
    var bleeds: Bool { true }
    var text: String { alt }

    /// The size on screen of a picture of `pixels`, taken as made for two pixels a point.
    static func size(of pixels: Size, most: Size, least: Size) -> Size {
        let natural = Size(pixels.width / 2, pixels.height / 2)
        let shrink = min(1, most.width / natural.width, most.height / natural.height)
        let grow = max(
            1, min(least.width / (natural.width * shrink), least.height / (natural.height * shrink))
        )
        let fitted = Size(natural.width * shrink * grow, natural.height * shrink * grow)
        return Size(
            min(max(fitted.width, least.width), most.width),
            min(max(fitted.height, least.height), most.height))
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        drawing.add(
            .figure(
                alt: alt,
                [.picture(PlacedPicture(picture, frame: frame, fit: .cover, clip: clip))]))
    }
}

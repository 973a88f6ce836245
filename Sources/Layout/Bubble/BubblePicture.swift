import Scene
import Themes

/// A bubble drawn from images: one picture sliced at its caps, nine fragments, or one stretched
/// picture.
struct BubblePicture {
    let image: BubbleImage
    let body: Rect
    /// Images are drawn pointing right; a bubble that points left uses the mirror image.
    let mirrored: Bool

    func nodes(pictures: PictureTable) -> [Node] {
        switch image.source {
        case .slices(let variants, let caps):
            guard let variant = nearest(variants, pictures.scale) else { return [] }
            return place(
                variant.picture, body,
                .slices(caps: caps, pixelsPerPoint: variant.scale), pictures)
        case .whole(let variants):
            guard let variant = nearest(variants, pictures.scale) else { return [] }
            return place(variant.picture, body, .stretch, pictures)
        case .fragments(let fragments, let size):
            return self.fragments(fragments, size, pictures)
        }
    }

    private func nearest(
        _ variants: [BubbleImage.Variant], _ scale: Double
    ) -> BubbleImage.Variant? {
        variants.min { abs($0.scale - scale) < abs($1.scale - scale) }
    }

    private func place(
        _ picture: ThemePictureIndex, _ frame: Rect, _ fit: PlacedPicture.Fit,
        _ pictures: PictureTable
    ) -> [Node] {
        [
            .picture(
                PlacedPicture(
                    pictures.theme(picture), frame: frame, fit: fit, tint: image.tint,
                    isMirrored: mirrored != image.isMirrored))
        ]
    }

    /// Draws nine fragments: corners keep their size, and the middle row and column fill the rest.
    private func fragments(
        _ fragments: [ThemePictureIndex], _ size: Size, _ pictures: PictureTable
    ) -> [Node] {
        guard fragments.count == 9 else { return [] }
        let columns = [size.width, body.width - 2 * size.width, size.width]
        let rows = [size.height, body.height - 2 * size.height, size.height]
        var nodes: [Node] = []
        var y = body.minY
        for (row, height) in rows.enumerated() where height > 0 {
            var x = body.minX
            for column in 0..<3 where columns[column] > 0 {
                let source = mirrored != image.isMirrored ? 2 - column : column
                nodes += place(
                    fragments[row * 3 + source], Rect(x, y, columns[column], height), .stretch,
                    pictures)
                x += columns[column]
            }
            y += height
        }
        return nodes
    }
}

extension BubbleStyle {
    /// Whether pictures extend to the bubble's edge. In an outline that differs from the body's
    /// rectangle they would stick out, so they keep the padding there.
    var letsPicturesBleed: Bool { image == nil && tail.shape != .bezier }

    /// The width that the tail takes within the bubble's frame, added to the text's padding.
    var tailRoom: Double { letsPicturesBleed ? 0 : max(0, padding.left - padding.right) }

    /// The insets of a picture that does not reach the edge, for a bubble on the left. They are
    /// equal on all four sides of the body, excluding the tail.
    var pictureInsets: Insets {
        let air = min(padding.top, padding.bottom, padding.right)
        return Insets(top: air, left: air + tailRoom, bottom: air, right: air)
    }
}

import Model
package import Scene
import Themes

/// The size of every picture, known before layout, and its identifier in the scene: first the
/// conversation's media, then the theme's.
package struct PictureTable: Sendable {
    let sizes: [Size?]
    let mediaCount: Int
    /// The pixels per point of the output. It decides which resolution of a bubble picture is used.
    let scale: Double
    /// Whether pictures are decoded without colors, so that everything else must be gray too.
    package let isGray: Bool

    package init(
        sizes: [Size?], mediaCount: Int, scale: Double = 2, isGray: Bool = false
    ) {
        self.sizes = sizes
        self.mediaCount = mediaCount
        self.scale = scale
        self.isGray = isGray
    }

    func media(_ index: Int) -> (id: PictureID, size: Size)? {
        guard sizes.indices.contains(index), index < mediaCount, let size = sizes[index],
            size.width > 0, size.height > 0
        else { return nil }
        return (PictureID(index), size)
    }

    func painted(_ nodes: [Node]) -> [Node] { isGray ? nodes.map(\.inGray) : nodes }

    func theme(_ index: Int) -> PictureID { PictureID(mediaCount + index) }
}

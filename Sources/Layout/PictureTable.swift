import Conversation
package import Scene
import Theme

/// The size of every picture, known before layout, and its identifier in the scene: first the
/// conversation's media, then the theme's.
package struct PictureTable: Sendable {
    /// In pixels as seen (turned upright); nil where the bytes could not be read.
    package let sizes: [Size?]
    /// The number of pictures that belong to the conversation.
    package let mediaCount: Int
    /// Pixels per point to come: which of a bubble picture's resolutions is used.
    package let scale: Double
    /// Whether they come without colours, and all else is to be drawn so.
    package let isGrey: Bool

    package init(
        sizes: [Size?], mediaCount: Int, scale: Double = 2, isGrey: Bool = false
    ) {
        self.sizes = sizes
        self.mediaCount = mediaCount
        self.scale = scale
        self.isGrey = isGrey
    }

    func media(_ index: Int) -> (id: PictureID, size: Size)? {
        guard sizes.indices.contains(index), index < mediaCount, let size = sizes[index],
            size.width > 0, size.height > 0
        else { return nil }
        return (PictureID(index), size)
    }

    /// The nodes drawn beside pictures, gray if the output is gray.
    func painted(_ nodes: [Node]) -> [Node] { isGrey ? nodes.map(\.inGrey) : nodes }

    func theme(_ index: Int) -> PictureID { PictureID(mediaCount + index) }
}

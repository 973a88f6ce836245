import Scene
import Theme

extension BubbleStyle {
    /// Whether pictures reach to the bubble's edge; in outlines that are not the body's own rectangle
    /// they would stand out, so there they keep the padding.
    var letsPicturesBleed: Bool { image == nil && tail.shape != .bezier }

    /// What a tail within the bubble's frame takes of its width; words keep that much more distance there.
    var tailRoom: Double { letsPicturesBleed ? 0 : max(0, padding.left - padding.right) }

    /// Around a picture that keeps its distance, for a bubble on the left: the same to all four sides of
    /// the body, of which the tail is no part.
    var pictureInsets: Insets {
        let air = min(padding.top, padding.bottom, padding.right)
        return Insets(top: air, left: air + tailRoom, bottom: air, right: air)
    }
}

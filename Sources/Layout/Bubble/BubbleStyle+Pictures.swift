import Theme

extension BubbleStyle {
    /// Whether pictures reach to the bubble's edge; in outlines that are not the body's own rectangle
    /// they would stand out, so there they keep the padding.
    var letsPicturesBleed: Bool { image == nil && tail.shape != .bezier }
}

import Scene

extension PageContent {
    /// Draws content that is scaled and moved, with the layer's opacity applied to each object.
    mutating func layer(
        _ layer: Layer, _ body: (inout PageContent) throws(PDFFault) -> Void
    ) throws(PDFFault) {
        endText()
        move(to: 0)
        save()
        state.layer *= layer.opacity
        for value in [layer.scale, 0, 0, layer.scale] { markup.number(value) }
        markup.place(layer.shift)
        markup.raw("cm\n")
        try body(&self)
        endText()
        restore()
    }
}

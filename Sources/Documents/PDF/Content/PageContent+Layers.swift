import Scene

extension PageContent {
    /// Draws what is scaled and moved, each thing of it so far see-through.
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

import Scene

extension PageContent {
    /// A fully transparent run is invisible but can be found.
    mutating func show(
        _ glyphs: GlyphRun, of font: DocumentFont, size: Double, color: Color,
        language: String? = nil
    ) {
        if !isInText { markup.raw("BT\n") }
        isInText = true
        set(isInvisible: color.alpha == 0)
        if color.alpha > 0 { set(fill: color) }
        if state.font != font.reference || state.size != size {
            use(font.reference, as: .font)
            markup.number(size)
            markup.raw("Tf\n")
            state.font = font.reference
            state.size = size
        }
        if let language {
            markup.raw("/Span<<")
            markup.language(language)
            markup.raw(">>BDC\n")
        }
        if let tracking = glyphs.tracking, state.tracking != tracking {
            markup.number(tracking)
            markup.raw("Tc\n")
            state.tracking = tracking
        }
        glyphs.write(to: &markup, size: size, tracking: state.tracking, top: top)
        if language != nil { markup.raw("EMC\n") }
    }

    mutating func endText() {
        if isInText { markup.raw("ET\n") }
        isInText = false
    }

    private mutating func set(isInvisible: Bool) {
        guard state.isInvisible != isInvisible else { return }
        markup.raw(isInvisible ? "3 Tr\n" : "0 Tr\n")
        state.isInvisible = isInvisible
    }
}

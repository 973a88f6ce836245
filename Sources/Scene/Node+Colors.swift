extension Node {
    /// The node with other colors, except those of pictures, which the scene does not have.
    package func mapColors(_ change: (Color) -> Color) -> Node {
        switch self {
        case .shape(let path, let fill, let stroke):
            .shape(path, fill: fill?.mapColors(change), stroke: stroke?.mapColors(change))
        case .text(let text, let point): .text(text.mapColors(change), at: point)
        case .lettering(let text, let point): .lettering(text.mapColors(change), at: point)
        case .picture(let picture): .picture(picture.mapColors(change))
        case .link, .jump, .anchor, .spoken: self
        case .figure(let alt, let nodes):
            .figure(alt: alt, nodes.map { $0.mapColors(change) })
        case .part(let part, let nodes): .part(part, nodes.map { $0.mapColors(change) })
        case .clipped(let path, let nodes): .clipped(path, nodes.map { $0.mapColors(change) })
        case .layer(let layer, let nodes): .layer(layer, nodes.map { $0.mapColors(change) })
        }
    }
}

extension Paint {
    fileprivate func mapColors(_ change: (Color) -> Color) -> Paint {
        switch self {
        case .color(let color): .color(change(color))
        case .linear(let gradient):
            .linear(
                LinearGradient(
                    from: gradient.start, to: gradient.end,
                    stops: gradient.stops.map { LinearGradient.Stop($0.offset, change($0.color)) }))
        }
    }
}

extension Stroke {
    fileprivate func mapColors(_ change: (Color) -> Color) -> Stroke {
        Stroke(change(color), width: width, dashes: dashes, roundEnds: roundEnds)
    }
}

extension PlacedPicture {
    fileprivate func mapColors(_ change: (Color) -> Color) -> PlacedPicture {
        PlacedPicture(
            id, frame: frame, fit: fit, tint: tint.map(change), isMirrored: isMirrored, clip: clip)
    }
}

extension ShapedText {
    fileprivate func mapColors(_ change: (Color) -> Color) -> ShapedText {
        ShapedText(
            text: text, size: size, lineHeight: lineHeight, lines: lines,
            runs: runs.map { $0.mapColors(change) }, glyphs: glyphs, links: links,
            tracking: tracking)
    }
}

extension ShapedText.Run {
    fileprivate func mapColors(_ change: (Color) -> Color) -> Self {
        Self(
            font: font, size: size, color: change(color), background: background.map(change),
            isUnderlined: isUnderlined, isStruck: isStruck, isRightToLeft: isRightToLeft,
            kind: kind, link: link, left: left, width: width, glyphs: glyphs, text: text)
    }
}

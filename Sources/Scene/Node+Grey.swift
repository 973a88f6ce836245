extension Color {
    /// As light as it looks (ITU-R BT.709's weights, of 256), without its hue.
    package var inGrey: Color {
        var sum: UInt32 = 128
        sum += UInt32(red) * 54
        sum += UInt32(green) * 183
        sum += UInt32(blue) * 19
        let light = UInt8(sum >> 8)
        return Color(light, light, light, alpha: alpha)
    }
}

extension Node {
    /// The same without colours; pictures keep theirs, which are not the scene's.
    package var inGrey: Node {
        switch self {
        case .shape(let path, let fill, let stroke):
            .shape(path, fill: fill?.inGrey, stroke: stroke?.inGrey)
        case .text(let text, let point): .text(text.inGrey, at: point)
        case .lettering(let text, let point): .lettering(text.inGrey, at: point)
        case .picture(let picture): .picture(picture.inGrey)
        case .link, .jump, .anchor, .spoken: self
        case .figure(let alt, let nodes): .figure(alt: alt, nodes.map(\.inGrey))
        case .part(let part, let nodes): .part(part, nodes.map(\.inGrey))
        case .clipped(let path, let nodes): .clipped(path, nodes.map(\.inGrey))
        }
    }
}

extension Paint {
    fileprivate var inGrey: Paint {
        switch self {
        case .color(let color): .color(color.inGrey)
        case .linear(let gradient):
            .linear(
                LinearGradient(
                    from: gradient.start, to: gradient.end,
                    stops: gradient.stops.map { LinearGradient.Stop($0.offset, $0.color.inGrey) }))
        }
    }
}

extension Stroke {
    fileprivate var inGrey: Stroke {
        Stroke(color.inGrey, width: width, dashes: dashes, roundEnds: roundEnds)
    }
}

extension PlacedPicture {
    fileprivate var inGrey: PlacedPicture {
        PlacedPicture(
            id, frame: frame, fit: fit, tint: tint?.inGrey, isMirrored: isMirrored, clip: clip)
    }
}

extension ShapedText {
    fileprivate var inGrey: ShapedText {
        ShapedText(
            text: text, size: size, lineHeight: lineHeight, lines: lines,
            runs: runs.map(\.inGrey), glyphs: glyphs, links: links,
            tracking: tracking)
    }
}

extension ShapedText.Run {
    fileprivate var inGrey: Self {
        Self(
            font: font, size: size, color: color.inGrey, background: background?.inGrey,
            isUnderlined: isUnderlined, isStruck: isStruck, isRightToLeft: isRightToLeft,
            kind: kind, link: link, left: left, width: width, glyphs: glyphs, text: text)
    }
}

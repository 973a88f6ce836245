/// The list is closed: an output that handles all of these can draw everything.
package enum Node: Sendable, Equatable {
    case shape(Path, fill: Paint?, stroke: Stroke?)
    /// The text's top left corner is placed at the point.
    case text(ShapedText, at: Point)
    /// Letters that are part of a drawing, such as initials. They are never read, found or copied.
    case lettering(ShapedText, at: Point)
    case picture(PlacedPicture)
    /// An area that opens an address; it is not drawn.
    case link(Rect, url: String)
    /// An area that leads to an anchor on any page, with a description; it is not drawn.
    case jump(Rect, to: String, words: String)
    /// The target of such areas; it is not drawn.
    case anchor(String, at: Point)
    case figure(alt: String, [Node])
    /// Nodes that form a part of the text, such as a list item; they are drawn like any other.
    case part(Part, [Node])
    /// Text for screen readers, such as the sender where only a bubble's side shows it.
    case spoken(String, at: Point)
    case clipped(Path, [Node])
    case layer(Layer, [Node])

    package static func fill(_ path: Path, _ color: Color) -> Node {
        .shape(path, fill: .color(color), stroke: nil)
    }

    package static func stroke(_ path: Path, _ stroke: Stroke) -> Node {
        .shape(path, fill: nil, stroke: stroke)
    }

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

    /// The node in gray, except for pictures, whose pixels the scene does not contain.
    package var inGray: Node { mapColors(\.inGray) }

    fileprivate var frame: Rect? {
        switch self {
        case .shape(let path, _, let stroke): path.bounds.inset(by: -(stroke?.width ?? 0) / 2)
        case .text(let shaped, let point), .lettering(let shaped, let point):
            Rect(point.x, point.y, shaped.size.width, shaped.size.height)
        case .picture(let picture): picture.frame
        case .link(let rect, _), .jump(let rect, _, _): rect
        case .figure(_, let nodes), .part(_, let nodes): nodes.frame
        case .anchor, .spoken: nil
        case .clipped(let path, _): path.bounds
        case .layer(let layer, _): layer.shown
        }
    }

    /// A part of a message in the document structure.
    package struct Part: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            case quotation
            case list(isNumbered: Bool)
            /// A list item, consisting of a label and a body.
            case item, label, body
            /// Rows of cells, with the same number in each.
            case table, row, headCell, cell
            /// The header of the other cells in its row.
            case rowHeadCell
            case code
            case heading
        }

        package let kind: Kind
        /// The vertical range of the whole part, including what is on other pages: a part that
        /// crosses a page's edge continues beyond it. Nil for a part that pages never split.
        package let extent: ClosedRange<Double>?

        package init(_ kind: Kind, extent: ClosedRange<Double>? = nil) {
            self.kind = kind
            self.extent = extent
        }
    }

    /// Returns a part that pages never split.
    package static func part(_ kind: Part.Kind, _ nodes: [Node]) -> Node {
        .part(Part(kind), nodes)
    }
}

/// For nodes drawn together: scaled around a point, then moved, with an opacity.
package struct Layer: Sendable, Equatable {
    /// The area that the nodes cover before the transformation.
    package let bounds: Rect
    /// The opacity, from 0 to 1.
    package let opacity: Double
    package let scale: Double
    package let anchor: Point
    package let dx: Double
    package let dy: Double

    package init(
        of bounds: Rect, opacity: Double = 1, scale: Double = 1, around anchor: Point = .zero,
        dx: Double = 0, dy: Double = 0
    ) {
        self.bounds = bounds
        self.opacity = min(max(opacity, 0), 1)
        self.scale = scale
        self.anchor = anchor
        self.dx = dx
        self.dy = dy
    }

    /// The position of the scaled drawing's origin.
    package var shift: Point {
        Point(anchor.x * (1 - scale) + dx, anchor.y * (1 - scale) + dy)
    }

    /// The area that the transformed nodes cover.
    package var shown: Rect {
        Rect(
            shift.x + bounds.minX * scale, shift.y + bounds.minY * scale, bounds.width * scale,
            bounds.height * scale)
    }

    /// Maps a part of the transformed drawing back to the untransformed one.
    package func source(of visible: Rect) -> Rect {
        guard scale > 0 else { return .zero }
        return Rect(
            (visible.minX - shift.x) / scale, (visible.minY - shift.y) / scale,
            visible.width / scale, visible.height / scale)
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

extension Color {
    /// The color in gray with the same lightness (weights of ITU-R BT.709, in 256ths).
    fileprivate var inGray: Color {
        var sum: UInt32 = 128
        sum += UInt32(red) * 54
        sum += UInt32(green) * 183
        sum += UInt32(blue) * 19
        let light = UInt8(sum >> 8)
        return Color(light, light, light, alpha: alpha)
    }
}

extension [Node] {
    package var frame: Rect? {
        compactMap(\.frame).reduce(nil as Rect?) { $0?.union($1) ?? $1 }
    }
}

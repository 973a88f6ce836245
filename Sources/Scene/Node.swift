/// One thing to draw. The list is closed: an output that knows these draws everything.
package enum Node: Sendable, Equatable {
    case shape(Path, fill: Paint?, stroke: Stroke?)
    /// The text's top left corner is placed at the point.
    case text(ShapedText, at: Point)
    /// Letters that are part of a drawing, such as initials: never read, found or copied.
    case lettering(ShapedText, at: Point)
    case picture(PlacedPicture)
    /// An area that opens an address; draws nothing.
    case link(Rect, url: String)
    /// An area that leads to an anchor, on whatever page it stands, and what is told of it; draws
    /// nothing.
    case jump(Rect, to: String, words: String)
    /// The target of those areas; draws nothing.
    case anchor(String, at: Point)
    /// Nodes that stand for one figure, with the words for who cannot see it.
    case figure(alt: String, [Node])
    /// Nodes that are a part of what is said, such as a list's item; drawn like any other.
    case part(Part, [Node])
    /// Words that are told and not drawn: who speaks, where only a bubble's side shows it.
    case spoken(String, at: Point)
    /// Nodes of which nothing may show outside the path.
    case clipped(Path, [Node])
    /// Nodes that are drawn together and then scaled, moved and made partly see-through.
    case layer(Layer, [Node])

    package static func fill(_ path: Path, _ color: Color) -> Node {
        .shape(path, fill: .color(color), stroke: nil)
    }

    package static func stroke(_ path: Path, _ stroke: Stroke) -> Node {
        .shape(path, fill: nil, stroke: stroke)
    }
}

extension Node {
    /// A part of a message, for who follows its structure.
    package struct Part: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            /// Somebody else's words.
            case quotation
            case list(isNumbered: Bool)
            /// A label and a body.
            case item, label, body
            /// Rows of cells, as many in each.
            case table, row, headCell, cell
            /// Names what the other cells of its row say.
            case rowHeadCell
            case code
            case heading
        }

        package let kind: Kind
        /// From where to where on the page it would reach as a whole, of which perhaps not all is
        /// there: what passes a page's edge goes on behind it. Nil for what no page parts.
        package let extent: ClosedRange<Double>?

        package init(_ kind: Kind, extent: ClosedRange<Double>? = nil) {
            self.kind = kind
            self.extent = extent
        }
    }

    /// A part that no page parts.
    package static func part(_ kind: Part.Kind, _ nodes: [Node]) -> Node {
        .part(Part(kind), nodes)
    }
}

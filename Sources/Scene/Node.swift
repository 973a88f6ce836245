/// A drawing primitive. The list is closed: an output that handles all of these can draw
/// everything.
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
    /// Nodes that form a figure, with its alternative text.
    case figure(alt: String, [Node])
    /// Nodes that form a part of the text, such as a list item; they are drawn like any other.
    case part(Part, [Node])
    /// Text for screen readers that is not drawn, such as the sender where only a bubble's side
    /// shows it.
    case spoken(String, at: Point)
    case clipped(Path, [Node])
    /// Nodes that are drawn together and then scaled, moved and made translucent.
    case layer(Layer, [Node])

    package static func fill(_ path: Path, _ color: Color) -> Node {
        .shape(path, fill: .color(color), stroke: nil)
    }

    package static func stroke(_ path: Path, _ stroke: Stroke) -> Node {
        .shape(path, fill: nil, stroke: stroke)
    }
}

extension Node {
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

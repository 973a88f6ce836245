import Scene

extension Node {
    /// The bounding box; nil if the node draws nothing.
    var ink: Rect? {
        switch self {
        case .shape(let path, _, let stroke):
            path.elements.isEmpty ? nil : path.bounds.inset(by: -(stroke?.width ?? 0) / 2)
        case .text(let text, let point), .lettering(let text, let point):
            text.glyphs.isEmpty
                ? nil : Rect(point.x, point.y, text.size.width, text.size.height)
        case .picture(let picture): picture.frame
        case .link(let frame, _): frame
        case .figure(_, let nodes), .part(_, let nodes):
            nodes.compactMap(\.ink).reduce(nil) { $0?.union($1) ?? $1 }
        case .clipped(let path, _): path.bounds
        case .layer(let layer, _): layer.shown
        case .jump, .anchor, .spoken: nil
        }
    }

    var words: [String] {
        switch self {
        case .text(let text, _): [text.text]
        case .figure(_, let nodes), .part(_, let nodes), .clipped(_, let nodes),
            .layer(_, let nodes):
            nodes.flatMap(\.words)
        case .shape, .lettering, .picture, .link, .jump, .anchor, .spoken: []
        }
    }

    var texts: [ShapedText] { placedTexts.map(\.text) }

    var placedTexts: [(text: ShapedText, origin: Point)] {
        switch self {
        case .text(let text, let point): [(text, point)]
        case .figure(_, let nodes), .part(_, let nodes), .clipped(_, let nodes),
            .layer(_, let nodes):
            nodes.flatMap(\.placedTexts)
        case .shape, .lettering, .picture, .link, .jump, .anchor, .spoken: []
        }
    }

    var alts: [String] {
        switch self {
        case .figure(let alt, let nodes): [alt] + nodes.flatMap(\.alts)
        case .part(_, let nodes), .clipped(_, let nodes),
            .layer(_, let nodes):
            nodes.flatMap(\.alts)
        case .shape, .lettering, .picture, .link, .jump, .anchor, .text, .spoken: []
        }
    }

    var links: [String] {
        switch self {
        case .link(_, let url): [url]
        case .figure(_, let nodes), .part(_, let nodes), .clipped(_, let nodes),
            .layer(_, let nodes):
            nodes.flatMap(\.links)
        case .shape, .lettering, .picture, .text, .jump, .anchor, .spoken: []
        }
    }

    var pictures: [PlacedPicture] {
        switch self {
        case .picture(let picture): [picture]
        case .figure(_, let nodes), .part(_, let nodes), .clipped(_, let nodes),
            .layer(_, let nodes):
            nodes.flatMap(\.pictures)
        case .shape, .lettering, .link, .jump, .anchor, .text, .spoken: []
        }
    }

    var isShape: Bool {
        if case .shape = self { true } else { false }
    }
}
